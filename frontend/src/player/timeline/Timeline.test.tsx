import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { show as inPage } from '@/test/page';
import { Playback } from '../Playback';
import type { TimelineSources } from './sources';
import { Timeline } from './Timeline';

const show = (sources: TimelineSources) =>
  inPage(<Timeline playback={new Playback()} duration={3600} frames={null} sources={sources} />);

describe('lanes of the video itself', () => {
  it('say how far they are, why they failed, and have it tried again', async () => {
    const onRetry = vi.fn();
    show({
      film: { state: 'making', progress: 0.43 },
      wave: { state: 'failed', reason: 'The sound is damaged.', retrying: false, onRetry },
      shots: { state: 'making', progress: null },
    });
    expect(screen.getByText('Being made, 43%')).toBeInTheDocument();
    expect(screen.getByText('Waits for its turn to be made')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('The sound is damaged.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('stand only where they are given, and stay folded for the next video', async () => {
    const { unmount } = show({ wave: { state: 'silent' } });
    expect(screen.queryByRole('button', { name: 'Fold or unfold: Film' })).toBeNull();
    const name = screen.getByRole('button', { name: 'Fold or unfold: Sound' });
    expect(name).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(name);
    expect(name).toHaveAttribute('aria-expanded', 'false');
    unmount();
    show({ wave: { state: 'silent' } });
    expect(screen.getByRole('button', { name: 'Fold or unfold: Sound' })).toHaveAttribute('aria-expanded', 'false');
  });
});
