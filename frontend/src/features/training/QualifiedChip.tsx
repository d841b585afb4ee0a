import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Chip } from '@/components/Chip';
import { useI18n } from '@/i18n/I18n';
import type { RoleStanding } from './queries';

/** Qualified, not yet though the project asks for it, or not asked for. */
export function QualifiedChip({ role }: { role: Pick<RoleStanding, 'qualified' | 'required'> }) {
  const { t } = useI18n();
  if (role.qualified) {
    return (
      <Chip tone="accepted" icon={IconCheck}>
        {t('training.qualified')}
      </Chip>
    );
  }
  return role.required ? (
    <Chip tone="returned" icon={IconAlertTriangle}>
      {t('training.not_yet')}
    </Chip>
  ) : (
    <Chip tone="quiet" icon={IconCircleDashed}>
      {t('training.not_asked')}
    </Chip>
  );
}
