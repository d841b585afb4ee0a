/** How long a hold still lasts, told by a clock of this computer that may be wrong. Milliseconds throughout. */

export const MINUTE = 60_000;

/** From here on the clock is shown to the second and asks for attention. */
export const SOON = 5 * MINUTE;

/**
 * The end of a hold on this computer's clock: the server's end, moved by how far the two clocks are apart. `answered`
 * is the answer's Date header; without one both clocks are taken to agree.
 */
export function localEnd(expiresAt: string, answered: string | null, now: number): number {
  const server = answered === null ? Number.NaN : Date.parse(answered);
  return Date.parse(expiresAt) + (Number.isNaN(server) ? 0 : now - server);
}

export type LeaseMood = 'calm' | 'soon' | 'over';

export function leaseMood(left: number): LeaseMood {
  if (left <= 0) {
    return 'over';
  }
  return left <= SOON ? 'soon' : 'calm';
}

/** "28 min" is shown as its number; the last minutes as m:ss. Both are rounded up: what is shown is never over yet. */
export function leaseLeft(left: number): { minutes: number } | { clock: string } {
  if (leaseMood(left) === 'calm') {
    return { minutes: Math.ceil(left / MINUTE) };
  }
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return { clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` };
}

/** A sign of life is due: something was played, or the page is in use and the last one is a minute ago. */
export function beatIsDue(state: { unsent: boolean; inUse: boolean; sinceLast: number }): boolean {
  return state.unsent || (state.inUse && state.sinceLast >= MINUTE);
}
