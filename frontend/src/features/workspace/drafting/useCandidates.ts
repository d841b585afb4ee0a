import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useKeys } from '@/keys/useKeys';
import { roundToMillis } from '@/lib/time';
import type { Playback } from '@/player';
import { useProject } from '@/session/project';
import { candidatesQuery, useActOnCandidate, type Candidate } from './queries';

interface Options {
  videoId: number;
  playback: Playback;
  /** The keys act only while the list is looked at. */
  active: boolean;
  onClip: (id: number) => void;
}

/** The candidates of a video, the one in hand, and what is done with it by hand or key. */
export function useCandidates({ videoId, playback, active, onClip }: Options) {
  const project = useProject();
  const query = useQuery(candidatesQuery(videoId));
  const act = useActOnCandidate(videoId);
  const [id, setId] = useState<number | null>(null);
  const rows = query.data ?? NONE;
  const current = rows.find((row) => row.id === id) ?? null;
  const mayDecide = project.has('annotator', 'admin');

  const show = useCallback(
    (row: Candidate | undefined): void => {
      setId(row?.id ?? null);
      if (row !== undefined) {
        playback.seek(row.start);
      }
    },
    [playback],
  );
  const pick = useCallback((next: number | null): void => show(rows.find((row) => row.id === next)), [show, rows]);
  /** The open candidate before or after the one in hand. */
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => row.id === id);
    const others = by === 1 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).toReversed();
    show(others.find(({ state }) => state === 'open') ?? (at === -1 ? rows.find(({ state }) => state === 'open') : (current ?? undefined)));
  };
  const accept = (row: Candidate): void =>
    act.mutate(
      { id: row.id, act: 'acceptance', version: row.version },
      {
        onSuccess: ({ clip }) => {
          if (clip !== null) {
            onClip(clip.id);
          }
          step(1);
        },
      },
    );
  const drop = (row: Candidate): void => act.mutate({ id: row.id, act: 'removal' }, { onSuccess: () => step(1) });
  const adjust = (row: Candidate, changes: { start?: number; end?: number }): void =>
    act.mutate({
      id: row.id,
      act: 'adjust',
      version: row.version,
      start: roundToMillis(changes.start ?? row.start),
      end: roundToMillis(changes.end ?? row.end),
    });
  const play = (row: Candidate): void => {
    playback.setMarks({ start: row.start, end: row.end });
    playback.setLooping(true);
  };
  const onOpen = (run: (row: Candidate) => void) => () => {
    if (current !== null && current.state === 'open' && !act.isPending) {
      run(current);
    }
  };
  const enabled = active && mayDecide;
  useKeys([
    { keys: ['A'], label: 'keys.candidates.accept', group: 'marking', enabled, run: onOpen(accept) },
    { keys: ['D'], label: 'keys.candidates.drop', group: 'marking', enabled, run: onOpen(drop) },
    { keys: ['['], label: 'keys.candidates.previous', group: 'marking', enabled: active, run: () => step(-1) },
    { keys: [']'], label: 'keys.candidates.next', group: 'marking', enabled: active, run: () => step(1) },
  ]);
  return { query, rows, current, act, pick, step, accept, drop, adjust, play, mayDecide };
}

const NONE: readonly Candidate[] = [];
