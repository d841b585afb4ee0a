import { admin } from './admin';
import { agreement } from './agreement';
import { findings } from './findings';
import { general } from './general';
import { people } from './people';
import { player } from './player';
import { reasons } from './reasons';
import { review } from './review';
import { shell } from './shell';
import { subtitles } from './subtitles';
import { work } from './work';
import { workspace } from './workspace';

/** All English messages. A new area is a new file here and its twin under zh-CN. */
export const en = { ...admin, ...agreement, ...findings, ...general, ...shell, ...subtitles, ...people, ...player, ...reasons, ...review, ...work, ...workspace } as const;
