import { admin } from './admin';
import { agreement } from './agreement';
import { checklist } from './checklist';
import { findings } from './findings';
import { general } from './general';
import { models } from './models';
import { imports } from './imports';
import { overview } from './overview';
import { people } from './people';
import { player } from './player';
import { reasons } from './reasons';
import { releases } from './releases';
import { review } from './review';
import { shell } from './shell';
import { subtitles } from './subtitles';
import { threads } from './threads';
import { trail } from './trail';
import { training } from './training';
import { work } from './work';
import { workspace } from './workspace';

/** All English messages. A new area is a new file here and its twin under zh-CN. */
export const en = {
  ...admin,
  ...agreement,
  ...checklist,
  ...findings,
  ...general,
  ...models,
  ...imports,
  ...shell,
  ...subtitles,
  ...overview,
  ...people,
  ...player,
  ...reasons,
  ...releases,
  ...review,
  ...threads,
  ...trail,
  ...training,
  ...work,
  ...workspace,
} as const;
