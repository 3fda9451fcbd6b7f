/**
 * Bits of rows as SQL: for each chunk with valid bitmaps, the rows that an expression names. Whoever counts something in these
 * rows joins them with the bitmaps of what it counts, by their chunk.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import type { Bits } from '../filters/bits.ts';
import { MARKS, ROW_MARK } from '../filters/facets.ts';
import { CHUNK_BITS } from './chunk-bitmaps.ts';

/** Unions of bitmaps, each a column of the statement. With more, counting rows is as fast. */
const UNIONS_LIMIT = 400;
/** Operations on bitmaps of one expression; each takes some microseconds in each chunk. */
const OPERATIONS_LIMIT = 2000;

/** The bits in which no row is set: written out as a constant they would be read anew by every plan. */
const NO_ROWS = sql.raw('no_rows');
const ALL_ROWS = sql.raw('b0');

export interface ChunkBits {
  /** A query that answers `chunk` and `bits` for each chunk that has rows. */
  readonly query: SQL;
  /** The facets that it reads. */
  readonly facets: readonly string[];
}

/**
 * null: the expression is too large.
 * @param dirty chunks whose bitmaps are out of date; they are left out
 */
export function chunkBits(definition: TableDefinition, bits: Bits, dirty: readonly number[]): ChunkBits | null {
  const unions = new Unions();
  const expression = writeBits(bits, unions);
  if (unions.size > UNIONS_LIMIT || unions.operations > OPERATIONS_LIMIT) return null;
  const { facets, values, indexes, given } = unions.sources();
  const columns = Array.from({ length: unions.size }, (_, index) => sql`, ${unionAt(index)} as ${nameOf(index)}`);
  // Sorted bitmaps are united chunk by chunk, so that those of a large table need not be held at once.
  const query = sql`select chunk, ${expression} as bits from (
      select chunk, ${unionAt(0)} # ${unionAt(0)} as ${NO_ROWS}${sql.join(columns)} from (
        select found.chunk, wanted.index, found.bits
        from unnest(${sql.param(facets)}::text[], ${sql.param(values)}::text[], ${sql.param(indexes)}::int[]) as wanted (facet, value, index)
        cross join lateral (select chunk, bits from chunk_bitmaps where table_name = ${databaseName(definition)}
          and facet = wanted.facet and value = lower(wanted.value) and chunk <> all(${sql.param(dirty)}::int[]) offset 0) found${sql.join(
            given.map(
              (one) => sql`
        union all select chunk, ${one.index}::int, bits
          from unnest(${sql.param(one.chunks)}::int[], ${sql.param(one.bits)}::bit varying[]) as given (chunk, bits)`,
            ),
          )}
        order by chunk) as found
      group by chunk) as chunks where ${ALL_ROWS} is not null`;
  return { query, facets: [...new Set(facets)] };
}

type GivenBits = Extract<Bits, { kind: 'given' }>;

/** The unions of bitmaps that an expression needs, each once. The first is that of all rows. */
class Unions {
  /** Operations that the expression takes. */
  operations = 0;
  readonly #known = new Map<string, { readonly facet: string; readonly values: readonly string[]; readonly index: number }>();
  readonly #given = new Map<GivenBits, number>();

  constructor() {
    this.indexOf(MARKS, [ROW_MARK]);
  }

  get size(): number {
    return this.#known.size + this.#given.size;
  }

  indexOfGiven(bits: GivenBits): number {
    const index = this.#given.get(bits) ?? this.size;
    this.#given.set(bits, index);
    return index;
  }

  indexOf(facet: string, values: readonly string[]): number {
    const key = JSON.stringify([facet, values]);
    const known = this.#known.get(key);
    if (known !== undefined) return known.index;
    const index = this.size;
    this.#known.set(key, { facet, values, index });
    return index;
  }

  /** Which bitmap belongs to which union, as columns. */
  sources() {
    const all = [...this.#known.values()].flatMap(({ facet, values, index }) => values.map((value) => ({ facet, value, index })));
    return {
      facets: all.map(({ facet }) => facet),
      values: all.map(({ value }) => value),
      indexes: all.map(({ index }) => index),
      given: Array.from(this.#given, ([{ chunks, bits }, index]) => ({ chunks, bits, index })),
    };
  }
}

function writeBits(bits: Bits, unions: Unions): SQL {
  switch (bits.kind) {
    case 'rows':
      return ALL_ROWS;
    case 'none':
      return NO_ROWS;
    case 'holding':
      return sql`coalesce(${nameOf(unions.indexOf(bits.facet, bits.values))}, ${NO_ROWS})`;
    case 'given':
      return sql`(coalesce(${nameOf(unions.indexOfGiven(bits))}, ${NO_ROWS}) & ${ALL_ROWS})`;
    case 'and':
      return combined(bits.of, sql` & `, unions);
    case 'or':
      return combined(bits.of, sql` | `, unions);
    case 'without':
      return combined(bits.of, sql` # `, unions);
  }
}

function combined([one, other]: readonly [Bits, Bits], operator: SQL, unions: Unions): SQL {
  unions.operations += 1;
  // What is too large is not used; its statement need not be written to the end.
  if (unions.operations > OPERATIONS_LIMIT) return NO_ROWS;
  return sql`(${writeBits(one, unions)}${operator}${writeBits(other, unions)})`;
}

function unionAt(index: number): SQL {
  return sql`bit_or(bits) filter (where index = ${sql.raw(String(index))})`;
}

function nameOf(index: number): SQL {
  return sql.raw(`b${index}`);
}

/** The rows of the chunks, as a condition. */
export function inChunks(chunks: readonly number[]): SQL {
  const ranges = chunks.map((chunk) => {
    const first = chunk * 2 ** CHUNK_BITS;
    return sql`(id >= ${first}::bigint and id < ${first + 2 ** CHUNK_BITS}::bigint)`;
  });
  return sql`(${sql.join(ranges, sql` or `)})`;
}
