/** What webhooks and their deliveries are called. */
import { type WebhookDelivery, type WebhookEvent, webhookEvents } from '@leadloom/shared/contract/webhooks';

export const stateLabels: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** Only operators are told of imports. */
export function offeredEvents(isOperator: boolean): readonly WebhookEvent[] {
  return webhookEvents.filter((event) => isOperator || event !== 'import.finished');
}

/** The last try in a few words; null: there was none. */
export function describeLastTry({ tries }: WebhookDelivery): string | null {
  const last = tries.at(-1);
  if (last === undefined) return null;
  const count = tries.length === 1 ? '1 try' : `${tries.length} tries`;
  const outcome = last.error ?? `answered ${last.status} in ${last.ms} ms`;
  return `${count}; last: ${outcome}`;
}
