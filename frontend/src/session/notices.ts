import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Notice = Schema<'Notification'>;
export type NoticeSettings = Schema<'NotificationSettings'>;

const LOOK_AGAIN = 60_000;

/** How many of my notices are unread; looked up again every minute while the page is in sight. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/notifications/unread', { signal })),
  refetchInterval: LOOK_AGAIN,
});

export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: ['notices', 'list', page],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/notifications', { params: { query: { page } }, signal })),
  });

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/notification-settings', { signal })),
});

function useChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['notices'] });
}

export function useReadNotice() {
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/v1/notifications/{id}/reading', { params: { path: { id } } })),
    onSuccess: useChanged(),
  });
}

export function useReadAllNotices() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/notifications/readings')),
    onSuccess: useChanged(),
  });
}

export function useChangeNoticeSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<NoticeSettings>) => unwrap(api.PATCH('/api/v1/notification-settings', { body })),
    onSuccess: (settings) => {
      queries.setQueryData(noticeSettingsQuery.queryKey, settings);
    },
  });
}
