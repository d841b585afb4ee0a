import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconLock, IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chip } from '@/components/Chip';
import { ErrorLine } from '@/components/ErrorPanel';
import { QueryView } from '@/components/QueryView';
import { SureButton } from '@/components/SureButton';
import { AgoText } from '@/components/Times';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { JobRow } from '@/jobs/JobRow';
import { isActive, recentJobsQuery } from '@/jobs/queries';
import { formatBytes } from '@/lib/bytes';
import { changesQuery, useStep, type ArchiveKind, type Release } from './queries';
import classes from './Releases.module.css';

const ARCHIVES: readonly ArchiveKind[] = ['complete', 'open', 'public'];

/** One release: its check list while it is open, its archives once it is frozen. */
export function ReleaseCard({ release }: { release: Release }) {
  const { t, tn } = useI18n();
  const { data: jobs } = useQuery(recentJobsQuery(release.project));
  const job = jobs?.results.find(({ subject }) => subject === `release:${release.id}`);
  const step = useStep();
  const busy = step.isPending || (job !== undefined && isActive(job));
  const frozen = release.state === 'frozen';
  return (
    <section className={classes.release} aria-labelledby={`release-${release.id}`}>
      <div className={classes.line}>
        <h2 id={`release-${release.id}`} className={classes.version}>
          {release.version}
        </h2>
        <Chip tone={frozen ? 'accepted' : 'draft'} icon={frozen ? IconLock : IconPencil}>
          {t(`releases.state.${release.state}`)}
        </Chip>
        {release.checked_at !== null && <span>{tn('releases.records', release.record_count)}</span>}
        <span>
          <AgoText at={release.frozen_at ?? release.created_at} />
        </span>
        {!frozen && (
          <div className={`${classes.line ?? ''} ${classes.push ?? ''}`}>
            <Button variant="default" disabled={busy} onClick={() => step.mutate({ do: 'check', id: release.id })}>
              {t('releases.check')}
            </Button>
            <SureButton
              disabled={busy || release.state !== 'checked'}
              warning={t('releases.freeze_warning', { version: release.version })}
              confirm={t('releases.freeze')}
              onSure={() => step.mutate({ do: 'freeze', id: release.id })}
            >
              {t('releases.freeze')}
            </SureButton>
            <SureButton
              variant="subtle"
              color="gray"
              disabled={busy}
              warning={t('releases.discard_warning', { version: release.version })}
              confirm={t('releases.discard')}
              onSure={() => step.mutate({ do: 'discard', id: release.id })}
            >
              {t('releases.discard')}
            </SureButton>
          </div>
        )}
      </div>
      {release.notes !== '' && <p>{release.notes}</p>}
      {step.error !== null && <ErrorLine error={step.error} />}
      {job !== undefined && (isActive(job) || job.state === 'failed') && <JobRow job={job} />}
      {!frozen && release.checks.length > 0 && <CheckList release={release} />}
      <Changes release={release} />
      {frozen && <Archives release={release} busy={busy} onMake={(kind) => step.mutate({ do: 'make', id: release.id, kind })} />}
    </section>
  );
}

function CheckList({ release }: { release: Release }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  return (
    <ul className={classes.rows} aria-label={t('releases.check_list', { version: release.version })}>
      {release.checks.map(({ code, ok, failed, looked_at: all, findings }) => (
        <li key={code}>
          <div className={classes.line}>
            <Chip tone={ok ? 'accepted' : 'removed'} icon={ok ? IconCheck : IconX}>
              {ok ? t('releases.ok') : t('releases.red', { failed: number(failed), all: number(all) })}
            </Chip>
            {translated(i18n, `releases.check.${code}`, code)}
          </div>
          {findings.length > 0 && (
            <ul>
              {findings.map(({ subject, message }) => (
                <li key={subject}>
                  <strong>{subject}</strong> {message}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Changes({ release: { id, previous, changes } }: { release: Release }) {
  const { t, number } = useI18n();
  const [open, setOpen] = useState(false);
  if (previous === null || changes === null) {
    return null;
  }
  const { added, removed, changed } = changes;
  return (
    <div>
      <div className={classes.line}>
        {t('releases.changes', {
          version: previous.version,
          added: number(added),
          removed: number(removed),
          changed: number(changed),
        })}
        <Button size="xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'releases.hide_changes' : 'releases.show_changes')}
        </Button>
      </div>
      {open && <ChangedRecords id={id} />}
    </div>
  );
}

function ChangedRecords({ id }: { id: number }) {
  const { t, number } = useI18n();
  const query = useQuery(changesQuery(id));
  return (
    <QueryView query={query}>
      {({ results, count }) => (
        <>
          <ul className={classes.rows}>
            {results.map(({ kind, granularity, public_id: publicId, fields_changed: fields }) => (
              <li key={`${granularity} ${publicId}`}>
                {t(`releases.kind.${kind}`)} {publicId} {fields.map(({ field }) => field).join(', ')}
              </li>
            ))}
          </ul>
          {count > results.length && (
            <p>{t('releases.more_changes', { shown: number(results.length), all: number(count) })}</p>
          )}
        </>
      )}
    </QueryView>
  );
}

interface ArchivesProps {
  release: Release;
  busy: boolean;
  onMake: (kind: ArchiveKind) => void;
}

function Archives({ release, busy, onMake }: ArchivesProps) {
  const { t } = useI18n();
  return (
    <>
      <ul className={classes.rows}>
        {ARCHIVES.map((kind) => {
          const name = t(`releases.archive.${kind}`);
          const made = release.packages.find((one) => one.kind === kind);
          return (
            <li key={kind} className={classes.line}>
              <span>{name}</span>
              {made === undefined ? (
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  aria-label={t('releases.make_named', { name })}
                  onClick={() => onMake(kind)}
                >
                  {t('releases.make')}
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  component="a"
                  href={`/api/v1/releases/${release.id}/packages/${kind}/file`}
                  download
                  aria-label={t('releases.download_named', { version: release.version, name })}
                >
                  {t('releases.download', { size: formatBytes(made.size) })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className={classes.line}>
        <Anchor href={`/api/v1/releases/${release.id}/manifest`}>{t('releases.manifest')}</Anchor>
        <code className={classes.digest}>sha256 {release.digest}</code>
      </div>
    </>
  );
}
