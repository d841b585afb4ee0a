import { Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { formatTenths } from '@/lib/time';
import { cueIndexAt, searchCues, sortCues, type Cue } from './cues';
import type { Playback } from './Playback';
import { usePlaybackState } from './usePlayback';
import { useRowWindow } from './useRowWindow';
import classes from './CueList.module.css';

const ROW = 40;

/** The subtitles: searched, followed and clicked. Only the rows in sight are in the page. */
export function CueList({ playback, cues }: { playback: Playback; cues: readonly Cue[] }) {
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
          {tn('cues.count', found.length)}
        </span>
        <Checkbox
          size="xs"
          label={t('cues.follow')}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
      </div>
      {found.length === 0 ? (
        <p className={classes.none}>{t(cues.length === 0 ? 'cues.none' : 'cues.no_match')}</p>
      ) : (
        <Rows playback={playback} cues={found} follows={follows} />
      )}
    </section>
  );
}

function Rows({ playback, cues, follows }: { playback: Playback; cues: readonly Cue[]; follows: boolean }) {
  const { attach, onScroll, first, last, reveal } = useRowWindow(cues.length, ROW);
  const at = usePlaybackState(playback, ({ time }) => cueIndexAt(cues, time));
  const heard = usePlaybackState(playback, ({ time }) => (cues[at]?.end ?? -1) > time + 0.0005);
  useEffect(() => {
    if (follows && at >= 0) {
      reveal(at);
    }
  }, [follows, at, reveal]);
  return (
    <div ref={attach} className={classes.scroller} onScroll={onScroll} tabIndex={-1}>
      <ol className={classes.rows} style={{ height: cues.length * ROW }}>
        {cues.slice(first, last).map((cue, index) => {
          const place = first + index;
          return (
            <li
              key={cue.id}
              className={classes.row}
              style={{ top: place * ROW }}
              aria-setsize={cues.length}
              aria-posinset={place + 1}
            >
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
            </li>
          );
        })}
      </ol>
    </div>
  );
}
