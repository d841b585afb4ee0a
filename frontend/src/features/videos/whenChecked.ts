import { api, unwrap } from '@/api/client';

const CHECK_AGAIN_MS = 1_500;

/** Waits while the server computes the checksum of a large upload, which tells whether the project has the file. */
export async function whenChecked(id: string): Promise<void> {
  for (;;) {
    const { state } = await unwrap(api.GET('/api/v1/uploads/{id}', { params: { path: { id } } }));
    if (state !== 'checking') {
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_AGAIN_MS);
    });
  }
}
