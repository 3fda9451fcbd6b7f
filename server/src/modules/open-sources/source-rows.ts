/**
 * How many rows of each table each source filled. Counting reads an index as large as all of them, so a count is kept until a
 * source stores something, and at most for a minute. Create one per application.
 */
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import type { Platform } from '../../platform.ts';
import { databaseName } from '../../schema/data-table.ts';
import { countRows, type StoredSource } from './open-sources.repository.ts';

const KNOWN_FOR_MS = 60_000;

export interface CountedRows {
  /** Rows of all tables. */
  of(id: OpenSourceId): number;
  ofTable(table: TableName, id: OpenSourceId): number;
}

export interface SourceRows {
  /** @param stored the sources as they are now: a source that stored something since is counted again */
  read(stored: ReadonlyMap<OpenSourceId, StoredSource>): Promise<CountedRows>;
}

interface Known {
  readonly at: number;
  readonly state: string;
  readonly rows: Promise<CountedRows>;
}

export function createSourceRows({ database, now }: Pick<Platform, 'database' | 'now'>): SourceRows {
  let known: Known | null = null;

  return {
    async read(stored) {
      const state = JSON.stringify(
        [...stored.values()].map(({ id, added, changed, lastRunAt }) => [id, added, changed, lastRunAt]),
      );
      const time = now().getTime();
      // A time to come was noted before the clock was put back.
      if (known?.state === state && time >= known.at && time < known.at + KNOWN_FOR_MS) return known.rows;
      const counted: Known = { at: time, state, rows: count() };
      known = counted;
      counted.rows.catch(() => {
        if (known === counted) known = null;
      });
      return counted.rows;
    },
  };

  async function count(): Promise<CountedRows> {
    const counts = await countRows(database);
    const tables = new Map<string, TableName>(tableNames.map((name) => [databaseName({ name }), name]));
    return {
      of: (id) => counts.reduce((sum, { source, rows }) => (source === id ? sum + rows : sum), 0),
      ofTable: (table, id) => counts.find(({ tableName, source }) => tables.get(tableName) === table && source === id)?.rows ?? 0,
    };
  }
}
