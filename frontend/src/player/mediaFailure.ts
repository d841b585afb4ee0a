import { problemFrom } from '@/api/problems';
import type { MediaFailure } from './playbackState';

/** A player says only that something failed; asking for the first byte tells what. */
export async function learnFailure(address: string): Promise<MediaFailure> {
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { Range: 'bytes=0-0' },
      credentials: 'same-origin',
      // Where the server sends on to a storage elsewhere, this page may not read what that says.
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    return { kind: 'unreachable', detail: '' };
  }
  if (response.ok || response.type === 'opaqueredirect') {
    void response.body?.cancel();
    return { kind: 'undecodable', detail: '' };
  }
  const body: unknown = await response.json().catch(() => null);
  return { kind: 'refused', detail: problemFrom(response.status, body).message };
}
