import { Button, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react';
import { KeyCaps } from '@/components/KeyCaps';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { IconPress, lengthOf, selectionOf, TimeField, usePlaybackState } from '@/player';
import { contextOf } from '../clipContext';
import type { Question } from '../queries';
import type { Evidence, Keyed } from './draft';
import { EventChoice } from './EventChoice';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';
import classes from './Form.module.css';

interface EvidenceRowsProps {
  onAdd: () => void;
  clip: Question['revision']['clip'];
}

/** Where the evidence lies and what carries it. Taken from the marks in the player, or from the video's events. */
export function EvidenceRows({ onAdd, clip }: EvidenceRowsProps) {
  const { t, percent } = useI18n();
  const { draft, playback } = useForm();
  const { findings, id } = useFindings('evidence');
  const marks = usePlaybackState(playback, (state) => state.marks);
  const ready = selectionOf(marks) !== null;
  const parts = clip.segments ?? [{ start: 0, end: clip.video.duration ?? 0 }];
  const rows = draft.evidence.map(({ key, start, end }) => ({ key, title: '', start, end }));
  const { covered } = contextOf(parts, rows);
  return (
    <section className={classes.field} aria-label={t('form.evidence')} data-field="evidence">
      <h2 className={classes.heading}>
        {t('form.evidence')}
        {draft.evidence.length > 0 && (
          <span className={classes.note}>
            {' '}
            {t('form.evidence_covers', { share: percent(covered), length: formatSeconds(lengthOf(parts)) })}
          </span>
        )}
      </h2>
      <ul className={classes.rows}>
        {draft.evidence.map((row, index) => (
          <EvidenceRow key={row.key} row={row} index={index} />
        ))}
      </ul>
      <FindingLines findings={findings} id={id} />
      <div className={classes.line}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<KeyCaps keys="X" />}
          disabled={!ready}
          onClick={onAdd}
        >
          {t('form.add_evidence')}
        </Button>
        <EventChoice clip={clip} />
        {!ready && <span className={classes.note}>{t('form.evidence_hint')}</span>}
      </div>
    </section>
  );
}

function EvidenceRow({ row, index }: { row: Keyed<Evidence>; index: number }) {
  const { t } = useI18n();
  const { act, vocabulary, playback } = useForm();
  const path = `evidence.${index}`;
  const { findings, id, aria } = useFindings(path, `${path}.start`, `${path}.end`, `${path}.modalities`, `${path}.note`);
  const name = t('form.evidence_number', { number: index + 1 });
  const change = (changes: Partial<Evidence>, gesture?: string): void =>
    act({ type: 'change_evidence', key: row.key, changes }, gesture);
  return (
    <li className={classes.evidence} data-field={path} aria-label={name}>
      <div className={classes.line}>
        <TimeField
          label={t('timeline.edge.start', { name })}
          value={row.start}
          required
          error={aria['aria-invalid'] ? t('form.time_wrong') : undefined}
          onCommit={(time) => time !== null && change({ start: time })}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={t('timeline.edge.end', { name })}
          value={row.end}
          required
          error={aria['aria-invalid'] ? t('form.time_wrong') : undefined}
          onCommit={(time) => time !== null && change({ end: time })}
        />
        <IconPress
            small
          label={t('form.play_evidence', { name })}
          icon={IconPlayerPlay}
          onPress={() => {
            playback.setMarks({ start: row.start, end: row.end });
            playback.setLooping(true);
          }}
        />
        <span className={classes.push}>
          <IconPress small label={t('workspace.remove', { name })} icon={IconX} onPress={() => act({ type: 'remove_evidence', key: row.key })} />
        </span>
      </div>
      <div className={classes.line}>
        <span className={classes.modalities} role="group" aria-label={t('form.modalities', { name })}>
          {vocabulary.modalities.map((modality) => {
            const on = row.modalities.includes(modality);
            return (
              <button
                key={modality}
                type="button"
                className={classes.modality}
                aria-pressed={on}
                onClick={() =>
                  change({
                    modalities: vocabulary.modalities.filter((each) => (each === modality ? !on : row.modalities.includes(each))),
                  })
                }
              >
                {t(`form.modality.${modality}`)}
              </button>
            );
          })}
        </span>
      <TextInput
        className={classes.grow}
        size="xs"
        aria-label={t('form.evidence_note', { name })}
        placeholder={t('form.evidence_note_placeholder')}
        value={row.note}
        onChange={(event) => change({ note: event.currentTarget.value }, `${row.key} note`)}
      />
      </div>
      <FindingLines findings={findings} id={id} />
    </li>
  );
}
