/**
 * The last changes of each data table, as rows before and after. With them, whatever was read of a table at one version is
 * brought to a later one, or known to be out of date; so one changed row does not void what is cached of all others.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { readChangesAfter } from './recent-changes.repository.ts';
import type { RowChange } from './row-change.ts';

/** Changes that are remembered of one table. */
const REMEMBERED_LIMIT = 1_000;

interface KnownChanges {
  /** All changes up to this version are known, and none beyond. */
  head: number;
  /** All changes after this version are in `changes`. */
  tail: number;
  /** Changes in the order of their versions. */
  changes: RowChange[];
  reading: Promise<void> | null;
}

export interface RecentChanges {
  /** The database for reads that serve many requests, so they do not end with one of them. */
  readonly database: Database;
  /** Resolves when the changes up to the version are known. It must have been read from the database. */
  catchUp(definition: TableDefinition, version: number): Promise<void>;
  /** The version up to which changes are known; null before the first. */
  head(definition: TableDefinition): number | null;
  /** The changes after one version and up to another, in their order; null: they are not all known. */
  between(definition: TableDefinition, from: number, to: number): readonly RowChange[] | null;
}

export function createRecentChanges(database: Database): RecentChanges {
  const tables = new Map<string, KnownChanges>();

  async function readOn(definition: TableDefinition, known: KnownChanges): Promise<void> {
    const found = await readChangesAfter(database, databaseName(definition), known.head);
    if (found.changes === null) {
      known.changes = [];
      known.tail = found.version;
    } else {
      known.changes.push(...found.changes);
      const dropped = known.changes.splice(0, Math.max(0, known.changes.length - REMEMBERED_LIMIT)).at(-1);
      known.tail = dropped?.version ?? known.tail;
    }
    known.head = found.version;
  }

  return {
    database,

    async catchUp(definition, version) {
      const known = tables.get(definition.name);
      if (known === undefined) {
        tables.set(definition.name, { head: version, tail: version, changes: [], reading: null });
        return;
      }
      // A read that began before the version was there does not include it; the next one does.
      for (let reads = 0; known.head < version && reads < 2; reads += 1) {
        known.reading ??= readOn(definition, known).finally(() => {
          known.reading = null;
        });
        await known.reading;
      }
      if (known.head >= version) return;
      // After a failover that lost commits, the database can be behind what it reported before.
      known.changes = [];
      known.tail = version;
      known.head = version;
    },

    head: ({ name }) => tables.get(name)?.head ?? null,

    between({ name }, from, to) {
      const known = tables.get(name);
      if (known === undefined || from < known.tail || to > known.head || from > to) return null;
      const { changes } = known;
      let first = changes.length;
      while (first > 0 && (changes[first - 1]?.version ?? 0) > from) first -= 1;
      const found = changes.slice(first);
      return to === known.head ? found : found.filter(({ version }) => version <= to);
    },
  };
}
