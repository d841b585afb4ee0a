import { queryOptions } from '@tanstack/react-query';
import { defaultOptions, Upload, type PreviousUpload } from 'tus-js-client';
import { api, unwrap } from '@/api/client';
import { csrfToken } from '@/api/csrf';
import { ApiError } from '@/api/problems';

/** An upload that was begun in this browser and not finished: the page was closed, or the machine. */
export interface Unfinished {
  name: string;
  size: number;
  /** Bytes that are on the server. */
  offset: number;
  storageKey: string;
  address: string;
}

const storage = defaultOptions.urlStorage;

async function look(upload: PreviousUpload): Promise<Unfinished | null> {
  const address = upload.uploadUrl;
  const id = address === null ? undefined : new URL(address, window.location.origin).pathname.split('/').at(-1);
  if (address === null || id === undefined) {
    return null;
  }
  try {
    const { filename, size, offset, taken_at: taken } = await unwrap(
      api.GET('/api/v1/uploads/{id}', { params: { path: { id } } }),
    );
    return taken === null ? { name: filename, size, offset, storageKey: upload.urlStorageKey, address } : null;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) {
      // It has expired, so nothing can go on from it.
      await storage.removeUpload(upload.urlStorageKey);
      return null;
    }
    throw error;
  }
}

export const unfinishedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['uploads', projectId, 'unfinished'],
    queryFn: async (): Promise<Unfinished[]> => {
      const all = await storage.findAllUploads();
      const ours = all.filter(({ urlStorageKey }) => urlStorageKey.startsWith(`tus::longemo-${projectId}-`));
      const found = await Promise.all(ours.map(look));
      return found.filter((upload) => upload !== null);
    },
    staleTime: 0,
  });

/** Throws an unfinished upload away, here and on the server. */
export async function forget({ storageKey, address }: Unfinished): Promise<void> {
  const onBeforeRequest = async (request: { setHeader: (name: string, value: string) => void }): Promise<void> => {
    request.setHeader('X-CSRFToken', await csrfToken());
  };
  await Upload.terminate(address, { onBeforeRequest, retryDelays: null });
  await storage.removeUpload(storageKey);
}
