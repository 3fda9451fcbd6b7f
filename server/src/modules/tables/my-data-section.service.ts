/**
 * What an account's data contains about the data tables. Exported rows are stored as a bitmap, so they are counted, not
 * listed.
 */
import { sql } from 'drizzle-orm';
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { changeWalks } from '../../schema/change-walks.table.ts';
import { myRowVersions, rowListRows, rowLists, rowNotes, rowTags } from '../../schema/my-rows.table.ts';
import { scheduledExportFiles, scheduledExportParts, scheduledExports } from '../../schema/scheduled-exports.table.ts';
import { exportedRows, tableExports } from '../../schema/table-exports.table.ts';
import { tableLayouts, tableViews } from '../../schema/table-views.table.ts';
import { tableVisits } from '../../schema/table-visits.table.ts';

export function myDataOfTables(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: tableViews, key: 'id' }),
    tableSection(platform, accountId, { table: tableLayouts, key: 'table_name' }),
    tableSection(platform, accountId, { table: tableVisits, key: sql`(own.table_name || ' ' || own.view_id)` }),
    tableSection(
      platform,
      accountId,
      {
        table: rowLists,
        key: 'id',
        add: sql`jsonb_build_object('rows', array(select row_id from row_list_rows where list_id = own.id order by row_id))`,
      },
      [rowListRows],
    ),
    tableSection(platform, accountId, {
      table: rowTags,
      key: sql`(own.table_name || ' ' || own.folded || ' ' || lpad(own.row_id::text, 19, '0'))`,
    }),
    tableSection(platform, accountId, { table: rowNotes, key: 'id' }),
    tableSection(platform, accountId, { table: myRowVersions, key: 'table_name' }),
    tableSection(platform, accountId, { table: tableExports, key: 'id' }),
    tableSection(platform, accountId, { table: scheduledExports, key: 'id', omit: ['lease_token'] }),
    tableSection(platform, accountId, { table: scheduledExportFiles, key: 'id' }, [scheduledExportParts]),
    tableSection(platform, accountId, {
      table: changeWalks,
      key: sql`(own.table_name || ' ' || lpad(own.version::text, 19, '0'))`,
    }),
    tableSection(platform, accountId, {
      table: exportedRows,
      key: sql`(own.month || ' ' || own.table_name || ' ' || lpad(own.chunk::text, 10, '0'))`,
      omit: ['bits'],
      add: sql`jsonb_build_object('rows', bit_count(own.bits))`,
    }),
  ];
}
