/** The alerts of the account and what they told, as the server keeps them. */

import { listAlertMessages, readAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { type Alert, listAlerts } from '@leadloom/shared/contract/alerts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { alertMessagesKey, unreadAlertsKey } from '../../lib/alerts/use-unread-alerts.ts';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';

const alertsKey = ['alerts'] as const;
export const MESSAGES_A_PAGE = 20;
/** Alerts look for changes every few seconds. */
export const LOOK_AGAIN_MS = 10_000;

export function useAlerts() {
  return useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }): Promise<readonly Alert[]> => (await call(listAlerts, {}, { signal })).data,
  });
}

/** @param page from 1 @param every milliseconds after which they are asked for again; absent: never */
export function useAlertMessages(page: number, every?: number) {
  return useQuery({
    queryKey: [...alertMessagesKey, 'page', page],
    queryFn: ({ signal }) => call(listAlertMessages, { query: { page, per_page: MESSAGES_A_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  });
}

/** The same for as long as somebody looks at them, who sees new ones; then the bell counts them, too. */
export function useFollowedMessages(page: number) {
  const queryClient = useQueryClient();
  const query = useAlertMessages(page, LOOK_AGAIN_MS);
  const newest = query.data?.data[0]?.id;
  useEffect(() => {
    if (newest !== undefined) void queryClient.invalidateQueries({ queryKey: unreadAlertsKey });
  }, [queryClient, newest]);
  return query;
}

/** Loads alerts and messages again, after a change. */
export function useReloadAlerts(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: alertsKey }),
      queryClient.invalidateQueries({ queryKey: alertMessagesKey }),
    ]);
  }, [queryClient]);
}

/** @param ids null: all */
export function markRead(ids: readonly number[] | null): Promise<undefined> {
  return call(readAlertMessages, { body: ids === null ? { all: true } : { ids: [...ids] } });
}
