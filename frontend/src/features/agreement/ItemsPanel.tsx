import { Anchor, Button, Select } from '@mantine/core';
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Chip } from '@/components/Chip';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { SidePanel } from '@/components/SidePanel';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Agreement.module.css';
import { decisionsAddress, ITEMS_PAGE, itemsQuery, KINDS, type Grouping, type Item, type Kind, type Scope } from './queries';

interface ItemsPanelProps {
  title: string;
  scope: Scope;
  by: Grouping;
  onClose: () => void;
}

/** The items that a figure was computed from, with both decisions, and the same as CSV. */
export function ItemsPanel({ title, scope, by, onClose }: ItemsPanelProps) {
  const { t } = useI18n();
  const project = useProject();
  const [kind, setKind] = useState<Kind>();
  const [page, setPage] = useState(1);
  const query = useQuery(itemsQuery(project.id, scope, kind, page));
  return (
    <SidePanel title={title} onClose={onClose}>
      <div className={classes.panelTools}>
        <Select
          aria-label={t('agreement.kind')}
          data={KINDS.map((value) => ({ value, label: t(`agreement.kind.${value}`) }))}
          placeholder={t('agreement.any_kind')}
          value={kind ?? null}
          onChange={(value) => {
            setKind(value ?? undefined);
            setPage(1);
          }}
          clearable
        />
        <Button
          variant="default"
          component="a"
          href={decisionsAddress(project.id, by, scope)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('agreement.decisions')}
        </Button>
      </div>
      <p className={classes.note}>{t('agreement.decisions_note')}</p>
      <QueryView query={query}>
        {({ results, count }) => (
          <>
            <ul className={classes.items} aria-busy={query.isPlaceholderData}>
              {results.map((item) => (
                <ItemRow key={`${item.question}-${item.round}`} item={item} />
              ))}
            </ul>
            {count > ITEMS_PAGE && (
              <Pager page={page} pageSize={ITEMS_PAGE} count={count} onPage={setPage} label={t('table.pages', { name: title })} />
            )}
            {count === 0 && <p className={classes.note}>{t('agreement.no_items')}</p>}
          </>
        )}
      </QueryView>
    </SidePanel>
  );
}

function ItemRow({ item }: { item: Item }) {
  const { t } = useI18n();
  const project = useProject();
  return (
    <li>
      <div className={classes.itemHead}>
        <Anchor
          renderRoot={(props) => (
            <Link
              to="/projects/$projectId/questions/$questionId"
              params={{ projectId: project.id, questionId: item.question }}
              {...props}
            />
          )}
        >
          {item.question_id}
        </Anchor>
        <span className={classes.ends}>
          <TaskText task={item.task} /> · {t('agreement.round_number', { number: item.round })}
        </span>
      </div>
      <div className={classes.ends}>{item.video.title}</div>
      <ul className={classes.decisions}>
        {item.decisions.map(({ reviewer, decision }) => (
          <li key={reviewer.id}>
            <Chip tone={decision === 'accept' ? 'accepted' : 'removed'} icon={decision === 'accept' ? IconCheck : IconX}>
              {reviewer.name}: {t(decision === 'accept' ? 'agreement.accept' : 'agreement.reject')}
            </Chip>
          </li>
        ))}
      </ul>
    </li>
  );
}
