import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { QueryView } from '@/components/QueryView';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { useProject } from '@/session/project';
import { reasonsQuery, usePracticeVerdict, type PracticeItem } from './queries';
import classes from './Practice.module.css';

/** Accept, or reject with the reasons that name what is wrong. */
export function PracticeVerdict({ item }: { item: PracticeItem }) {
  const { t } = useI18n();
  const project = useProject();
  const give = usePracticeVerdict(project.id, item.id);
  const [rejecting, setRejecting] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const accept = (): void => give.mutate({ decision: 'accept' });
  const reject = (): void => give.mutate({ decision: 'reject', reasons: [...chosen] });
  const free = !give.isPending;
  useKeys([
    { keys: ['A'], label: 'keys.verdict.accept', group: 'verdict', enabled: free && !rejecting, run: accept },
    { keys: ['R'], label: 'keys.verdict.reject', group: 'verdict', enabled: free, run: () => setRejecting(true) },
    {
      keys: ['Mod+Enter'],
      label: 'keys.verdict.submit',
      group: 'verdict',
      enabled: free && rejecting && chosen.length > 0,
      whileTyping: true,
      run: reject,
    },
    { keys: ['Escape'], label: 'keys.verdict.back', group: 'verdict', enabled: rejecting, run: () => setRejecting(false) },
  ]);
  return (
    <section aria-label={t('verdict.bar')}>
      {rejecting && <Reasons item={item} chosen={chosen} onChange={setChosen} />}
      <div className={classes.actions}>
        {rejecting ? (
          <>
            <Button color="red" loading={give.isPending} disabled={chosen.length === 0} onClick={reject}>
              {t('training.reject_now')}
            </Button>
            <Button variant="default" onClick={() => setRejecting(false)}>
              {t('action.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button loading={give.isPending} onClick={accept} aria-keyshortcuts="A">
              {t('training.accept')}
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)} aria-keyshortcuts="R">
              {t('training.reject')}
            </Button>
          </>
        )}
      </div>
      <ErrorLine error={give.error} />
    </section>
  );
}

interface ReasonsProps {
  item: PracticeItem;
  chosen: readonly string[];
  onChange: (codes: readonly string[]) => void;
}

function Reasons({ item, chosen, onChange }: ReasonsProps) {
  const i18n = useI18n();
  const query = useQuery(reasonsQuery(item.granularity, item.task));
  return (
    <QueryView query={query}>
      {({ reasons }) => (
        <Checkbox.Group
          label={i18n.t('verdict.reasons')}
          value={[...chosen]}
          onChange={onChange}
          styles={{ root: { marginBottom: 16 }, label: { marginBottom: 8 } }}
        >
          <div className={classes.reasons}>
            {reasons.map(({ code, title, explanation }) => (
              <Checkbox
                key={code}
                value={code}
                label={translated(i18n, `reason.${code}.title`, title)}
                description={
                  chosen.includes(code) ? translated(i18n, `reason.${code}.note`, explanation) : undefined
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </QueryView>
  );
}
