/** Changes of a data table after a version: rows as they are, and deletions. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { cellsOf } from '../list/page-statement.ts';
import type { RawCell } from '../list/write-row.ts';
import { readCells } from '../read-cells.ts';

export interface ChangedRow {
  readonly version: number;
  readonly id: number;
  /** Cells in the form that `writeRow` takes; null: the row was deleted. */
  readonly cells: readonly RawCell[] | null;
  /** Why it was deleted; null: it was not. */
  readonly reason: string | null;
}

/** Reads changes in the order of their versions, at one moment: nothing that is committed later has a lower version. */
export async function readChanges(
  database: Database,
  definition: TableDefinition,
  { after, take }: { readonly after: number; readonly take: number },
): Promise<readonly ChangedRow[]> {
  const name = databaseName(definition);
  const table = sql.identifier(name);
  const limit = sql.raw(take.toFixed(0));
  const rows = await readCells(
    database,
    sql`select ${cellsOf(definition)}, change.version, change.changed_id, change.reason from (
        (select changed_in as version, id as changed_id, null as reason from ${table}
          where changed_in > ${after}::bigint order by changed_in limit ${limit})
        union all
        (select version, row_id, reason from deleted_rows
          where table_name = ${name} and version > ${after}::bigint order by version limit ${limit})
        order by version limit ${limit}
      ) change left join ${table} on id = change.changed_id and change.reason is null
      order by change.version`,
  );
  const count = definition.columns.length + 2;
  return rows.map((row) => {
    const [version, id, reason] = row.slice(count);
    const isGone = typeof reason === 'string';
    return { version: Number(version), id: Number(id), cells: isGone ? null : row.slice(0, count), reason: reason ?? null };
  });
}

/** The last deletion of the table that is no longer kept; 0: all are. */
export async function readForgottenVersion(database: Database, definition: TableDefinition): Promise<number> {
  const { rows } = await database.execute<{ forgotten: string }>(
    sql`select forgotten_version as forgotten from table_versions where table_name = ${databaseName(definition)}`,
  );
  return Number(rows[0]?.forgotten ?? 0);
}

interface Walk {
  readonly workspaceId: WorkspaceId;
  readonly definition: TableDefinition;
  readonly version: number;
}

export async function hasWalk(database: Database, { workspaceId, definition, version }: Walk): Promise<boolean> {
  const { rows } = await database.execute(
    sql`select from change_walks where account_id = ${workspaceId} and table_name = ${databaseName(definition)} and version = ${version}`,
  );
  return rows.length > 0;
}

/** @param limit of an account's walks of one table; beyond it, the oldest are forgotten */
export async function noteWalk(
  database: Database,
  { workspaceId, definition, version }: Walk,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<void> {
  const name = databaseName(definition);
  await database.execute(
    sql`insert into change_walks (account_id, table_name, version, sent_at)
      values (${workspaceId}, ${name}, ${version}, ${now.toISOString()})
      on conflict (account_id, table_name, version) do update set sent_at = excluded.sent_at`,
  );
  await database.execute(
    sql`delete from change_walks where account_id = ${workspaceId} and table_name = ${name} and version in
      (select version from change_walks where account_id = ${workspaceId} and table_name = ${name}
        order by sent_at desc, version desc offset ${limit})`,
  );
}

export async function forgetWalksBefore(database: Database, time: Date): Promise<void> {
  await database.execute(sql`delete from change_walks where sent_at < ${time.toISOString()}::timestamptz`);
}

export async function forgetRowChangesBefore(database: Database, time: Date): Promise<void> {
  await database.execute(sql`delete from row_changes where changed_at < ${time.toISOString()}::timestamptz`);
}
