/** Totals that were counted before, and counts that run: whoever asks for one that runs waits for it. */
import type { Database } from '../../../database/database.ts';
import { type BoundedCache, createBoundedCache } from '../bounded-cache.ts';
import { countRows, type Total } from '../count-rows.ts';
import type { ListChoice } from './page-statement.ts';

const TOTALS_LIMIT = 10_000;

export function createKnownTotals(database: Database, totals: BoundedCache<Total> = createBoundedCache(TOTALS_LIMIT)) {
  const running = new Map<string, Promise<Total>>();

  async function count(rows: string, { definition, filters }: ListChoice): Promise<Total> {
    const counted = await countRows(database, definition, filters);
    note(rows, counted);
    return counted;
  }

  /** Keeps these two and nothing else: whoever tells of a total may hold a whole page beside it. */
  function note(rows: string, { total, version }: Total): void {
    totals.set(rows, { total, version });
  }

  return {
    /** null: not known for this version. @param rows names table and filters */
    of(rows: string, version: number): number | null {
      const known = totals.get(rows);
      return known?.version === version ? known.total : null;
    },

    note,

    /** True for the version it answers, which may be older than the last one heard of. */
    count(rows: string, choice: ListChoice): Promise<Total> {
      const shared = running.get(rows);
      if (shared !== undefined) return shared;
      const counting = count(rows, choice).finally(() => running.delete(rows));
      running.set(rows, counting);
      return counting;
    },
  };
}
