import { IconCheck, IconX } from '@tabler/icons-react';
import { Chip } from '@/components/Chip';
import { useI18n } from '@/i18n/I18n';
import type { Decision } from './verdictRules';

/** My own verdict; in the colours of what it asks for, not of what became of the question. */
export function DecisionChip({ decision }: { decision: Decision }) {
  const { t } = useI18n();
  return decision === 'accept' ? (
    <Chip tone="accepted" icon={IconCheck}>
      {t('review.accepted')}
    </Chip>
  ) : (
    <Chip tone="removed" icon={IconX}>
      {t('review.rejected')}
    </Chip>
  );
}
