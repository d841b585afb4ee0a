import { api, unwrap } from '@/api/client';

/** Gives a new video its subtitles, names at the beginning of lines as speakers. */
export const sendSubtitles = (videoId: number, file: File) =>
  unwrap(
    api.POST('/api/v1/videos/{id}/subtitles', {
      params: { path: { id: videoId } },
      // The generated type of a file is text; the serializer below sends the file itself.
      body: { file: file.name, encoding: '', names: 'speakers' },
      bodySerializer: () => {
        const form = new FormData();
        form.set('file', file);
        form.set('names', 'speakers');
        return form;
      },
    }),
  );
