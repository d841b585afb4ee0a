import { LabelField } from '@/components/labels/LabelField';
import { useI18n } from '@/i18n/I18n';
import { labelsOf, type Side } from './draft';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';

const NAMES = { '': 'form.labels', before: 'form.before', after: 'form.after' } as const;

/** The labels of one side of the answer, with what the checks say of them. */
export function LabelPicker({ side }: { side: Side }) {
  const { t } = useI18n();
  const { draft, act, vocabulary } = useForm();
  const field = side === '' ? 'labels' : `labels.${side}`;
  const { findings, id, aria } = useFindings(field);
  return (
    <LabelField
      name={t(NAMES[side])}
      field={field}
      vocabulary={vocabulary}
      chosen={labelsOf(draft, side)}
      onChange={(labels) => act({ type: 'labels', side, labels })}
      aria={aria}
    >
      <FindingLines findings={findings} id={id} />
    </LabelField>
  );
}
