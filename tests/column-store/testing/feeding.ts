/** A feeder with a database of its own in PostgreSQL and in the engine, and what it published as readers see it. */
import { tableIn } from '@leadloom/server/column-store/copy-ddl';
import { copyName } from '@leadloom/server/column-store/copy-names';
import type { EngineStatement } from '@leadloom/server/column-store/engine-client';
import { createFeeder, type Feeder } from '@leadloom/server/column-store/feeder';
import { readConfig } from '@leadloom/server/config';
import { connectAll } from '@leadloom/server/database/connect';
import { cloneTestDatabase } from '@leadloom/server/testing/test-database';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { inject, vi } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './engine-database.ts';

interface FeedingOptions {
  /** Of an engine of its own. */
  readonly engineUrl?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly readingSeconds?: number;
  readonly restMilliseconds?: number;
  /** Another database whose feeder takes over from one that was here before; a new database and a new engine where absent. */
  readonly takesOver?: { readonly databaseUrl: string; readonly engine: EngineDatabase };
}

export type Feeding = Awaited<ReturnType<typeof openFeeding>>;

export async function openFeeding({
  engineUrl,
  settings = {},
  readingSeconds = 0,
  restMilliseconds = 100,
  takesOver,
}: FeedingOptions = {}) {
  const cloned = takesOver === undefined ? await cloneTestDatabase(inject('databaseUrl')) : null;
  const databaseUrl = takesOver?.databaseUrl ?? cloned?.url ?? '';
  const databases = connectAll(databaseUrl, { onIdleError: () => undefined });
  const { database } = databases;
  const engine = takesOver?.engine ?? (await createEngineDatabase(engineUrl));
  const { columnStore } = readConfig({
    PUBLIC_URL: 'http://127.0.0.1:3000',
    ...engine.environment,
    COLUMN_STORE_FROM: '1',
    ...settings,
  });
  if (columnStore === null) throw new Error('the settings name no column store');
  const failures: unknown[] = [];
  const feeders = new Set<Feeder>();

  const startFeeder = (): Feeder => {
    const feeder = createFeeder({
      database,
      direct: databases.direct,
      engine: engine.client,
      settings: columnStore,
      onFailure: (error) => void failures.push(error),
      readingSeconds,
      restMilliseconds,
    });
    feeders.add(feeder);
    return feeder;
  };

  const ask = async (text: string, parameters: EngineStatement['parameters'] = {}) => engine.client.rows({ text, parameters });

  /** The version that counts for a reader; null: PostgreSQL has to answer. */
  async function readable(definition: TableDefinition): Promise<number | null> {
    const { rows } = await database.execute<{ epoch: string | null; version: string; table_version: string }>(sql`
      select copy.epoch, copy.version, known.version as table_version from column_store_copies copy
        join table_versions known using (table_name) where copy.name = ${copyName(definition)}`);
    const [copy] = rows;
    if (copy === undefined || copy.epoch === null) return null;
    const [[reached] = []] = await ask(
      `select max(version) from ${tableIn(engine.access, 'reached')} where copy = {copy:String} and epoch = {epoch:UUID}`,
      { copy: copyName(definition), epoch: copy.epoch },
    );
    const version = Number(reached);
    return version > 0 && version <= Number(copy.version) && version >= Number(copy.table_version) ? version : null;
  }

  /** Asks the copy at the version that counts. @param select such as `count()` */
  async function askCopy(definition: TableDefinition, select: string, where = '1') {
    const version = await readable(definition);
    if (version === null) return null;
    return ask(
      `select ${select} from ${tableIn(engine.access, copyName(definition))}
        where since <= ${version} and until > ${version} and (${where})`,
    );
  }

  async function untilFed(feeder: Feeder, definition: TableDefinition): Promise<void> {
    await vi.waitFor(
      async () => {
        await feeder.look();
        const version = await readable(definition).catch(() => null);
        if (version === null) throw new Error(`not fed: ${failures.map(String).join('; ')}`);
      },
      { timeout: 30_000, interval: 100 },
    );
  }

  return {
    databaseUrl,
    database,
    databases,
    engine,
    settings: columnStore,
    failures,
    startFeeder,
    ask,
    askCopy,
    readable,
    untilFed,
    table: (definition: TableDefinition) => tableIn(engine.access, copyName(definition)),
    close: async () => {
      await Promise.all([...feeders].map((feeder) => feeder.close()));
      await databases.end();
      if (takesOver === undefined) await engine.drop();
      await cloned?.drop();
    },
  };
}
