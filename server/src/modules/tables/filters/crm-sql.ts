/**
 * Filters by what the workspace's CRMs have. A row has a record if one has the row's domain or email, or if the row was pushed to
 * it. Records that the last reading did not find are gone.
 */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName, hostKey, loweredText } from '../../../schema/data-table.ts';
import { idSpan } from './chunk-sets.ts';
import { type CrmKnown, type CrmTest, knownRows } from './crm-known.ts';

/** Bytes of bits that are sent along with a statement: those of sixty million rows. */
const SPAN_LIMIT = 8 * 1024 * 1024;

interface AskedRecord {
  readonly asked: CrmTest;
  readonly workspaceId: WorkspaceId;
  readonly object: CrmObject;
  /** The row's domain or email as records have it; null: it has none. */
  readonly key: SQL;
  readonly row: { readonly tableName: string; readonly id: SQL };
}

/** @param known what was read of the CRMs, if anything */
export function inCrmSql(
  definition: TableDefinition,
  workspaceId: WorkspaceId,
  asked: CrmTest,
  known: CrmKnown | null = null,
): SQL {
  const { crmRecord } = definition;
  if (crmRecord === undefined) return sql`false`;
  const tableName = databaseName(definition);
  const row = { tableName, id: sql`id` };
  const record = { asked, workspaceId, object: crmRecord.object, key: rowKey(definition, crmRecord), row };
  const rows = known?.tableName === tableName ? knownRows(known, asked) : null;
  const span = rows === null ? null : idSpan(rows, SPAN_LIMIT);
  if (known === null || span === null) return hasCrmRecord(record);
  const { first, bits } = span;
  // The lowest bit of a byte is the first one for the database, and the last one here.
  const isSet = sql`id >= ${first}::bigint and id < ${first + bits.length * 8}::bigint
    and get_bit(${bits}::bytea, (id - ${first}::bigint) # 7) = 1`;
  return sql`case when changed_in <= ${known.version}::bigint then ${isSet} else ${hasCrmRecord(record, sql` offset 0`)} end`;
}

function rowKey(definition: TableDefinition, { by, column }: NonNullable<TableDefinition['crmRecord']>): SQL {
  return by === 'domain' ? hostKey(definition, column) : loweredText(column);
}

/**
 * The state of a workspace's records, as text: another one wherever filters by CRMs may find other rows while the rows stay as they
 * are.
 */
export function recordsState(workspaceId: WorkspaceId): SQL {
  return sql`(select coalesce(string_agg(concat_ws(' ', source.id, known.version, source.read_at), ',' order by source.id), '')
    from destinations source left join crm_record_versions known on known.destination_id = source.id
    where source.account_id = ${workspaceId}::bigint)`;
}

/**
 * A query that answers `owner` and `stage` in lower case, and the `id` of a row, for each record of a row. A row that was pushed may
 * be gone.
 * @param ids of the rows; null: all
 */
export function heldRows(definition: TableDefinition, workspaceId: WorkspaceId, ids: readonly number[] | null): SQL {
  const { crmRecord } = definition;
  const tableName = databaseName(definition);
  if (crmRecord === undefined) return sql`select null::text as owner, null::text as stage, null::bigint as id where false`;
  const { object } = crmRecord;
  const isOf = (id: SQL) => (ids === null ? sql`true` : sql`${id} = any(${sql.param(ids)}::bigint[])`);
  const records = (condition: SQL) => sql`(select held.key, held.row_id, lower(held.owner) as owner, lower(held.stage) as stage
    from ${recordsOf(workspaceId, object)} and ${condition} offset 0) record`;
  return sql`select record.owner, record.stage, keyed.id
      from (select id, ${rowKey(definition, crmRecord)} as row_key from ${sql.identifier(tableName)} where ${isOf(sql`id`)}) keyed
      join ${records(sql`held.key is not null`)} on record.key = keyed.row_key
    union all select record.owner, record.stage, record.row_id
      from ${records(sql`held.table_name = ${tableName} and held.row_id is not null and ${isOf(sql`held.row_id`)}`)}`;
}

/** Records that the last reading of their CRM found, to be followed by further conditions. */
function recordsOf(workspaceId: WorkspaceId, object: CrmObject): SQL {
  return sql`crm_records held join destinations source on source.id = held.destination_id
    where held.account_id = ${workspaceId}::bigint and held.object = ${object} and held.read_at >= coalesce(source.read_at, '-infinity')`;
}

/**
 * Whether a row has a record, by the records themselves. The inner queries have no column of the row's names, so that names without
 * a table are those of the row. Each `exists` compares nothing but its key with the row: only then the records can be read once for
 * all rows.
 * @param end ` offset 0`: they are looked up for each row, which is quicker for a few
 */
export function hasCrmRecord({ asked, workspaceId, object, key, row }: AskedRecord, end: SQL = sql``): SQL {
  const records = (columns: SQL, condition: SQL) =>
    sql`(select ${columns} from ${recordsOf(workspaceId, object)} and ${condition} and ${isAsked(asked)}) record`;
  const byKey = records(sql`held.key as record_key`, sql`held.key is not null`);
  const byRow = records(sql`held.row_id as record_row`, sql`held.table_name = ${row.tableName} and held.row_id is not null`);
  return sql`(exists (select from ${byKey} where record.record_key = ${key}${end})
    or exists (select from ${byRow} where record.record_row = ${row.id}${end}))`;
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
