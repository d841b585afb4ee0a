/** HTMLMediaElement.HAVE_METADATA: length and size are known, so that one can seek. */
export const HAVE_METADATA = 1;

/** MediaError.MEDIA_ERR_DECODE: what came is no video that the browser can play. */
export const UNDECODABLE = 3;

const ASKED = 'asked';

/** The same address, told apart from the one asked before by a counter that the server does not read. */
export function askedAnew(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.set(ASKED, String(Number(url.searchParams.get(ASKED) ?? '0') + 1));
  return url.href;
}
