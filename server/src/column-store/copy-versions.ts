/**
 * Which copies may be read now, and at which version. PostgreSQL says it: in one statement on the primary it answers the versions of
 * the tables, and what it vouches for of their copies. The engine says whether it has published that. A copy counts only where all
 * three are the same version, under the epoch that PostgreSQL names. So after a failover or a restore, where PostgreSQL knows an
 * older version or epoch than the engine, the copy is not read until its next feeder has rolled it back. Only the newest feeder of
 * the engine counts, so a copy that another installation has begun to feed is not read either.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { eq, sql } from 'drizzle-orm';
import { batchReads } from '../database/batched-reads.ts';
import type { Database } from '../database/database.ts';
import { columnStoreCopies as copies } from '../schema/column-store.table.ts';
import { databaseName } from '../schema/data-table.ts';
import { tableVersions } from '../schema/table-state.table.ts';
import { UNPATCHED } from './copy-ddl.ts';
import { copyName, FEEDERS, REACHED } from './copy-names.ts';
import type { EngineClient } from './engine-client.ts';
import { askSoon } from './engine-doubts.ts';
import { toEngineStatement } from './engine-statement.ts';

/** For so long it is known what the engine published. */
const REACHED_MILLISECONDS = 100;

interface VouchedCopy {
  readonly name: string;
  readonly epoch: string;
  readonly version: number;
}

interface KnownTable {
  readonly version: number;
  /** By the copies' names. */
  readonly copies: ReadonlyMap<string, VouchedCopy>;
}

export interface ReadableCopies {
  /** By the names of the tables. */
  readonly versions: ReadonlyMap<string, number>;
  /**
   * Whether whatever was read until now was of these copies. A copy that has to be built anew gets another epoch in PostgreSQL before
   * it is emptied.
   */
  isStillSo(): Promise<boolean>;
  /** Whether no row of these versions is patched. */
  readonly areUnpatched: boolean;
  /** Whether that is still so, which it is while the tables have these versions: rows are patched for later ones. */
  areStillUnpatched(): Promise<boolean>;
}

/** What PostgreSQL says of all tables and copies; calls that come together share a statement. */
function createVouchedCopies(database: Database): () => Promise<ReadonlyMap<string, KnownTable>> {
  const read = batchReads(async (calls: readonly null[]) => {
    const rows = await database
      .select({
        tableName: tableVersions.tableName,
        tableVersion: tableVersions.version,
        name: copies.name,
        epoch: copies.epoch,
        version: copies.version,
      })
      .from(tableVersions)
      .leftJoin(copies, eq(copies.tableName, tableVersions.tableName));
    const tables = new Map<string, { version: number; copies: Map<string, VouchedCopy> }>();
    for (const { tableName, tableVersion, name, epoch, version } of rows) {
      const table = tables.get(tableName) ?? { version: tableVersion, copies: new Map() };
      tables.set(tableName, table);
      if (name !== null && epoch !== null && version !== null) table.copies.set(name, { name, epoch, version });
    }
    return calls.map(() => tables);
  });
  return () => read(null);
}

/**
 * Whether the engine has published exactly what PostgreSQL vouches for, and whether it noted that no row of that is patched.
 * @param milliseconds what the engine may take to say it @throws {ColumnStoreFailed}
 */
function createReachedVersions(engine: EngineClient, milliseconds: number) {
  /** What was published last under an epoch, and when that was asked. */
  const known = new Map<string, { readonly version: number; readonly isUnpatched: boolean; readonly at: number }>();
  const ask = batchReads(async (wanted: readonly VouchedCopy[]) => {
    const at = performance.now();
    const names = toEngineStatement(sql`select copy, toString(epoch), max(version) as newest,
        (copy, epoch, newest) in (select copy, epoch, version from ${sql.identifier(UNPATCHED)}) from ${sql.identifier(REACHED)}
      where copy in ${[...new Set(wanted.map(({ name }) => name))]}
        and (copy, epoch) in (select copy, argMax(epoch, (number, epoch)) from ${sql.identifier(FEEDERS)} group by copy)
      group by copy, epoch`);
    known.clear();
    for (const [name, epoch, version, isUnpatched] of await askSoon(engine, names, milliseconds))
      known.set(`${name} ${epoch}`, { version: Number(version), isUnpatched: Number(isUnpatched) === 1, at });
    return wanted.map((copy) => stateOf(copy));
  });
  const stateOf = ({ name, epoch, version }: VouchedCopy) => {
    const found = known.get(`${name} ${epoch}`);
    return found?.version === version ? found : null;
  };
  const isFresh = ({ name, epoch }: VouchedCopy) =>
    performance.now() - (known.get(`${name} ${epoch}`)?.at ?? Number.NEGATIVE_INFINITY) < REACHED_MILLISECONDS;
  return async (copy: VouchedCopy) => (isFresh(copy) ? stateOf(copy) : null) ?? ask(copy);
}

export function createReadableCopies(database: Database, engine: EngineClient, milliseconds: number) {
  const readVouched = createVouchedCopies(database);
  const readReached = createReachedVersions(engine, milliseconds);
  /** What PostgreSQL does not say is not known. */
  const readNow = () => readVouched().catch((): ReadonlyMap<string, KnownTable> => new Map());
  /** The copies at the versions that the tables have now, or why they cannot be read. @throws {ColumnStoreFailed} */
  return async (definitions: readonly TableDefinition[]): Promise<ReadableCopies | 'too_small' | 'behind'> => {
    const known = await readVouched();
    const versions = new Map<string, number>();
    const read: (VouchedCopy & { readonly tableName: string })[] = [];
    let areUnpatched = true;
    for (const definition of definitions) {
      const tableName = databaseName(definition);
      const table = known.get(tableName);
      const copy = table?.copies.get(copyName(definition));
      if (table === undefined || copy === undefined) return 'too_small';
      const reached = copy.version === table.version ? await readReached(copy) : null;
      if (reached === null) return 'behind';
      areUnpatched &&= reached.isUnpatched;
      versions.set(definition.name, table.version);
      read.push({ ...copy, tableName });
    }
    return {
      versions,
      areUnpatched,
      isStillSo: async () => {
        const now = await readNow();
        return read.every(({ tableName, name, epoch }) => now.get(tableName)?.copies.get(name)?.epoch === epoch);
      },
      areStillUnpatched: async () => {
        const now = await readNow();
        return read.every(({ tableName, name, epoch, version }) => {
          const table = now.get(tableName);
          return table?.version === version && table.copies.get(name)?.epoch === epoch;
        });
      },
    };
  };
}
