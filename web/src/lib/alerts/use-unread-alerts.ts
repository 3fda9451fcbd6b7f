/** How many alert messages the account has not read. */
import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { useMe } from '../account/use-me.ts';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

/** The key of everything about messages; what changes them makes all of it load again. */
export const alertMessagesKey = ['alert-messages'] as const;
export const unreadAlertsKey = [...alertMessagesKey, 'unread'] as const;
const EVERY_MINUTE = 60_000;

/** 0 while it is not known. */
export function useUnreadAlerts(): number {
  const { data: user } = useMe();
  const { data } = useQuery({
    queryKey: unreadAlertsKey,
    queryFn: async ({ signal }) => (await call(listAlertMessages, { query: { unread: 'true', per_page: 1 } }, { signal })).total,
    enabled: user?.verified === true,
    refetchInterval: EVERY_MINUTE,
    retry: false,
  });
  return data ?? 0;
}
