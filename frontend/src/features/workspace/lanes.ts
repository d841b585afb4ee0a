import type { Translate } from '@/i18n/I18n';
import type { Lane, LaneSpan, Span } from '@/player';
import type { Clip } from './queries';

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

/** What the person has watched. */
export const watchedLane = (ranges: readonly Span[], t: Translate): Lane => ({
  id: 'watched',
  name: t('workspace.lane.watched'),
  spans: ranges.map(({ start, end }) => ({ key: String(start), start, end, tone: 'watched', name: '' })),
});
