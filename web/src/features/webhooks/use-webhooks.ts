/** The webhooks of the account and what they were told, as the server keeps them. */
import { listWebhookDeliveries, listWebhooks, type Webhook } from '@leadloom/shared/contract/webhooks';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { DELIVERIES_A_PAGE, lookAgainAt } from '../../components/deliveries/delivery-list.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useQuery } from '../../lib/query/use-query.ts';

const webhooksKey = ['webhooks'] as const;

export function useWebhooks() {
  return useQuery({
    queryKey: [...webhooksKey, 'list'],
    queryFn: async ({ signal }): Promise<readonly Webhook[]> => (await call(listWebhooks, {}, { signal })).data,
  });
}

/** @param page from 1 */
export function useDeliveries(webhookId: string, page: number) {
  return useQuery({
    queryKey: [...webhooksKey, 'deliveries', webhookId, page],
    queryFn: ({ signal }) =>
      call(
        listWebhookDeliveries,
        { params: { webhook_id: webhookId }, query: { page, per_page: DELIVERIES_A_PAGE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgainAt(state.data),
  });
}

/** Loads webhooks and deliveries again, after a change. */
export function useReloadWebhooks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: webhooksKey }), [queryClient]);
}
