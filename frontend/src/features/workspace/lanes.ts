import type { Translate } from '@/i18n/I18n';
import type { Lane, LaneSpan, Span } from '@/player';
import type { Candidate } from './drafting/queries';
import type { EventInHand } from './events/useEvents';
import type { Clip, Question } from './queries';

/** The spans of a cut clip; a whole video has none. Keys begin with the clip's id. */
export function clipSpans({ id, public_id, segments }: Clip, selected: number | null): LaneSpan[] {
  const many = segments !== null && segments.length > 1;
  return (segments ?? []).map(({ start, end }, index) => ({
    key: `${id}.${index}`,
    start,
    end,
    tone: 'clip',
    name: many ? `${public_id} · ${index + 1}` : public_id,
    selected: id === selected,
  }));
}

/** Clips that are proposed and not decided on. Keys are their ids. */
export const candidatesLane = (rows: readonly Candidate[], selected: number | null, t: Translate): Lane => ({
  id: 'candidates',
  name: t('workspace.lane.candidates'),
  spans: rows
    .filter(({ state }) => state === 'open')
    .map(({ id, start, end }, index) => ({
      key: String(id), start, end, tone: 'candidate', name: String(index + 1), selected: id === selected,
    })),
});

/** What the person has watched. */
export const watchedLane = (ranges: readonly Span[], t: Translate): Lane => ({
  id: 'watched',
  name: t('workspace.lane.watched'),
  spans: ranges.map(({ start, end }) => ({ key: String(start), start, end, tone: 'watched', name: '' })),
});

/** The events of the video. Keys are their ids. */
export const eventsLane = (rows: readonly EventInHand[], selected: number | null, t: Translate): Lane => ({
  id: 'events',
  name: t('workspace.lane.events'),
  spans: rows.map(({ event, content: { start, end, title } }) => ({
    key: String(event.id), start, end, tone: 'event', name: title, selected: event.id === selected,
  })),
});

type Rows = Pick<Question['revision'], 'evidence' | 'items'>;

/** The evidence of a question. Keys are the places of the rows, from 0. */
export const evidenceLane = ({ evidence }: Pick<Rows, 'evidence'>, t: Translate): Lane => ({
  id: 'evidence',
  name: t('form.evidence'),
  spans: evidence.map(({ start, end }, index) => ({
    key: String(index), start, end, tone: 'evidence', name: t('form.evidence_number', { number: index + 1 }),
  })),
});

/** The stages of a question that have a time; no lane when none has. Keys are the places of the rows, from 0. */
export function stageLanes({ items }: Pick<Rows, 'items'>, t: Translate): Lane[] {
  const spans = items.flatMap(({ anchor_time: time }, index): LaneSpan[] =>
    time === null ? [] : [{ key: String(index), start: time, end: time, tone: 'stage', name: `S${index + 1}` }],
  );
  return spans.length === 0 ? [] : [{ id: 'stages', name: t('form.items.S'), spans }];
}
