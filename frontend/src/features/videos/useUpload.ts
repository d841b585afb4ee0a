import { useEffect, useSyncExternalStore } from 'react';
import { uploadOf, type FileUpload, type UploadState } from './upload';

/** The project's upload and its state; warns before the page is left while something is being sent. */
export function useUpload(projectId: number): [FileUpload, UploadState] {
  const upload = uploadOf(projectId);
  const state = useSyncExternalStore(upload.subscribe, upload.read);
  const busy = state.phase === 'sending';
  useEffect(() => {
    if (!busy) {
      return undefined;
    }
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
  return [upload, state];
}
