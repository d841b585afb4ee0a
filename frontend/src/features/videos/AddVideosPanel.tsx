import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { SidePanel } from '@/components/SidePanel';
import { useI18n } from '@/i18n/I18n';
import { DetailsFields, validateDetails } from './DetailsFields';
import { FilePicker } from './FilePicker';
import { UnfinishedUploads } from './UnfinishedUploads';
import { UploadRow } from './UploadRow';
import { useUploadQueue } from './useUploadQueue';
import classes from './Videos.module.css';

interface AddVideosPanelProps {
  projectId: number;
  onClose: () => void;
}

/**
 * Adds videos: the files are on their way while the form is filled in, and "Add" waits for them where it must. Each
 * file says what becomes of it, down to what the probe has against it.
 */
export function AddVideosPanel({ projectId, onClose }: AddVideosPanelProps) {
  const { t, tn } = useI18n();
  const [queue, { items, details }] = useUploadQueue(projectId);
  const form = useForm({ initialValues: { title: '', ...details }, validate: validateDetails(t, { titled: false }) });
  const { values } = form;
  useEffect(() => {
    const { source_from, domain, licence, terms, language } = values;
    queue.setDetails({ source_from, domain, licence, terms, language });
  }, [queue, values]);
  const toFirstError = (errors: Record<string, unknown>): void => {
    const [first] = Object.keys(errors);
    const field = first === undefined ? null : form.getInputNode(first);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  const open = items.filter(({ step }) => step === 'open');
  const untitled = open.some(({ title }) => title.trim() === '');
  const inHand = new Set(items.map(({ upload }) => upload.file.name));
  return (
    <SidePanel title={t('videos.add')} onClose={onClose}>
      <form className={classes.stack} onSubmit={form.onSubmit(() => queue.addAll(), toFirstError)} noValidate>
        <FilePicker onPick={(files) => queue.add(files)} />
        <UnfinishedUploads projectId={projectId} inHand={inHand} />
        {items.length > 0 && (
          <ul className={classes.plain}>
            {items.map((item) => (
              <UploadRow key={item.key} queue={queue} item={item} />
            ))}
          </ul>
        )}
        {(open.length > 0 || items.length === 0) && (
          <Stack gap={16}>
            {open.length > 1 && <Text c="dimmed">{tn('videos.same_for', open.length)}</Text>}
            <DetailsFields form={form} titled={false} />
          </Stack>
        )}
        <Group gap={8}>
          {(open.length > 0 || items.length === 0) && (
            <Button type="submit" disabled={open.length === 0 || untitled}>
              {open.length > 1 ? tn('videos.add_count', open.length) : t('videos.add')}
            </Button>
          )}
          {open.length === 0 && items.length === 0 && <Text c="dimmed">{t('videos.add_needs_file')}</Text>}
          {untitled && <Text c="dimmed">{t('videos.add_needs_title')}</Text>}
          {items.some(({ step }) => step === 'added') && (
            <Button variant="default" onClick={() => queue.clearAdded()}>
              {t('videos.clear_added')}
            </Button>
          )}
        </Group>
      </form>
    </SidePanel>
  );
}
