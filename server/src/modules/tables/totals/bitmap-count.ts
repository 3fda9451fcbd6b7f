/**
 * The statement that counts filtered rows by bitmaps: per chunk the bitmaps of a filter's values are united,
 * those of different filters intersected, and the bits counted. Chunks without valid bitmaps are counted by
 * their rows in the same statement, so that the total is exact for one moment.
 */
import type { DatesFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import { DAY_DIGITS, DAY_PRESENT, dayNumberOf, type FacetFilter, FLAG_SET, isFacetFilter } from '../filters/facets.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { hasMyFilters } from '../filters/my-filters.ts';
import { CHUNK_BITS, UNCOUNTED } from './chunk-bitmaps.ts';

/** One filter in force: the bitmaps it needs, and the expression of its rows in a chunk. */
interface CountedFilter {
  readonly facet: string;
  readonly values: readonly string[];
  /** @param bits the united bitmaps of some of the values */
  readonly answer: (bits: (value: string | null) => SQL) => SQL;
}

/** A bitmap of no row, made of one that is there: written out as a constant it would be read anew by every plan. */
const ZEROS = sql.raw('zeros');

/**
 * The filters in force; null when one of them has no bitmaps. Sample rows have none, because an index of them alone finds
 * them: where they are filtered out, they are subtracted (`sampleCount`).
 */
export function countedFilters(definition: TableDefinition, filters: TableFilters): readonly CountedFilter[] | null {
  if (filters[UPDATED_AFTER] !== undefined || filters[ROW_IDS] !== undefined || hasMyFilters(filters)) return null;
  if (filters[SAMPLE_FILTER] === 'true') return null;
  const counted: CountedFilter[] = [];
  for (const filter of definition.filters) {
    const keys = filter.kind === 'dates' ? [filter.after, filter.before] : [filter.key];
    if (keys.every((key) => filters[key] === undefined)) continue;
    if (!isFacetFilter(filter)) return null;
    counted.push(countedFilter(filter, filters));
  }
  return counted;
}

function countedFilter(filter: FacetFilter, filters: TableFilters): CountedFilter {
  if (filter.kind === 'dates') return countedDays(filter, filters);
  const value = filters[filter.key];
  const values = filter.kind === 'flag' ? [FLAG_SET] : typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return { facet: filter.key, values, answer: (bits) => bits(null) };
}

function countedDays({ key, after, before }: DatesFilter, filters: TableFilters): CountedFilter {
  const digits = Array.from({ length: DAY_DIGITS }, (_, digit) => digit);
  const [from, to] = [filters[after], filters[before]];
  return {
    facet: key,
    values: [DAY_PRESENT, ...digits.map(String)],
    answer: (bits) => {
      const parts = [bits(DAY_PRESENT)];
      if (typeof from === 'string') parts.push(notBefore(dayNumberOf(from), bits));
      if (typeof to === 'string') parts.push(notAfter(dayNumberOf(to), bits));
      return sql.join(
        parts.map((part) => sql`(${part})`),
        sql` & `,
      );
    },
  };
}

/** Compares digit by digit from the lowest: the higher digit decides, equal ones leave it to those below. */
function notBefore(day: number, bits: (value: string) => SQL): SQL {
  let result: SQL | null = null;
  for (let digit = 0; digit < DAY_DIGITS; digit += 1) {
    const column = bits(String(digit));
    if (day & (1 << digit)) result = result === null ? column : sql`(${column} & ${result})`;
    // Where no digit below decides, a digit of 0 is reached by 0 and by 1.
    else if (result !== null) result = sql`(${column} | ${result})`;
  }
  return result ?? sql`~${ZEROS}`;
}

function notAfter(day: number, bits: (value: string) => SQL): SQL {
  let result: SQL | null = null;
  for (let digit = 0; digit < DAY_DIGITS; digit += 1) {
    const column = sql`~${bits(String(digit))}`;
    if ((day & (1 << digit)) === 0) result = result === null ? column : sql`(${column} & ${result})`;
    else if (result !== null) result = sql`(${column} | ${result})`;
  }
  return result ?? sql`~${ZEROS}`;
}

/**
 * Answers `total`, the table's `version`, and whether the dirty chunks were the ones named.
 * @param dirty chunks to count by their rows
 */
export function bitmapCount(
  definition: TableDefinition,
  filters: TableFilters,
  counted: readonly CountedFilter[],
  dirty: readonly number[],
): SQL {
  const name = databaseName(definition);
  const { [SAMPLE_FILTER]: _, ...withSamples } = filters;
  const sources = counted.map(
    ({ facet, values }, index) => sql`select chunk, ${sql.raw(String(index))} as f, value, bits from table_bitmaps
      where table_name = ${name} and facet = ${facet} and value = any(${sql.param(values)}::text[])
        and chunk <> all(${sql.param(dirty)}::int[])`,
  );
  // Where the filter with the fewest bitmaps has none, there are no zeros either, and no row passes all filters.
  const fewest = counted.reduce(
    (least, { values }, index) => (values.length < (counted[least]?.values.length ?? 0) ? index : least),
    0,
  );
  const some = sql`bit_or(bits) filter (where f = ${sql.raw(String(fewest))})`;
  const columns: SQL[] = [sql`${some} # ${some} as ${ZEROS}`];
  const bitsOf = (index: number) => (value: string | null) => {
    const alias = `b${columns.length}`;
    const condition =
      value === null ? sql`f = ${sql.raw(String(index))}` : sql`f = ${sql.raw(String(index))} and value = ${value}`;
    columns.push(sql`bit_or(bits) filter (where ${condition}) as ${sql.identifier(alias)}`);
    return sql`coalesce(${sql.identifier(alias)}, ${ZEROS})`;
  };
  const answers = counted.map(({ answer }, index) => sql`(${answer(bitsOf(index))})`);
  const clean = sql`(select coalesce(sum(bit_count((${sql.join(answers, sql` & `)})::bit varying)), 0) from (
      select ${sql.join(columns, sql`, `)} from (${sql.join(sources, sql` union all `)}) as sources group by chunk) as chunks)`;
  return sql`select (${clean} + ${dirtyCount(definition, withSamples, dirty)} - ${sampleCount(definition, filters)})::bigint as total,
      (select version from table_versions where table_name = ${name}) as version,
      (select coalesce(array_agg(chunk order by chunk), '{}') from table_dirty_chunks where table_name = ${name}) as dirty,
      exists (select 1 from table_bitmaps where table_name = ${name}
        and facet = any(${sql.param(counted.map(({ facet }) => facet))}::text[]) and value = ${UNCOUNTED}) as is_uncounted`;
}

/** How many sample rows match the other filters, where the filters leave them out. A table without samples has none to read. */
export function sampleCount(definition: TableDefinition, filters: TableFilters): SQL {
  if (filters[SAMPLE_FILTER] !== 'false') return sql`0`;
  const samples = filterCondition(definition, { ...filters, [SAMPLE_FILTER]: 'true' }) ?? sql`true`;
  return sql`(select count(*) from ${sql.identifier(databaseName(definition))} where ${samples})`;
}

function dirtyCount(definition: TableDefinition, filters: TableFilters, dirty: readonly number[]): SQL {
  if (dirty.length === 0) return sql`0`;
  const ranges = dirty.map((chunk) => {
    const first = chunk * 2 ** CHUNK_BITS;
    return sql`(id >= ${first} and id < ${first + 2 ** CHUNK_BITS})`;
  });
  const condition = filterCondition(definition, filters) ?? sql`true`;
  return sql`(select count(*) from ${sql.identifier(databaseName(definition))} where (${sql.join(ranges, sql` or `)}) and ${condition})`;
}
