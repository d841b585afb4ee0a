import { useMemo } from 'react';
import { useI18n } from '@/i18n/I18n';
import { Player, Timeline, type Cue, type Lane } from '@/player';
import { evidenceSpans, playedSpans, stageSpans, type LaneNames } from './itemMarks';
import type { Desk } from './useDesk';
import classes from './Verdict.module.css';

/** The prepared video on its own timeline; speakers, stages and evidence only once the reference is in sight. */
export function ItemPlayer({ desk: { assignment, playback, hold, seen }, src }: { desk: Desk; src: string }) {
  const { t } = useI18n();
  const { media, reference, as_model_sees } = assignment;
  const cues = useMemo<readonly Cue[]>(() => {
    const speakers = new Map(reference?.subtitles?.map(({ id, speaker }) => [id, speaker]) ?? []);
    return media.cues.map((cue) => ({ ...cue, speaker: speakers.get(cue.id) ?? null }));
  }, [media.cues, reference?.subtitles]);
  const names = useMemo<LaneNames>(
    () => ({
      stage: (id) => id,
      evidence: (number) => t('verdict.evidence_number', { number }),
      played: t('verdict.lane_played'),
    }),
    [t],
  );
  const marks = useMemo<readonly Lane[]>(() => {
    const go = (spans: Lane['spans']) => (key: string) => playback.seek(spans.find((span) => span.key === key)?.start ?? 0);
    const stages = stageSpans(assignment, names);
    const evidence = evidenceSpans(assignment, names);
    return [
      ...(stages.length > 0 ? [{ id: 'stages', name: t('verdict.stages'), spans: stages, onPick: go(stages) }] : []),
      { id: 'evidence', name: t('verdict.evidence'), spans: evidence, onPick: go(evidence) },
    ];
  }, [assignment, names, playback, t]);
  const lanes = useMemo<readonly Lane[]>(
    () => [
      { id: 'played', name: t('verdict.lane_played'), spans: playedSpans(hold.watched, names) },
      ...(seen ? marks : []),
    ],
    [hold.watched, marks, names, seen, t],
  );
  return (
    <>
      <Player
        playback={playback}
        src={src}
        label={t('verdict.video', { id: as_model_sees.video_id })}
        cues={cues}
        marking={false}
      />
      {media.duration === null ? (
        <p className={classes.note}>{t('verdict.no_length')}</p>
      ) : (
        <Timeline playback={playback} duration={media.duration} frames={null} cues={cues} lanes={lanes} />
      )}
    </>
  );
}
