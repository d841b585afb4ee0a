import { describe, expect, it } from 'vitest';
import { bounded, fit, pan, reveal, ticks, toPixel, toTime, viewOf, zoomAround } from './scale';

const hour = { duration: 3600, shortest: 0.4 };

describe('the view', () => {
  it('maps times to pixels and back', () => {
    const view = { start: 100, length: 50 };
    expect(toPixel(view, 1000, 125)).toBe(500);
    expect(toTime(view, 1000, 500)).toBe(125);
    expect(toTime(view, 0, 10)).toBe(100);
  });

  it('keeps the moment under the pointer where it is while zooming', () => {
    let view = fit(hour);
    const at = 1234.5;
    const before = toPixel(view, 900, at);
    for (let turn = 0; turn < 12; turn += 1) {
      view = zoomAround(view, at, 1.5, hour);
    }
    expect(view.length).toBeCloseTo(3600 / 1.5 ** 12, 6);
    expect(toPixel(view, 900, at)).toBeCloseTo(before, 6);
  });

  it('goes from the whole video to a few frames and no further', () => {
    expect(zoomAround(fit(hour), 10, 1e9, hour).length).toBe(0.4);
    expect(zoomAround({ start: 3599, length: 1 }, 3599.5, 1e-9, hour)).toEqual({ start: 0, length: 3600 });
  });

  it('never shows what is outside the video', () => {
    expect(bounded({ start: -5, length: 100 }, hour)).toEqual({ start: 0, length: 100 });
    expect(pan({ start: 3550, length: 40 }, 100, hour)).toEqual({ start: 3560, length: 40 });
    expect(fit({ duration: 0.2, shortest: 0.4 })).toEqual({ start: 0, length: 0.4 });
  });

  it('turns the page when the position leaves it, and only then', () => {
    const view = { start: 100, length: 50 };
    expect(reveal(view, 120, hour)).toBe(view);
    expect(reveal(view, 160, hour)).toEqual({ start: 155, length: 50 });
  });

  it('shows a stretch with room around it', () => {
    expect(viewOf({ start: 100, end: 140 }, hour)).toEqual({ start: 95, length: 50 });
  });
});

describe('the ruler', () => {
  it('takes the smallest step whose labels do not touch', () => {
    expect(ticks(fit(hour), 900, 80).step).toBe(600);
    const near = ticks({ start: 687.3, length: 10 }, 900, 80);
    expect(near.step).toBe(1);
    expect(near.major).toEqual([688, 689, 690, 691, 692, 693, 694, 695, 696, 697]);
    expect(near.minor.slice(0, 4)).toEqual([687.4, 687.6, 687.8, 688]);
  });

  it('does not drift at fine steps', () => {
    expect(ticks({ start: 3599, length: 1 }, 900, 80).major.slice(-3)).toEqual([3599.8, 3599.9, 3600]);
  });
});
