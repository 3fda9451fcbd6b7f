/** Totals counted before, and counts that are running: callers share a running count. */

import { type BoundedCache, createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Database } from '../../../database/database.ts';
import { type SharedRead, shareRead } from '../../../database/wanted-reads.ts';
import { countRows, type Total } from './count-rows.ts';
import type { ListChoice } from './page-statement.ts';

const TOTALS_LIMIT = 10_000;

export function createKnownTotals(database: Database, totals: BoundedCache<Total> = createBoundedCache(TOTALS_LIMIT)) {
  const running = new Map<string, SharedRead<Total>>();

  async function count(rows: string, { definition, filters }: ListChoice): Promise<Total> {
    const counted = await countRows(database, definition, filters);
    note(rows, counted);
    return counted;
  }

  /** Stores these two fields alone: the object passed may hold a whole page as well. */
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

    /** Valid for the version it returns, which may be older than the newest known one. */
    count(rows: string, choice: ListChoice): Promise<Total> {
      const known = running.get(rows);
      if (known !== undefined && !known.isAbandoned()) return known.join();
      const shared = shareRead(() =>
        count(rows, choice).finally(() => {
          if (running.get(rows) === shared) running.delete(rows);
        }),
      );
      running.set(rows, shared);
      return shared.join();
    },
  };
}
