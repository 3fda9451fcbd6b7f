/**
 * The first and the last day of rows, and the lowest and the highest number of columns, found in the digits of their bitmaps: from
 * the highest digit on, those rows are followed that have it, as long as there are any.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { dayNumbers, numberEnds } from '../filters/facets.ts';
import { COARSE, LARGEST, MILLION, NEGATIVE, numberDigits, REST, SET } from '../filters/sliced-numbers.ts';
import type { NumberSpan } from './axes.ts';
import { MATCHED, matchedQuery, unpacked } from './bit-columns.ts';

const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');

/** The first and the last day, as `YYYY-MM-DD`. */
export type DaySpan = readonly [first: string, last: string];

/** A digit of numbers, and what it adds. */
interface Step {
  readonly value: string;
  /** In millionths; that of a rest is a half. */
  readonly weight: string;
}

/** What `read` answers for one kind of rows: numbers in millionths, as the database writes them; null: there are no rows. */
interface Ends {
  readonly lowest: string | null;
  readonly highest: string | null;
}

/** @param matched a query that answers `chunk` and `bits` @returns null: no row has a day */
export async function readDaySpan(
  connection: Connection,
  definition: TableDefinition,
  column: string,
  matched: SQL,
  present: ReadonlySet<string>,
): Promise<DaySpan | null> {
  const days = dayNumbers(definition, column);
  if (days === null) return null;
  const digits = { tableName: databaseName(definition), facet: days.facet, prefix: days.prefix, present };
  const { lowest, highest } = await readEnds(connection, digits, matched, (set) => set);
  return lowest === null || highest === null ? null : [dayOf(lowest), dayOf(highest)];
}

/**
 * The lowest and the highest number; a number with more than six decimals is answered as one between the millionths around it,
 * which is as good for pieces whose edges have fewer decimals. @returns undefined: bitmaps do not tell it well enough
 */
export async function readNumberSpan(
  connection: Connection,
  definition: TableDefinition,
  column: string,
  rows: SQL,
  present: ReadonlySet<string>,
): Promise<NumberSpan | undefined> {
  const ends = numberEnds(definition, column);
  if (ends === null) return undefined;
  const { facet, prefix } = ends.low;
  const digits = { tableName: databaseName(definition), facet, prefix, present };
  const positive = await readEnds(connection, digits, rows, (set, negative) => sql`(${set} & ~${negative})`);
  const negative = present.has(`${prefix}${NEGATIVE}`)
    ? await readEnds(connection, digits, rows, (set, negative) => sql`(${set} & ${negative})`)
    : { lowest: null, highest: null };
  const numbers = [
    ...[positive.lowest, positive.highest].map((size) => (size === null ? null : sizeOf(size))),
    ...[negative.lowest, negative.highest].map((size) => (size === null ? null : -sizeOf(size))),
  ].filter((number) => number !== null);
  if (numbers.length === 0) return null;
  const span = [Math.min(...numbers), Math.max(...numbers)] as const;
  const isEven = definition.columns.some(({ field, kind }) => field === column && kind === 'number');
  const hasRest = [positive, negative].some((each) => Object.values(each).some((size) => size?.includes('.5')));
  // Equal steps follow from the exact difference of both ends.
  if (span.some((number) => Math.abs(number) >= LARGEST) || (isEven && hasRest)) return undefined;
  return span;
}

interface Digits {
  readonly tableName: string;
  readonly facet: string;
  readonly prefix: string;
  readonly present: ReadonlySet<string>;
}

/** @param chosen the rows that count, of those with a number and those with one below zero */
async function readEnds(
  connection: Connection,
  { tableName, facet, prefix, present }: Digits,
  matched: SQL,
  chosen: (set: SQL, negative: SQL) => SQL,
): Promise<Ends> {
  const steps = numberDigits.flatMap(({ name, weight }): Step[] =>
    present.has(`${prefix}${name}`) ? [{ value: `${prefix}${name}`, weight }] : [],
  );
  if (present.has(`${prefix}${REST}`)) steps.push({ value: `${prefix}${REST}`, weight: '0.5' });
  const bitsOf = (value: string) => sql`bit_or(bits) filter (where value = ${value})`;
  const read = steps.map(({ value }, at) => sql`, ${bitsOf(value)} as ${sql.raw(`d${at}`)}`);
  const named = sql`select chunk, ${bitsOf(`${prefix}${SET}`)} as set_bits, ${bitsOf(`${prefix}${NEGATIVE}`)} as negative${sql.join(read)}
    from chunk_bitmaps where table_name = ${tableName} and facet = ${facet} group by chunk`;
  const rows = chosen(sql`set_bits`, sql`coalesce(negative, set_bits # set_bits)`);
  const columns = steps.map(
    (_, at) => sql`, coalesce(${unpacked(sql.raw(`d${at}`))}, set_bits # set_bits) as ${sql.raw(`d${at}`)}`,
  );
  const known = sql`(select ${MATCHED}.bits & ${rows} as high_rows, 0::numeric as high, ${MATCHED}.bits & ${rows} as low_rows, 0::numeric as low${sql.join(columns)}
    from ${MATCHED} join (${named}) digits using (chunk) where set_bits is not null offset 0)`;
  const { rows: found } = await connection.execute<{ lowest: string | null; highest: string | null }>(
    sql`with ${matchedQuery(matched)}
      select min(low)::text as lowest, max(high)::text as highest from ${followed(known, steps)} followed where bit_count(high_rows) > 0`,
  );
  return found[0] ?? { lowest: null, highest: null };
}

/**
 * Follows the highest and the lowest number of each chunk. One step stands within the next: as many joins would take long to plan.
 * @param steps from the highest digit on
 */
function followed(known: SQL, steps: readonly Step[]): SQL {
  return steps.reduce((before, { weight }, at) => {
    const digit = sql.raw(`d${at}`);
    const added = sql.raw(weight);
    const left = sql.join(steps.slice(at + 1).map((_, next) => sql`, ${sql.raw(`d${at + 1 + next}`)}`));
    return sql`(select case when bit_count(with_digit) > 0 then with_digit else high_rows end as high_rows,
        high + case when bit_count(with_digit) > 0 then ${added} else 0 end as high,
        case when bit_count(without_digit) > 0 then without_digit else low_rows end as low_rows,
        low + case when bit_count(without_digit) > 0 then 0 else ${added} end as low${left}
      from (select *, high_rows & ${digit} as with_digit, low_rows & ~${digit} as without_digit from ${before} before offset 0) tried offset 0)`;
  }, known);
}

/** @param millionths with a half where the number has more decimals */
function sizeOf(millionths: string): number {
  const [digits = '0', rest] = millionths.split('.');
  const [whole, fraction] = [BigInt(digits) / BigInt(MILLION), BigInt(digits) % BigInt(MILLION)];
  const hasRest = rest !== undefined && Number(rest) > 0;
  // Above this, a double has no millionths, and the rest is the whole fraction.
  if (Number(whole) >= COARSE) return Number(whole) + (hasRest && Number(whole) < LARGEST ? 0.5 : 0);
  if (!hasRest && fraction === 0n) return Number(whole);
  return (Number(digits) + (hasRest ? 0.5 : 0)) / MILLION;
}

function dayOf(millionths: string): string {
  return new Date(FIRST_DAY + sizeOf(millionths) * 86_400_000).toISOString().slice(0, 10);
}
