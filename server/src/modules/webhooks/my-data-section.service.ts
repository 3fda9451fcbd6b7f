/** The part of an account's data that concerns its webhooks, without their secrets. */
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';

export function myDataOfWebhooks(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: webhooks, key: 'id', omit: ['secret', 'previous_secret'] }),
    tableSection(platform, accountId, { table: webhookDeliveries, key: 'id', omit: ['lease_token'] }),
  ];
}
