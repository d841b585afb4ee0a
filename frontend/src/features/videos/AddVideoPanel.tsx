import { Button, FileInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileText } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages } from '@/components/problemText';
import { SidePanel } from '@/components/SidePanel';
import { useI18n } from '@/i18n/I18n';
import { DETAIL_FIELDS, DetailsFields, validateDetails } from './DetailsFields';
import { SubtitlesRefused, useAddSubtitles, useAddVideo } from './queries';
import { UploadField } from './UploadField';
import { useUpload } from './useUpload';
import classes from './Videos.module.css';

interface AddVideoPanelProps {
  projectId: number;
  onClose: () => void;
  onAdded: (id: number) => void;
}

const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '');

/**
 * Adds a video: the file is on its way while the form is filled in, and "Add" waits for it where it must. The
 * subtitle file goes after the video; when only that fails, the video stays and the file can be sent again.
 */
export function AddVideoPanel({ projectId, onClose, onAdded }: AddVideoPanelProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [upload, state] = useUpload(projectId);
  const [subtitles, setSubtitles] = useState<File | null>(null);
  const add = useAddVideo(projectId);
  const again = useAddSubtitles();
  const form = useForm({ initialValues: upload.rememberedDetails(), validate: validateDetails(t) });
  const { values } = form;
  useEffect(() => upload.rememberDetails(values), [upload, values]);

  const refused = add.error instanceof SubtitlesRefused ? add.error : null;
  const submit = (): void => {
    if (refused === null) {
      add.mutate(
        { whenSent: () => upload.whenSent(), details: values, subtitles, onCreated: () => upload.finish() },
        {
          onSuccess: (id) => {
            if (id !== null) {
              onAdded(id);
            }
          },
          onError: (error) => form.setErrors(fieldMessages(error, i18n)),
        },
      );
    } else if (subtitles === null) {
      onAdded(refused.videoId);
    } else {
      again.mutate(
        { videoId: refused.videoId, file: subtitles, encoding: '' },
        { onSuccess: () => onAdded(refused.videoId) },
      );
    }
  };

  const busy = (add.isPending && !state.awaited) || again.isPending;
  return (
    <SidePanel title={t('videos.add')} onClose={onClose}>
      <form className={classes.stack} onSubmit={form.onSubmit(submit)} noValidate>
        {refused === null ? (
          <>
            <UploadField
              upload={upload}
              state={state}
              onPicked={(file) => {
                if (values.title === '') {
                  form.setFieldValue('title', withoutEnding(file.name));
                }
              }}
            />
            <DetailsFields form={form} />
          </>
        ) : (
          <Text>{t('videos.added_without_subtitles')}</Text>
        )}
        <FileInput
          label={t('videos.subtitles')}
          description={t('videos.subtitles_note')}
          placeholder={t('videos.subtitles_pick')}
          accept=".srt,.vtt,.ass,.ssa,.sub,.txt"
          leftSection={<IconFileText size={16} aria-hidden />}
          value={subtitles}
          onChange={setSubtitles}
          clearable
        />
        <ErrorLine error={refused === null ? add.error : (again.error ?? refused.cause)} fields={DETAIL_FIELDS} />
        {state.awaited && <Text c="dimmed">{t('videos.will_add')}</Text>}
        <div>
          <Button
            type="submit"
            loading={busy}
            disabled={refused === null && (state.file === null || state.awaited)}
            variant={state.awaited ? 'default' : 'filled'}
          >
            {t(refused === null ? 'videos.add' : 'videos.send_subtitles')}
          </Button>
          {state.awaited && (
            <Button variant="subtle" onClick={() => upload.stopWaiting()}>
              {t('action.cancel')}
            </Button>
          )}
          {refused !== null && (
            <Button variant="subtle" onClick={() => onAdded(refused.videoId)}>
              {t('videos.without_subtitles')}
            </Button>
          )}
        </div>
      </form>
    </SidePanel>
  );
}
