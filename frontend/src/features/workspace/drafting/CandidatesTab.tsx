import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Chip } from '@/components/Chip';
import { ErrorLine } from '@/components/ErrorPanel';
import { KeyCaps } from '@/components/KeyCaps';
import { QueryView } from '@/components/QueryView';
import { IconBulb, IconCheck, IconX } from '@tabler/icons-react';
import { useI18n, type I18n } from '@/i18n/I18n';
import { formatSeconds, formatSpan } from '@/lib/time';
import { TimeField } from '@/player';
import { useProject } from '@/session/project';
import type { Video } from '../queries';
import type { useCandidates } from './useCandidates';
import { modelChoicesQuery, searchQuery, useFindCandidates, type Candidate } from './queries';
import classes from '../Side.module.css';

interface CandidatesTabProps {
  video: Video;
  candidates: ReturnType<typeof useCandidates>;
}

const LOOKS = {
  open: { tone: 'draft', icon: IconBulb },
  accepted: { tone: 'accepted', icon: IconCheck },
  dropped: { tone: 'removed', icon: IconX },
} as const;

/** Clips that are proposed: why, how sure, and taken or not by key. */
export function CandidatesTab({ video, candidates }: CandidatesTabProps) {
  const i18n = useI18n();
  const { t, tn } = i18n;
  const project = useProject();
  const search = useQuery(searchQuery(useQueryClient(), video.id));
  const find = useFindCandidates(video.id);
  const choices = useQuery(modelChoicesQuery(project.id));
  const model = choices.data?.purposes.find(({ purpose }) => purpose === 'boundaries')?.endpoint ?? null;
  const atWork = find.isPending || (search.data !== undefined && search.data.job !== null);
  const { rows, current, act, step } = candidates;
  const open = rows.filter(({ state }) => state === 'open').length;
  return (
    <div className={classes.stack}>
      <section className={classes.section} aria-label={t('candidates.find')}>
        <p className={classes.hint}>
          {t('candidates.note')}{' '}
          {choices.data !== undefined &&
            (model === null ? t('candidates.no_model') : t('candidates.with_model', { model: model.name }))}
        </p>
        <div className={classes.buttons}>
          {project.has('annotator', 'admin') && (
            <Button size="xs" loading={atWork} disabled={video.state !== 'ready'} onClick={() => find.mutate()}>
              {t(rows.length === 0 ? 'candidates.find' : 'candidates.find_again')}
            </Button>
          )}
        </div>
        {search.data !== undefined && search.data.used.length > 0 && (
          <span className={classes.dim}>
            {t('candidates.used', { used: search.data.used.map((one) => t(`candidates.used.${one}`)).join(t('candidates.comma')) })}
          </span>
        )}
        {search.data !== undefined && search.data.model_failure !== '' && (
          <p className={classes.problem}>{t('candidates.model_failed', { reason: search.data.model_failure })}</p>
        )}
        <ErrorLine error={find.error} />
      </section>
      <section className={classes.section} aria-label={t('workspace.tab.candidates')}>
        <div className={classes.head}>
          <h2 className={classes.heading}>{tn('count.candidates', open)}</h2>
          <span className={classes.push}>
            <Button size="compact-xs" variant="default" disabled={open === 0} rightSection={<KeyCaps keys="[" />} onClick={() => step(-1)}>
              {t('candidates.previous')}
            </Button>
            <Button size="compact-xs" variant="default" disabled={open === 0} rightSection={<KeyCaps keys="]" />} onClick={() => step(1)}>
              {t('candidates.next')}
            </Button>
          </span>
        </div>
        <QueryView query={candidates.query}>
          {() =>
            rows.length === 0 ? (
              <p className={classes.hint}>{t('candidates.none')}</p>
            ) : (
              <ul className={classes.list}>
                {rows.map((row) => (
                  <CandidateRow key={row.id} row={row} selected={row.id === current?.id} candidates={candidates} />
                ))}
              </ul>
            )
          }
        </QueryView>
        <ErrorLine error={act.error} />
      </section>
    </div>
  );
}

interface CandidateRowProps {
  row: Candidate;
  selected: boolean;
  candidates: ReturnType<typeof useCandidates>;
}

function CandidateRow({ row, selected, candidates }: CandidateRowProps) {
  const i18n = useI18n();
  const { t, percent } = i18n;
  const { act, pick, accept, drop, play } = candidates;
  const project = useProject();
  const look = LOOKS[row.state];
  const name = formatSpan(row.start, row.end);
  return (
    <li className={classes.clip} data-selected={selected}>
      <button type="button" className={classes.pick} aria-expanded={selected} onClick={() => pick(selected ? null : row.id)}>
        <b>{name}</b>
        <Chip tone={look.tone} icon={look.icon}>
          {t(`candidates.state.${row.state}`)}
        </Chip>
        <span className={classes.dim}>
          {formatSeconds(row.end - row.start)} · {t('candidates.confidence', { share: percent(row.confidence) })}
        </span>
      </button>
      {selected && (
        <>
          <span className={classes.dim}>{t('candidates.begins', { reasons: reasonsOf(row.start_reasons, i18n) })}</span>
          <span className={classes.dim}>{t('candidates.ends', { reasons: reasonsOf(row.end_reasons, i18n) })}</span>
          {row.state === 'open' && project.has('annotator', 'admin') && (
            <>
              <div className={classes.line}>
                <TimeField
                  label={t('timeline.edge.start', { name })}
                  value={row.start}
                  required
                  onCommit={(time) => time !== null && candidates.adjust(row, { start: time })}
                />
                <span aria-hidden>–</span>
                <TimeField
                  label={t('timeline.edge.end', { name })}
                  value={row.end}
                  required
                  onCommit={(time) => time !== null && candidates.adjust(row, { end: time })}
                />
              </div>
              <div className={classes.buttons}>
                <Button size="xs" loading={act.isPending} rightSection={<KeyCaps keys="A" />} onClick={() => accept(row)}>
                  {t('candidates.accept')}
                </Button>
                <Button size="xs" variant="default" rightSection={<KeyCaps keys="D" />} onClick={() => drop(row)}>
                  {t('candidates.drop')}
                </Button>
                <Button size="xs" variant="default" onClick={() => play(row)}>
                  {t('candidates.play')}
                </Button>
              </div>
            </>
          )}
          {row.state === 'dropped' && project.has('annotator', 'admin') && (
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => act.mutate({ id: row.id, act: 'restoration' })}>
                {t('candidates.restore')}
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  );
}

function reasonsOf(signals: Candidate['start_reasons'], { t }: I18n): string {
  return signals
    .map(({ kind, seconds, words }) => {
      const named = t(`candidates.signal.${kind}`);
      const length = seconds === null ? '' : ` ${formatSeconds(seconds)}`;
      return `${named}${length}${words === '' ? '' : ` (${words})`}`;
    })
    .join(t('candidates.comma'));
}
