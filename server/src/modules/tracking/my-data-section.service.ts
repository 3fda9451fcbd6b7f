/** The part of an account's data that concerns the names it tracks. */
import { sql } from 'drizzle-orm';
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { trackedSources } from '../../schema/tracking.table.ts';

export function myDataOfTracking(platform: Platform, accountId: number): DataSection[] {
  const source = sql`(select jsonb_build_object('network', network, 'name', display_name) from sources where id = own.source_id)`;
  return [tableSection(platform, accountId, { table: trackedSources, key: 'source_id', add: source })];
}
