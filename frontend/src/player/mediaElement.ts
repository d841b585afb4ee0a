/** HTMLMediaElement.HAVE_METADATA: length and size are known, so that one can seek. */
export const HAVE_METADATA = 1;
