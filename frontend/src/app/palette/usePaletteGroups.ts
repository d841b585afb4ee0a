import { IconListDetails, IconMovie, IconUser, IconUserCircle } from '@tabler/icons-react';
import type { NavigateOptions } from '@tanstack/react-router';
import type { Schema } from '@/api/client';
import type { IconType } from '@/components/Chip';
import { useI18n } from '@/i18n/I18n';
import type { CurrentProject } from '@/session/project';
import { navigationFor } from '../navigation';

export interface PaletteEntry {
  id: string;
  icon: IconType;
  text: string;
  note?: string;
  go: NavigateOptions;
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

interface Found {
  videos: readonly Schema<'Video'>[];
  questions: readonly Schema<'QuestionRow'>[];
  people: readonly Schema<'Member'>[];
}

/** What the palette offers for `text`: pages by their names, and what the server found. */
export function usePaletteGroups(project: CurrentProject, text: string, found: Found | undefined): PaletteGroup[] {
  const { t } = useI18n();
  const params = { projectId: project.id };
  const pages: PaletteEntry[] = [
    ...navigationFor(project).map(({ to, label, icon }): PaletteEntry => ({
      id: `page-${label}`,
      icon,
      text: t(label),
      go: { to, params },
    })),
    { id: 'page-account', icon: IconUserCircle, text: t('account.page'), go: { to: '/account' } },
  ];
  const wanted = text.toLowerCase();
  const groups: PaletteGroup[] = [
    { title: t('palette.pages'), entries: pages.filter((page) => page.text.toLowerCase().includes(wanted)) },
    {
      title: t('palette.videos'),
      entries: (found?.videos ?? []).map(({ id, title, source_from }) => ({
        id: `video-${id}`,
        icon: IconMovie,
        text: title,
        note: source_from,
        go: { to: '/projects/$projectId/videos/$videoId', params: { ...params, videoId: id } },
      })),
    },
    {
      title: t('palette.questions'),
      entries: (found?.questions ?? []).map(({ id, public_id, question_text, task }) => ({
        id: `question-${id}`,
        icon: IconListDetails,
        text: question_text === '' ? task : question_text,
        note: public_id,
        go: { to: '/projects/$projectId/questions/$questionId', params: { ...params, questionId: id } },
      })),
    },
    {
      title: t('palette.people'),
      entries: (found?.people ?? []).map(({ id, user }) => ({
        id: `person-${id}`,
        icon: IconUser,
        text: user.name,
        note: user.email,
        go: { to: '/projects/$projectId/settings', params, search: { tab: 'members' } },
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
