import { useMutation } from '@tanstack/react-query';
import { api, done } from '@/api/client';

/** Ends the session and leaves nothing of the person's data in the page. */
export function useLogOut() {
  return useMutation({
    mutationFn: () => done(api.DELETE('/api/v1/session')),
    // A full load, so that no cached answer of this person survives in memory.
    onSuccess: () => window.location.assign('/login'),
  });
}
