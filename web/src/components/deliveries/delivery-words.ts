/** What deliveries are called. */
import type { WebhookDelivery } from '@leadloom/shared/contract/webhooks';

export const stateLabels: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** The last try in a few words; null: there was none. */
export function describeLastTry({ tries }: WebhookDelivery): string | null {
  const last = tries.at(-1);
  if (last === undefined) return null;
  const count = tries.length === 1 ? '1 try' : `${tries.length} tries`;
  const took = last.status === null ? `took ${last.ms} ms` : `answered ${last.status} in ${last.ms} ms`;
  return `${count}; last: ${last.error ?? took}`;
}
