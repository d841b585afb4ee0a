import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultOptions } from 'tus-js-client';
import { checkedStack, checksumOf } from './checkedStack';

const EMPTY = 'sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

function fakeRequest() {
  const sent = vi.fn().mockResolvedValue({});
  const setHeader = vi.fn();
  const request = { send: sent, setHeader, abort: vi.fn().mockResolvedValue(undefined) };
  vi.spyOn(defaultOptions.httpStack, 'createRequest').mockReturnValue(request as never);
  return { sent, setHeader };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a piece of a file', () => {
  it('goes out with its checksum', async () => {
    const { sent, setHeader } = fakeRequest();
    const piece = new Blob([]);
    await checkedStack.createRequest('PATCH', '/x').send(piece);
    expect(setHeader).toHaveBeenCalledWith('Upload-Checksum', EMPTY);
    expect(sent).toHaveBeenCalledWith(piece);
  });

  it('goes out without one where the browser computes none', async () => {
    vi.stubGlobal('crypto', {});
    expect(await checksumOf(new Blob(['x']))).toBeNull();
    const { sent, setHeader } = fakeRequest();
    await checkedStack.createRequest('PATCH', '/x').send(new Blob(['x']));
    expect(setHeader).not.toHaveBeenCalled();
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('is not sent after all when the upload was paused meanwhile', async () => {
    const { sent } = fakeRequest();
    const request = checkedStack.createRequest('PATCH', '/x');
    void request.send(new Blob(['x']));
    await request.abort();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(sent).not.toHaveBeenCalled();
  });

  it('leaves other requests as they are', async () => {
    const { sent, setHeader } = fakeRequest();
    await checkedStack.createRequest('POST', '/x').send(null);
    expect(sent).toHaveBeenCalledWith(null);
    expect(setHeader).not.toHaveBeenCalled();
  });
});
