/**
 * Expressions of bitmaps as SQL over the rows of a condition, for counts of many of them at once: each bitmap is read once for each
 * chunk, and is a column that all expressions use.
 */
import { type SQL, sql } from 'drizzle-orm';
import { and, type Bits, holding, or, without } from '../filters/bits.ts';

/** The name of the query that answers `chunk` and `bits` of the condition's rows. */
export const MATCHED = sql.raw('matched_bits');

/**
 * Bits as they are computed with. A stored bitmap is compressed, and would be unpacked anew for each operation; what an operation
 * answers is not.
 */
export function unpacked(bits: SQL): SQL {
  return sql`(${bits} & ${bits})`;
}

/** The rows of a condition under their name, without chunks that have none. @param matched answers `chunk` and `bits` */
export function matchedQuery(matched: SQL): SQL {
  return sql`${MATCHED} as materialized (select chunk, ${unpacked(sql`bits`)} as bits from (${matched} offset 0) known
    where bit_count(bits) > 0)`;
}

/** The bitmaps of one facet. */
export interface FacetBits {
  readonly tableName: string;
  readonly facet: string;
  /** The values that some chunk has a bitmap of. */
  readonly present: ReadonlySet<string>;
}

/** An expression without values that no row has. */
export function pruned(bits: Bits, present: ReadonlySet<string>): Bits {
  switch (bits.kind) {
    case 'rows':
    case 'none':
    case 'given':
      return bits;
    case 'holding':
      return holding(
        bits.facet,
        bits.values.filter((value) => present.has(value)),
      );
    case 'and':
      return and(pruned(bits.of[0], present), pruned(bits.of[1], present));
    case 'or':
      return or(pruned(bits.of[0], present), pruned(bits.of[1], present));
    case 'without':
      return without(pruned(bits.of[0], present), pruned(bits.of[1], present));
  }
}

export interface WrittenBits {
  /** A query that answers `chunk`, `bits` of the condition's rows, `none`, and the bitmaps that the expressions name. */
  readonly source: SQL;
  /** One for each of the bits; rows that do not match may be in them. */
  readonly expressions: readonly SQL[];
}

/** @param bits of values of the facet alone */
export function writeBits({ tableName, facet, present }: FacetBits, bits: readonly Bits[]): WrittenBits {
  const columns = new Map<string, number>();
  const columnOf = (value: string) => {
    const at = columns.get(value) ?? columns.size;
    columns.set(value, at);
    return sql.raw(`d${at}`);
  };
  const expressions = bits.map((one) => write(pruned(one, present), columnOf));
  const places = [...columns.values()];
  const read = places.map((at) => sql`, bit_or(bits) filter (where at = ${sql.raw(String(at))}) as ${sql.raw(`d${at}`)}`);
  const filled = places.map((at) => sql`, coalesce(${unpacked(sql.raw(`d${at}`))}, bits # bits) as ${sql.raw(`d${at}`)}`);
  const source = sql`(select chunk, bits, bits # bits as none${sql.join(filled)} from ${MATCHED}
    left join (select chunk${sql.join(read)} from (
      select found.chunk, found.bits, wanted.at from unnest(${sql.param([...columns.keys()])}::text[], ${sql.param(places)}::int[]) as wanted (value, at)
      join chunk_bitmaps found on found.table_name = ${tableName} and found.facet = ${facet} and found.value = wanted.value
    ) digits group by chunk) digits using (chunk) offset 0)`;
  return { source, expressions };
}

function write(bits: Bits, columnOf: (value: string) => SQL): SQL {
  switch (bits.kind) {
    case 'rows':
      return sql.raw('bits');
    case 'none':
      return sql.raw('none');
    case 'given':
      throw new Error('rows that no bitmap tells are no values of a facet');
    case 'holding':
      return sql`(${sql.join(bits.values.map(columnOf), sql` | `)})`;
    case 'and':
      return sql`(${write(bits.of[0], columnOf)} & ${write(bits.of[1], columnOf)})`;
    case 'or':
      return sql`(${write(bits.of[0], columnOf)} | ${write(bits.of[1], columnOf)})`;
    case 'without':
      return sql`(${write(bits.of[0], columnOf)} # ${write(bits.of[1], columnOf)})`;
  }
}
