import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { readPalette, type Palette } from './palette';
import type { View } from './scale';
import type { TimelineView } from './TimelineView';
import classes from './Timeline.module.css';

export interface Surface {
  context: CanvasRenderingContext2D;
  view: View;
  /** In CSS pixels. */
  width: number;
  height: number;
  palette: Palette;
}

export type Draw = (surface: Surface) => void;

interface DrawnLaneProps {
  view: TimelineView;
  width: number;
  height: number;
  /** Keep the same function for as long as it draws the same. */
  draw: Draw;
}

/**
 * A part of the timeline on a canvas. It is drawn whenever the view moves, without React. What it shows stands
 * elsewhere in words, for those who do not see it.
 */
export function DrawnLane({ view, width, height, draw }: DrawnLaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || width <= 0) {
      return undefined;
    }
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const palette = readPalette(element);
    const paint = (): void => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.textBaseline = 'middle';
      draw({ context, view: view.getState(), width, height, palette });
    };
    paint();
    return view.subscribe(paint);
  }, [view, width, height, draw, scheme]);
  return <canvas ref={canvas} className={classes.canvas} style={{ height }} aria-hidden />;
}
