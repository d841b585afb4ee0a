import { useMemo } from 'react';
import { useI18n } from '@/i18n/I18n';
import type { Draw } from './DrawnLane';
import { drawFilm } from './drawFilm';
import { drawShots } from './drawShots';
import { drawWave } from './drawWave';
import { FILM_HEIGHT } from './filmstrip';
import type { LaneSource, TimelineSources } from './sources';

interface DerivedLane {
  id: 'film' | 'wave' | 'shots';
  name: string;
  height: number;
  source: LaneSource<unknown>;
  /** Null while there is nothing to draw. */
  draw: Draw | null;
}

/** The lanes that show the video itself, in the order in which they stand. */
export function useDerivedLanes({ film, wave, shots }: TimelineSources, duration: number): readonly DerivedLane[] {
  const { t } = useI18n();
  return useMemo(() => {
    const lanes: DerivedLane[] = [];
    if (film !== undefined) {
      const draw = film.state === 'ready' ? drawFilm(film.data, duration) : null;
      lanes.push({ id: 'film', name: t('timeline.film'), height: FILM_HEIGHT, source: film, draw });
    }
    if (wave !== undefined) {
      const draw = wave.state === 'ready' ? drawWave(wave.data) : null;
      lanes.push({ id: 'wave', name: t('timeline.wave'), height: 34, source: wave, draw });
    }
    if (shots !== undefined) {
      const draw = shots.state === 'ready' ? drawShots(shots.data) : null;
      lanes.push({ id: 'shots', name: t('timeline.shots'), height: 18, source: shots, draw });
    }
    return lanes;
  }, [film, wave, shots, duration, t]);
}
