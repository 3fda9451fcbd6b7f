/** Reads what changed in a data table after a version, in one statement and so at one moment. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { ChangedCells, RowChange } from './row-change.ts';

/** With more changes, reading pages again is cheaper than bringing them up to date. */
const CHANGES_LIMIT = 200;

const cellsSchema = z.record(z.string(), z.unknown());
const foundSchema = z.object({
  version: z.string().transform(Number),
  has_deletions: z.boolean(),
  rows: z.array(cellsSchema),
  changes: z.array(z.object({ version: z.number(), row_id: z.number(), replaced: z.number(), before: cellsSchema })),
});
type Found = z.infer<typeof foundSchema>;
type LoggedChange = Found['changes'][number];

export interface FoundChanges {
  /** The table's version now. */
  readonly version: number;
  /** Changes in the order of their versions; null: they are too many, or rows were deleted. */
  readonly changes: readonly RowChange[] | null;
}

/** @param name of the table in the database */
export async function readChangesAfter(database: Database, name: string, version: number): Promise<FoundChanges> {
  const limit = sql.raw(String(CHANGES_LIMIT + 1));
  const { rows } = await database.execute(sql`
    select (select version from table_versions where table_name = ${name}) as version,
      exists (select from deleted_rows where table_name = ${name} and version > ${version}::bigint) as has_deletions,
      (select coalesce(json_agg(to_jsonb(changed)), '[]') from
        (select * from ${sql.identifier(name)} where changed_in > ${version}::bigint order by changed_in limit ${limit}) changed) as rows,
      (select coalesce(json_agg(logged), '[]') from
        (select version, row_id, replaced, before from row_changes
          where table_name = ${name} and version > ${version}::bigint order by version limit ${limit}) logged) as changes`);
  const found = foundSchema.parse(rows[0]);
  const isKnown = !found.has_deletions && Math.max(found.rows.length, found.changes.length) <= CHANGES_LIMIT;
  return { version: found.version, changes: isKnown ? changesIn(found, version) : null };
}

/** Follows each row's changes from its newest to its oldest: what it held before one is what it held after the one before. */
function changesIn({ rows, changes }: Found, since: number): readonly RowChange[] {
  const logged = Map.groupBy(changes, ({ row_id: id }) => id);
  const found = rows.flatMap((row) => changesOf(row, logged.get(Number(row.id)) ?? [], since));
  return found.sort((one, other) => one.version - other.version);
}

function changesOf(row: ChangedCells, logged: readonly LoggedChange[], since: number): RowChange[] {
  const id = Number(row.id);
  const found: RowChange[] = [];
  let after = row;
  let version = Number(row.changed_in);
  for (const change of logged.toReversed()) {
    const before = { ...after, ...change.before };
    found.push({ version, id, before, after });
    after = before;
    version = change.replaced;
  }
  if (version > since) found.push({ version, id, before: null, after });
  return found;
}
