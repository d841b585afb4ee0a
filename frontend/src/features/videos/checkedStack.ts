import { defaultOptions, type HttpStack } from 'tus-js-client';

/** The digest of some bytes as tus wants it; null where the browser computes none (pages that are not secure). */
export async function checksumOf(body: Blob): Promise<string | null> {
  // Browsers leave `subtle` out of pages that did not come over TLS.
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  if (subtle === undefined) {
    return null;
  }
  const digest = new Uint8Array(await subtle.digest('SHA-256', await body.arrayBuffer()));
  return `sha256 ${btoa(String.fromCharCode(...digest))}`;
}

/** Sends each piece of a file with its checksum, so that the server throws a damaged one away and it is sent again. */
export const checkedStack: HttpStack = {
  getName: () => 'CheckedStack',
  createRequest: (method, url) => {
    const request = defaultOptions.httpStack.createRequest(method, url);
    if (method !== 'PATCH') {
      return request;
    }
    const send = request.send.bind(request);
    const abort = request.abort.bind(request);
    let ended = false;
    request.send = async (body: unknown) => {
      const checksum = body instanceof Blob ? await checksumOf(body) : null;
      if (ended) {
        // Paused while the checksum was computed: an answer that never comes, as for any request that was aborted.
        return new Promise<never>(() => undefined);
      }
      if (checksum !== null) {
        request.setHeader('Upload-Checksum', checksum);
      }
      return send(body);
    };
    request.abort = () => {
      ended = true;
      return abort();
    };
    return request;
  },
};
