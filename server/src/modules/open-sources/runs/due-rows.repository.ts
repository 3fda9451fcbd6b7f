/** Rows of the data tables that have a website, and when it was last looked at. Sample rows have none that exists. */
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import type { VisitedRow } from '../../../open-sources/open-source.ts';
import { databaseName, isOtherRow } from '../../../schema/data-table.ts';
import { lockTableForWriting, raiseVersion } from '../../../schema/table-lock.ts';

/** A look counts for as long. */
export const CHECKED_FOR_DAYS = 90;
/** A part takes well under a second, so others wait no longer for the table. */
const ROWS_AT_ONCE = 1_000;
const DAY = 24 * 3600 * 1000;

/** Tables whose rows have a website, with the columns that hold it and the name. */
export const visitedTables = [
  { table: 'companies', website: 'website', name: 'name' },
  { table: 'investors', website: 'website', name: 'name' },
  { table: 'shopify', website: 'url', name: 'merchant_name' },
] as const satisfies readonly { readonly table: TableName; readonly website: string; readonly name: string }[];
type VisitedTable = (typeof visitedTables)[number];

/** The last day whose look no longer counts. */
function lastOutdatedDay(now: Date): string {
  return new Date(now.getTime() - (CHECKED_FOR_DAYS + 1) * DAY).toISOString().slice(0, 10);
}

type ListNext = (limit: number) => Promise<readonly VisitedRow[]>;

/**
 * Goes once through the rows that are due: those that were never looked at, and then those whose look no longer counts, by
 * table and id. A row that was handed out does not come again, whatever becomes of it.
 */
export function createDueRows(database: Database, now: () => Date): ListNext {
  const rounds = [sql`website_checked_on is null`, sql`website_checked_on <= ${lastOutdatedDay(now())}::date`].flatMap((isDue) =>
    visitedTables.map((visited) => ({ visited, isDue })),
  );
  let round = 0;
  let after = 0;
  return async (limit) => {
    const found: VisitedRow[] = [];
    for (let current = rounds[round]; current !== undefined && found.length < limit; current = rounds[round]) {
      const rows = await listDue(database, current.visited, { isDue: current.isDue, after, limit: limit - found.length });
      found.push(...rows);
      after = rows.at(-1)?.id ?? after;
      if (found.length === limit) break;
      round += 1;
      after = 0;
    }
    return found;
  };
}

async function listDue(
  database: Database,
  { table, website, name }: VisitedTable,
  { isDue, after, limit }: { readonly isDue: SQL; readonly after: number; readonly limit: number },
): Promise<VisitedRow[]> {
  const { rows } = await database.execute<{ id: string; key: string; name: string | null; website: string }>(sql`
    select id, canonical_key as key, ${sql.identifier(name)} as name, ${sql.identifier(website)} as website
    from ${sql.identifier(databaseName({ name: table }))}
    where ${sql.identifier(website)} is not null and ${isOtherRow} and ${isDue} and id > ${after}
    order by id limit ${limit}`);
  return rows.map(({ id, name: known, ...row }) => ({ ...row, table, id: Number(id), name: known ?? '' }));
}

/** Marks rows whose last look no longer counts, a part at a time. @param signal stops it after the current part */
export async function markUnchecked(database: Database, now: Date, signal: AbortSignal): Promise<void> {
  for (const { table } of visitedTables) while (!signal.aborted && (await markPart(database, table, now)) === ROWS_AT_ONCE);
}

function markPart(database: Database, name: TableName, now: Date): Promise<number> {
  const definition = tableByName(name);
  const table = sql.identifier(databaseName(definition));
  const isOutdated = sql`website_checked_on <= ${lastOutdatedDay(now)}::date and website_state is distinct from 'not_checked'`;
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute(sql`select 1 from ${table} where ${isOutdated} limit 1`);
    if (rows.length === 0) return 0;
    await lockTableForWriting(transaction, definition);
    const { rowCount } = await transaction.execute(sql`
      update ${table} set website_state = 'not_checked', imported_at = ${now.toISOString()}::timestamptz
      where id = any(array(select id from ${table} where ${isOutdated} order by id limit ${ROWS_AT_ONCE}))`);
    await raiseVersion(transaction, definition);
    return rowCount ?? 0;
  });
}
