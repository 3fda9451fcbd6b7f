/** Rows that belong to another row, each group with its size and its newest rows. Trends are the account's own. */
import { RELATED_ROWS } from '@leadloom/shared/contract/related-group';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName, domainColumn, linkedinKey } from '../../../schema/data-table.ts';
import { trends, trendVideos } from '../../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../../sources/tiktok/video-id.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { cellsOf } from '../list/page-statement.ts';
import type { RawCell } from '../list/write-row.ts';
import { readCells } from '../read-cells.ts';
import type { LinkedBy } from './table-links.ts';

interface FoundGroup {
  readonly total: number;
  /** The number of rows that each key finds, in the keys' order. */
  readonly byKey: readonly number[];
  readonly byNameOnly: number;
  readonly rows: readonly (readonly RawCell[])[];
}

/** @param keys at least one @param except the row itself, where it is of the same table */
export async function readGroup(
  database: Database,
  definition: TableDefinition,
  keys: readonly LinkedBy[],
  except: number | null,
): Promise<FoundGroup> {
  const table = sql.identifier(databaseName(definition));
  const conditions = keys.map((key) => conditionOf(definition, key));
  // Each key has an index of its own, which a condition with `or` might not use.
  const found = sql.join(
    conditions.map((condition) => sql`select id from ${table} where (${condition}) and id is distinct from ${except}::bigint`),
    sql` union `,
  );
  const [only] = conditions;
  const isOne = conditions.length === 1 && only !== undefined;
  const from = isOne
    ? sql`from ${table} where (${only}) and id is distinct from ${except}::bigint`
    : sql`from (${found}) found join ${table} using (id)`;
  const exact = conditions.filter((_, index) => keys[index]?.kind !== 'name');
  const isNamed = exact.length === 0 ? sql`true` : sql`not coalesce(${sql.join(exact, sql` or `)}, false)`;
  const countOf = (condition: SQL) => sql`count(*) filter (where ${condition})`;
  const counts = isOne ? sql`count(*)` : sql.join([sql`count(*)`, countOf(isNamed), ...conditions.map(countOf)], sql`, `);
  const newest = sql`order by ${sql.identifier(definition.defaultSort)} desc, id desc limit ${sql.raw(String(RELATED_ROWS))}`;
  const [counted] = await readCells(database, sql`select ${counts} ${from}`);
  const total = Number(counted?.[0] ?? 0);
  const rows = total === 0 ? [] : await readCells(database, sql`select ${cellsOf(definition)} ${from} ${newest}`);
  if (isOne) return { total, byKey: [total], byNameOnly: exact.length === 0 ? total : 0, rows };
  return { total, byKey: (counted ?? []).slice(2).map(Number), byNameOnly: Number(counted?.[1] ?? 0), rows };
}

function conditionOf(definition: TableDefinition, { kind, to, filter, value, blank }: LinkedBy): SQL {
  const filtered = filter === undefined ? null : filterCondition(definition, { [filter]: [value] });
  if (filtered !== null) return filtered;
  if (kind === 'linkedin') return sql`${linkedinKey(to)} = ${value}`;
  if (kind === 'domain') return sql`${sql.identifier(domainColumn(to))} = ${value}`;
  if (kind === 'text') return sql`${sql.identifier(to)} = ${value}`;
  const isNamed = sql`lower(${sql.identifier(to)}) = lower(${value})`;
  return blank === null ? isNamed : sql`(${isNamed} and ${sql.identifier(domainColumn(blank))} is null)`;
}

/** The account's trend that a video is in, and the other videos of it; null: it is in none. */
export async function readTrendGroup(database: Database, definition: TableDefinition, workspaceId: WorkspaceId, id: number) {
  const table = sql.identifier(databaseName(definition));
  const [trend] = await readCells(
    database,
    sql`select trend.id, trend.name from ${trendVideos} link join ${trends} trend on trend.id = link.trend_id
      where link.account_id = ${workspaceId} and trend.account_id = ${workspaceId} and link.video_id =
        (select substr(canonical_key, ${VIDEO_KEY.length + 1}::int) from ${table} where id = ${id}::bigint)`,
  );
  if (trend === undefined) return null;
  const from = sql`from (select ${VIDEO_KEY} || video_id as key from ${trendVideos}
      where account_id = ${workspaceId} and trend_id = ${trend[0]}::bigint) link
    join ${table} on canonical_key = link.key where id <> ${id}::bigint`;
  const [counted] = await readCells(database, sql`select count(*) ${from}`);
  const newest = sql`order by ${sql.identifier(definition.defaultSort)} desc, id desc limit ${sql.raw(String(RELATED_ROWS))}`;
  const rows = await readCells(database, sql`select ${cellsOf(definition)} ${from} ${newest}`);
  return { name: trend[1] ?? null, total: Number(counted?.[0] ?? 0), rows };
}
