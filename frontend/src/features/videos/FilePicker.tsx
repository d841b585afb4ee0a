import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import classes from './Videos.module.css';

const ACCEPTED = 'video/*,.mkv,.avi,.ts,.m2ts,.flv,.wmv,.srt,.vtt,.ass,.ssa';

/** Picks video files, and subtitle files of the same names with them, by button or by dropping them. */
export function FilePicker({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const { t } = useI18n();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onPick([...event.dataTransfer.files]);
  };
  return (
    // Dropping is a shortcut for the button inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileButton accept={ACCEPTED} multiple onChange={onPick}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
            {t('videos.pick')}
          </Button>
        )}
      </FileButton>
      <Text c="dimmed">{t('videos.drop')}</Text>
    </div>
  );
}
