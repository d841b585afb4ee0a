import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages } from '@/components/problemText';
import { useEditCue } from '@/components/subtitles/queries';
import { useI18n } from '@/i18n/I18n';
import { TimeField, type Cue } from '@/player';
import classes from './CueEditor.module.css';

interface CueEditorProps {
  videoId: number;
  /** Of the subtitles as they are shown. */
  version: number;
  cue: Cue;
  onDone: () => void;
}

const FIELDS = ['start', 'end', 'speaker', 'text'];

/** One line of the subtitles, being edited where it stands. Escape leaves it as it was. */
export function CueEditor({ videoId, version, cue, onDone }: CueEditorProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [draft, setDraft] = useState({ start: cue.start, end: cue.end, speaker: cue.speaker ?? '', text: cue.text });
  const edit = useEditCue(videoId);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const messages = fieldMessages(edit.error, i18n);
  const save = (): void =>
    edit.mutate({ number: Number(cue.id.slice(1)), version, ...draft }, { onSuccess: onDone });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      save();
    }
  };
  return (
    // The keys belong to the fields inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={classes.editor}
      aria-label={t('subtitles.edit')}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={classes.line}>
        <TimeField
          label={t('subtitles.start')}
          value={draft.start}
          required
          error={messages.start}
          onCommit={(start) => start !== null && setDraft({ ...draft, start })}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={t('subtitles.end')}
          value={draft.end}
          required
          error={messages.end}
          onCommit={(end) => end !== null && setDraft({ ...draft, end })}
        />
        <TextInput
          className={classes.speaker}
          size="xs"
          aria-label={t('subtitles.speaker')}
          placeholder={t('subtitles.speaker')}
          value={draft.speaker}
          error={messages.speaker}
          onChange={(event) => setDraft({ ...draft, speaker: event.currentTarget.value })}
        />
      </div>
      <Textarea
        size="xs"
        rows={2}
        ref={field}
        aria-label={t('subtitles.text')}
        value={draft.text}
        error={messages.text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
      />
      <div className={classes.line}>
        <Button type="submit" size="compact-xs" loading={edit.isPending}>
          {t('action.save')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onDone}>
          {t('action.cancel')}
        </Button>
        <ErrorLine error={edit.error} fields={FIELDS} />
      </div>
    </form>
  );
}
