/** The part of an account's data that concerns its alerts. */

import { sql } from 'drizzle-orm';
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { accountEvents, alertMailCounts, alertMembers, alertMessages, alerts } from '../../schema/alerts.table.ts';

/** How many rows an alert knows; which ones they are, its view shows. */
const knownRows = sql`jsonb_build_object('known_rows',
  (select coalesce(sum(bit_count(ids)), 0) from alert_members where alert_members.alert_id = own.id))`;

export function myDataOfAlerts(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: alerts, key: 'id', add: knownRows }, [alertMembers]),
    tableSection(platform, accountId, { table: alertMessages, key: 'id' }),
    tableSection(platform, accountId, { table: alertMailCounts, key: 'account_id' }),
    tableSection(platform, accountId, { table: accountEvents, key: 'id' }),
  ];
}
