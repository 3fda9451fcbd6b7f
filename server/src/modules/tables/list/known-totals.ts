/**
 * Totals counted before, and counts that are running: callers share a running count. A total is brought to a later version
 * of its table by what changed, where that is known.
 */

import { type BoundedCache, createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import { type SharedRead, shareRead } from '../../../database/abortable-reads.ts';
import type { Database } from '../../../database/database.ts';
import { createCrmRows } from '../filters/crm-rows.ts';
import { effectOnList } from './change-effect.ts';
import { countInColumnStore, countRows, type Total } from './count-rows.ts';
import type { JudgedChanges } from './judged-changes.ts';
import type { NamedChoice } from './named-choice.ts';

const TOTALS_LIMIT = 10_000;

export function createKnownTotals(
  database: Database,
  changes: JudgedChanges,
  columnStore: ColumnStore | null = null,
  totals: BoundedCache<Total> = createBoundedCache(TOTALS_LIMIT),
  crmRows = createCrmRows(),
) {
  const running = new Map<string, SharedRead<Total>>();
  const runningInStore = new Map<string, SharedRead<Total | null>>();

  /** @param among reads of this kind that are running, by the names of their rows */
  function join<Counted extends Total | null>(
    among: Map<string, SharedRead<Counted>>,
    choice: NamedChoice,
    read: () => Promise<Counted>,
  ): Promise<Counted> {
    const { rowsName } = choice;
    const known = among.get(rowsName);
    if (known !== undefined && !known.isAbandoned()) return known.join();
    const shared = shareRead(async () => {
      try {
        const counted = await read();
        if (counted !== null) note(choice, counted);
        return counted;
      } finally {
        if (among.get(rowsName) === shared) among.delete(rowsName);
      }
    });
    among.set(rowsName, shared);
    return shared.join();
  }

  /** Stores these two fields alone: the object passed may hold a whole page as well. */
  function note({ rowsName }: NamedChoice, { total, version }: Total): void {
    totals.set(rowsName, { total, version });
  }

  return {
    /** The total; null: unknown for this version. */
    async of(choice: NamedChoice, version: number): Promise<number | null> {
      const known = totals.get(choice.rowsName);
      if (known === undefined) return null;
      if (known.version === version) return known.total;
      const judged = await changes.between(choice, known.version, version);
      if (judged === null) return null;
      const total = judged.reduce((sum, change) => sum + effectOnList(choice, change).growth, known.total);
      note(choice, { total, version });
      return total;
    },

    note,

    /**
     * Counts rows. The total is valid for the version it names, which may be older than the newest known one.
     * @param wasLeft whether the column store has just left it to the database
     */
    count(choice: NamedChoice, wasLeft = false): Promise<Total> {
      const { definition, filters } = choice;
      return join(running, choice, () => countRows(database, definition, filters, wasLeft ? null : columnStore, crmRows));
    },

    /** The same in the column store alone; null: there is none, or it does not count them. */
    countInStore(choice: NamedChoice): Promise<Total | null> {
      const { definition, filters } = choice;
      return join(runningInStore, choice, () => countInColumnStore(columnStore, database, definition, filters));
    },
  };
}
