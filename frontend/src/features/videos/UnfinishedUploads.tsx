import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { forget, unfinishedQuery } from './unfinished';
import classes from './Videos.module.css';

interface UnfinishedUploadsProps {
  projectId: number;
  /** Names of the files that are in hand already. */
  inHand: ReadonlySet<string>;
}

/** What was begun before the page or the machine was closed, and how it goes on. */
export function UnfinishedUploads({ projectId, inHand }: UnfinishedUploadsProps) {
  const { t, percent } = useI18n();
  const queries = useQueryClient();
  const { data } = useQuery(unfinishedQuery(projectId));
  const drop = useMutation({
    mutationFn: forget,
    onSettled: () => queries.invalidateQueries({ queryKey: unfinishedQuery(projectId).queryKey }),
  });
  const open = (data ?? []).filter(({ name }) => !inHand.has(name));
  if (open.length === 0) {
    return null;
  }
  return (
    <section className={classes.sending} aria-label={t('videos.unfinished')}>
      <h3 className={classes.heading}>{t('videos.unfinished')}</h3>
      <p className={classes.hint}>{t('videos.unfinished_text')}</p>
      <ul className={classes.plain}>
        {open.map((upload) => (
          <li key={upload.storageKey} className={classes.row}>
            <span className={classes.name} title={upload.name}>
              {upload.name}
            </span>
            <span className={classes.hint}>{percent(upload.size === 0 ? 0 : upload.offset / upload.size)}</span>
            <Button size="compact-xs" variant="subtle" color="gray" loading={drop.isPending && drop.variables === upload} onClick={() => drop.mutate(upload)}>
              {t('videos.discard')}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorLine error={drop.error} />
    </section>
  );
}
