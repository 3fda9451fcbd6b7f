/** The part of an account's data that concerns billing. */

import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import {
  billingCustomers,
  billingLedger,
  billingNotices,
  sandboxCheckouts,
  sandboxInvoices,
  sandboxSubscriptions,
  subscriptions,
} from '../../schema/billing.table.ts';

export function myDataOfBilling(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: billingCustomers, key: 'customer_id' }),
    tableSection(platform, accountId, { table: subscriptions, key: 'subscription_id' }),
    tableSection(platform, accountId, { table: billingLedger, key: 'id' }),
    tableSection(platform, accountId, { table: billingNotices, key: 'invoice_id' }),
    tableSection(platform, accountId, { table: sandboxCheckouts, key: 'id' }),
    tableSection(platform, accountId, { table: sandboxSubscriptions, key: 'id' }),
    tableSection(platform, accountId, { table: sandboxInvoices, key: 'id' }),
  ];
}
