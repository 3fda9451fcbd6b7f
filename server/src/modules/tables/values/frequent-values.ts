/**
 * The most frequent values of columns, for suggestions. Counting them reads a whole table, so the result is
 * cached. After a change of the table they are counted again, the longer counting takes the less often. Until
 * then the old values are used.
 */

import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Database } from '../../../database/database.ts';
import { readVersion } from '../tables.repository.ts';
import { createSearchableValues, type SearchableValues } from './searchable-values.ts';
import { readFrequentValues, type ValueSource } from './table-values.repository.ts';

/** Values of one column, which then takes about ten megabytes. */
export const FREQUENT_VALUES_LIMIT = 200_000;
const COLUMNS_LIMIT = 20;
/** At most this share of the time is spent on counting. */
const COUNTING_SHARE = 1 / 20;
/** A count that takes no longer than this is awaited. */
const PATIENCE_MILLISECONDS = 200;

interface KnownValues {
  readonly version: number;
  readonly values: SearchableValues;
  /** A time of `performance.now()`. */
  readonly checkedAt: number;
  readonly tookMilliseconds: number;
}

export function createFrequentValues(database: Database) {
  const columns = createBoundedCache<KnownValues>(COLUMNS_LIMIT);
  const running = new Map<string, Promise<KnownValues>>();

  async function count(name: string, source: ValueSource): Promise<KnownValues> {
    // The version is read first: a write in between makes the values seem older than they are, never newer.
    const version = await readVersion(database, source.definition);
    const known = columns.get(name);
    const startedAt = performance.now();
    const counted =
      known?.version === version
        ? { ...known, checkedAt: startedAt }
        : {
            version,
            values: createSearchableValues(await readFrequentValues(database, source, FREQUENT_VALUES_LIMIT)),
            checkedAt: performance.now(),
            tookMilliseconds: performance.now() - startedAt,
          };
    columns.set(name, counted);
    return counted;
  }

  function countOnce(name: string, source: ValueSource): Promise<KnownValues> {
    const shared = running.get(name);
    if (shared !== undefined) return shared;
    const counting = count(name, source).finally(() => running.delete(name));
    running.set(name, counting);
    return counting;
  }

  return {
    /** The most frequent first. */
    async of(source: ValueSource): Promise<SearchableValues> {
      const name = `${source.definition.name} ${source.field}`;
      const known = columns.get(name);
      if (known === undefined) return (await countOnce(name, source)).values;
      const isFresh = performance.now() - known.checkedAt < known.tookMilliseconds / COUNTING_SHARE;
      if (isFresh) return known.values;
      const counting = countOnce(name, source);
      if (known.tookMilliseconds <= PATIENCE_MILLISECONDS) return (await counting).values;
      // The next caller starts a new count.
      counting.catch(() => undefined);
      return known.values;
    },
  };
}
