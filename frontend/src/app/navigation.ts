import {
  IconAdjustments,
  IconChartBar,
  IconEyeCheck,
  IconFileExport,
  IconHome,
  IconListDetails,
  IconMovie,
  IconPackageExport,
  IconScale,
  IconSchool,
} from '@tabler/icons-react';
import type { IconType } from '@/components/Chip';
import type { PlainMessageKey } from '@/i18n/catalogue';
import type { CurrentProject } from '@/session/project';
import type { Role } from '@/session/queries';

export interface NavigationItem {
  to:
    | '/projects/$projectId'
    | '/projects/$projectId/videos'
    | '/projects/$projectId/questions'
    | '/projects/$projectId/review'
    | '/projects/$projectId/agreement'
    | '/projects/$projectId/training'
    | '/projects/$projectId/dashboards'
    | '/projects/$projectId/releases'
    | '/projects/$projectId/export'
    | '/projects/$projectId/settings';
  label: PlainMessageKey;
  icon: IconType;
  /** Roles that see it. */
  roles: readonly Role[];
}

const ITEMS: readonly NavigationItem[] = [
  { to: '/projects/$projectId', label: 'nav.home', icon: IconHome, roles: ['annotator', 'reviewer', 'admin'] },
  { to: '/projects/$projectId/videos', label: 'nav.videos', icon: IconMovie, roles: ['annotator', 'admin'] },
  { to: '/projects/$projectId/questions', label: 'nav.questions', icon: IconListDetails, roles: ['annotator', 'admin'] },
  { to: '/projects/$projectId/review', label: 'nav.review', icon: IconEyeCheck, roles: ['reviewer'] },
  { to: '/projects/$projectId/agreement', label: 'nav.agreement', icon: IconScale, roles: ['admin'] },
  {
    to: '/projects/$projectId/training',
    label: 'nav.training',
    icon: IconSchool,
    roles: ['annotator', 'reviewer', 'admin'],
  },
  { to: '/projects/$projectId/dashboards', label: 'nav.dashboards', icon: IconChartBar, roles: ['admin'] },
  { to: '/projects/$projectId/releases', label: 'nav.releases', icon: IconPackageExport, roles: ['admin'] },
  { to: '/projects/$projectId/export', label: 'nav.export', icon: IconFileExport, roles: ['admin'] },
  { to: '/projects/$projectId/settings', label: 'nav.project', icon: IconAdjustments, roles: ['admin'] },
];

/** The pages that this person sees in the rail, in order. */
export const navigationFor = (project: CurrentProject): readonly NavigationItem[] =>
  ITEMS.filter(({ roles }) => project.has(...roles));
