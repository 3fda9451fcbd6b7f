/** Finds rows by one key for a whole list: one statement, which looks each value up in an index of its own. */
import { MAX_CANDIDATES } from '@leadloom/shared/contract/match';
import { matchColumnsOf, shownColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { databaseName, domainColumn, linkedinKey, nameKey } from '../../schema/data-table.ts';
import { readCells } from '../tables/read-cells.ts';
import type { Comparison, RequestedValue } from './read-match-line.ts';

export interface FoundRow {
  readonly id: number;
  readonly name: string;
  readonly country: string | null;
  readonly site: string | null;
}

/**
 * @param wanted values of one key
 * @returns at most `MAX_CANDIDATES` rows for each value, in the order of the values
 */
export async function findMatches(
  database: Database,
  table: TableName,
  wanted: readonly RequestedValue[],
): Promise<readonly (readonly FoundRow[])[]> {
  const found: FoundRow[][] = wanted.map(() => []);
  if (wanted.length === 0) return found;
  for (const [at, id, name, country, site] of await readCells(database, matchStatement(table, wanted)))
    found[Number(at)]?.push({ id: Number(id), name: name ?? '', country: country ?? null, site: site ?? null });
  return found;
}

/** Result rows: the number of the value; id, name, country and site of a row. Exported for the test of its plan. */
export function matchStatement(table: TableName, wanted: readonly RequestedValue[]): SQL {
  const byComparison = Map.groupBy(wanted.keys(), (at) => wanted[at]?.comparison ?? 'text');
  const parts = [...byComparison].map(([comparison, places]) => lookup(table, comparison, wanted, [...places]));
  return sql`${sql.join(parts, sql` union all `)} order by 1, 2`;
}

function lookup(table: TableName, comparison: Comparison, wanted: readonly RequestedValue[], places: readonly number[]): SQL {
  const values = places.flatMap((at) => wanted[at] ?? []);
  const column = values[0]?.column ?? '';
  // The limit is inside, for each value: one name that thousands have would otherwise be read whole.
  return sql`select wanted.at, found.id, found.name, found.country, found.site
    from unnest(${sql.param(places)}::int[], ${sql.param(values.map(({ value }) => value))}::text[],
      ${sql.param(values.map(({ country }) => country))}::text[]) as wanted(at, value, country)
    cross join lateral (
      select id, ${shownName(table)} as name, ${shownCell(table, 'country')} as country, ${shownCell(table, 'site')} as site
      from ${sql.identifier(databaseName(tableByName(table)))}
      where ${conditionOf(table, comparison, column)} limit ${sql.raw(String(MAX_CANDIDATES))}
    ) found`;
}

function conditionOf(table: TableName, comparison: Comparison, column: string): SQL {
  switch (comparison) {
    case 'host':
      return sql`${sql.identifier(domainColumn(column))} = wanted.value`;
    case 'canonical':
      return sql`canonical_key = wanted.value`;
    case 'page':
      return sql`${linkedinKey(column)} = wanted.value`;
    case 'text':
      return sql`lower(${sql.identifier(column)}) = lower(wanted.value) and ${isInCountry(table, column)}`;
    case 'name': {
      const hasForms = sql.raw(String(table !== 'people'));
      return sql`${nameKey(column, table !== 'people')} = any(name_keys(wanted.value, ${hasForms}))
        and is_same_name(${sql.identifier(column)}, wanted.value, ${hasForms}) and ${isInCountry(table, column)}`;
    }
  }
}

/** Whether the row of a name is in the country of the line, if the line has one. */
function isInCountry(table: TableName, column: string): SQL {
  const { name, country } = matchColumnsOf(table);
  if (country === undefined || column !== name) return sql`true`;
  return sql`(wanted.country is null or lower(${sql.identifier(country)}) = lower(wanted.country))`;
}

/** The name by which people know a row. */
function shownName(table: TableName): SQL {
  const { name, domain } = matchColumnsOf(table);
  const [first] = tableByName(table).columns;
  const fields = [name ?? first?.field, domain].flatMap((field) => (field === undefined ? [] : [sql.identifier(field)]));
  return sql`coalesce(${sql.join([...fields, sql`''`], sql`, `)})`;
}

function shownCell(table: TableName, cell: 'country' | 'site'): SQL {
  const column = shownColumnsOf(table)[cell];
  return column === undefined ? sql`null::text` : sql`${sql.identifier(column)}`;
}
