import { Button, Checkbox, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { useStep, type ReleaseDraft } from './queries';
import classes from './Releases.module.css';

/** The splits for a share of sources that is held out, in whole percent. */
function splitsFor(percent: number): ReleaseDraft['splits'] {
  if (percent === 0) {
    return [{ name: 'test', share: '1', held_out: false }];
  }
  return [
    { name: 'dev', share: ((100 - percent) / 100).toFixed(2), held_out: false },
    { name: 'test', share: (percent / 100).toFixed(2), held_out: true },
  ];
}

export function DraftForm({ projectId }: { projectId: number }) {
  const { t } = useI18n();
  const step = useStep();
  const [version, setVersion] = useState('');
  const [notes, setNotes] = useState('');
  const [videos, setVideos] = useState(true);
  const [heldOut, setHeldOut] = useState<number | string>(0);
  const [licences, setLicences] = useState<string[]>([]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    step.mutate({
      do: 'draft',
      body: {
        project: projectId,
        version: version.trim(),
        notes,
        videos_form: videos ? 'included' : 'referenced',
        splits: splitsFor(Number(heldOut)),
        allowed_licences: licences,
      },
    });
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={t('releases.draft')}>
      <TextInput
        label={t('releases.version')}
        value={version}
        maxLength={30}
        required
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <Textarea label={t('releases.notes')} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} />
      <Checkbox
        label={t('releases.include_videos')}
        description={t('releases.include_videos_note')}
        checked={videos}
        onChange={(event) => setVideos(event.currentTarget.checked)}
      />
      <NumberInput
        label={t('releases.held_out')}
        description={t('releases.held_out_note')}
        value={heldOut}
        min={0}
        max={99}
        allowDecimal={false}
        onChange={setHeldOut}
      />
      <TagsInput
        label={t('releases.licences')}
        description={t('releases.licences_note')}
        value={licences}
        onChange={setLicences}
      />
      {step.error !== null && <ErrorLine error={step.error} />}
      <div>
        <Button type="submit" loading={step.isPending}>
          {t('releases.draft')}
        </Button>
      </div>
    </form>
  );
}
