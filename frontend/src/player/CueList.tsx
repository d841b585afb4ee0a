import { Checkbox, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { formatTenths } from '@/lib/time';
import { cueIndexAt, searchCues, sortCues, type Cue } from './cues';
import { IconPress } from './IconPress';
import type { Playback } from './Playback';
import { usePlaybackState } from './usePlayback';
import { useRowWindow } from './useRowWindow';
import classes from './CueList.module.css';

const ROW = 40;

/** The room that a line takes while it is edited. */
const EDITOR = 152;

interface CueListProps {
  playback: Playback;
  cues: readonly Cue[];
  /** They are on their way: that there are none is not said yet. */
  loading?: boolean;
  /** With it lines can be edited where they stand: what is shown in the place of a line until `onDone` is called. */
  editor?: (cue: Cue, onDone: () => void) => ReactNode;
}

/** The subtitles: searched, followed, clicked and edited. Only the rows in sight are in the page. */
export function CueList({ playback, cues, loading = false, editor }: CueListProps) {
  const { t, tn } = useI18n();
  const [query, setQuery] = useState('');
  const [follows, setFollows] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const sorted = useMemo(() => sortCues(cues), [cues]);
  const found = useMemo(() => searchCues(sorted, query), [sorted, query]);
  useKeys([{ keys: ['F'], label: 'keys.cues.find', group: 'playback', run: () => field.current?.focus() }]);
  return (
    <section className={classes.cues} aria-label={t('cues.title')}>
      <div className={classes.tools}>
        <TextInput
          ref={field}
          className={classes.search}
          size="xs"
          aria-label={t('cues.search')}
          placeholder={t('cues.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            query !== '' && <CloseButton size="xs" aria-label={t('filter.clear_search')} onClick={() => setQuery('')} />
          }
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setQuery('');
              event.currentTarget.blur();
            }
          }}
        />
        <span className={classes.count} role="status">
          {!loading && tn('cues.count', found.length)}
        </span>
        <Checkbox
          size="xs"
          label={t('cues.follow')}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
      </div>
      {loading ? (
        <div className={classes.loading} role="status" aria-label={t('cues.loading')}>
          {[62, 84, 48, 71].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} />
          ))}
        </div>
      ) : found.length === 0 ? (
        <p className={classes.none}>{t(cues.length === 0 ? 'cues.none' : 'cues.no_match')}</p>
      ) : (
        <Rows playback={playback} cues={found} follows={follows} editor={editor} />
      )}
    </section>
  );
}

interface RowsProps {
  playback: Playback;
  cues: readonly Cue[];
  follows: boolean;
  editor: CueListProps['editor'];
}

function Rows({ playback, cues, follows, editor }: RowsProps) {
  const { t } = useI18n();
  const { attach, onScroll, first, last, reveal } = useRowWindow(cues.length, ROW);
  const [editing, setEditing] = useState<string | null>(null);
  const at = usePlaybackState(playback, ({ time }) => cueIndexAt(cues, time));
  const heard = usePlaybackState(playback, ({ time }) => (cues[at]?.end ?? -1) > time + 0.0005);
  const editingAt = editing === null ? -1 : cues.findIndex(({ id }) => id === editing);
  const more = editingAt < 0 ? 0 : EDITOR - ROW;
  useEffect(() => {
    // Whoever edits a line wants it to stay where it is.
    if (follows && at >= 0 && editing === null) {
      reveal(at);
    }
  }, [follows, at, reveal, editing]);
  return (
    <div ref={attach} className={classes.scroller} onScroll={onScroll} tabIndex={-1}>
      <ol className={classes.rows} style={{ height: cues.length * ROW + more }}>
        {cues.slice(first, last).map((cue, index) => {
          const place = first + index;
          return (
            <li
              key={cue.id}
              className={classes.row}
              style={{ top: place * ROW + (editingAt >= 0 && place > editingAt ? more : 0), height: place === editingAt ? EDITOR : ROW }}
              aria-setsize={cues.length}
              aria-posinset={place + 1}
            >
              {place === editingAt && editor !== undefined ? (
                editor(cue, () => setEditing(null))
              ) : (
                <>
                  <button
                    type="button"
                    className={classes.cue}
                    data-now={place === at && heard}
                    aria-current={place === at && heard ? 'time' : undefined}
                    title={cue.text}
                    onClick={() => playback.seek(cue.start)}
                    onDoubleClick={() => playback.setMarks({ start: cue.start, end: cue.end })}
                  >
                    <span className={classes.time}>{formatTenths(cue.start)}</span>
                    <span className={classes.text}>
                      {cue.speaker !== null && cue.speaker !== '' && <b className={classes.speaker}>{cue.speaker} </b>}
                      {cue.text}
                    </span>
                  </button>
                  {editor !== undefined && (
                    <span className={classes.edit}>
                      <IconPress
                        small
                        label={t('subtitles.edit')}
                        icon={IconPencil}
                        onPress={() => {
                          playback.pause();
                          playback.seek(cue.start);
                          setEditing(cue.id);
                        }}
                      />
                    </span>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
