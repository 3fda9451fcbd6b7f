/**
 * Filters by what the workspace's CRMs have. A row has a record if one has the row's domain or email, or if the row was pushed to
 * it. Records that the last reading did not find are gone.
 */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName, hostKey, loweredText } from '../../../schema/data-table.ts';

type CrmTest = Extract<Test, { kind: 'crm' }>;

interface AskedRecord {
  readonly asked: CrmTest;
  readonly workspaceId: WorkspaceId;
  readonly object: CrmObject;
  /** The row's domain or email as records have it; null: it has none. */
  readonly key: SQL;
  readonly row: { readonly tableName: string; readonly id: SQL };
}

export function inCrmSql(definition: TableDefinition, workspaceId: WorkspaceId, asked: CrmTest): SQL {
  const { crmRecord } = definition;
  if (crmRecord === undefined) return sql`false`;
  const { object, by, column } = crmRecord;
  const key = by === 'domain' ? hostKey(definition, column) : loweredText(column);
  return hasCrmRecord({ asked, workspaceId, object, key, row: { tableName: databaseName(definition), id: sql`id` } });
}

/**
 * The inner queries have no column of the row's names, so that names without a table are those of the row. Each `exists` compares
 * nothing but its key with the row: only then the records can be read once for all rows.
 */
export function hasCrmRecord({ asked, workspaceId, object, key, row }: AskedRecord): SQL {
  const records = (columns: SQL, condition: SQL) => sql`(select ${columns} from crm_records held
    join destinations source on source.id = held.destination_id
    where held.account_id = ${workspaceId}::bigint and held.object = ${object} and ${condition} and ${isAsked(asked)}
      and held.read_at >= coalesce(source.read_at, '-infinity')) record`;
  const byKey = records(sql`held.key as record_key`, sql`held.key is not null`);
  const byRow = records(sql`held.row_id as record_row`, sql`held.table_name = ${row.tableName} and held.row_id is not null`);
  return sql`(exists (select from ${byKey} where record.record_key = ${key})
    or exists (select from ${byRow} where record.record_row = ${row.id}))`;
}

function isAsked(asked: CrmTest): SQL {
  switch (asked.by) {
    case 'record':
      return sql`true`;
    case 'owner':
    case 'stage': {
      const column = asked.by === 'owner' ? sql`held.owner` : sql`held.stage`;
      return sql`lower(${column}) = any(lower_items(${sql.param(asked.values)}::text[]))`;
    }
  }
}
