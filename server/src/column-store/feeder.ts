/**
 * The feeder of this server: takes copies that nobody feeds, with a lease, and feeds each until the server closes. One statement a
 * second looks at all tables; a copy that is behind, or still has rows of an erasure, is told to go on.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tables } from '@leadloom/shared/tables/tables';
import type { ColumnStoreSettings } from '../config.ts';
import { connectDirectly } from '../database/connect-directly.ts';
import type { Database } from '../database/database.ts';
import { createLeasedWork } from '../leased-work/leased-work.ts';
import { LostLease } from '../leased-work/leases.ts';
import { databaseName } from '../schema/data-table.ts';
import {
  addCopies,
  forgetCopy,
  type HeldCopy,
  leaveCopy,
  noteIdle,
  readCopies,
  renewalOf,
  type SeenCopy,
  takeCopies,
} from './copies.repository.ts';
import { createDatabase, dropCopyTables, type Layout } from './copy-ddl.ts';
import { copyName } from './copy-names.ts';
import type { EngineClient } from './engine-client.ts';
import { EngineAway } from './engine-failure.ts';
import { createEngineClient } from './engine-http.ts';
import { settleErasures } from './erasures.repository.ts';
import { createBatchSize } from './feed-batch.ts';
import { feedBatch, takeOver } from './feed-copy.ts';
import { notePatches, type Unpatched } from './feed-patches.ts';
import { type Erasing, eraseDue, purge } from './feed-removals.ts';

/** A copy of another layout is dropped when nobody has fed it for so long; sooner, if an erasure waits for it. */
const UNFED_SECONDS = 86_400;
const UNFED_ERASING_SECONDS = 600;
const MAX_ERROR_CHARACTERS = 500;
const AWAY = 'the column store is away';
/** A feeder without work says that it is there. */
const HEARTBEAT_SECONDS = 60;
const PURGE_EVERY = 3_600_000;
const PURGE_ANYWAY = 24 * PURGE_EVERY;
/** No answer reads a version for longer. */
const READING_SECONDS = 60;
/** Without another version. Applying patches takes seconds, and a table that is written all the time is not read here anyway. */
const REST_MILLISECONDS = 15_000;

interface FeederParts {
  readonly database: Database;
  /** Past a pooler: what is read and what is vouched for go over one connection. */
  readonly direct: Database;
  readonly engine: EngineClient;
  readonly settings: ColumnStoreSettings;
  /** @param copy null: all, or it is not known which */
  readonly onFailure: (error: unknown, copy: string | null) => void;
  readonly readingSeconds?: number;
  readonly restMilliseconds?: number;
}

interface TakenCopy extends HeldCopy {
  /** null: the copy is dropped. */
  readonly definition: TableDefinition | null;
}

export interface Feeder {
  /** Looks at all tables once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export function createFeeder({
  database,
  direct,
  engine,
  settings,
  onFailure,
  readingSeconds = READING_SECONDS,
  restMilliseconds = REST_MILLISECONDS,
}: FeederParts): Feeder {
  const definitions = new Map(Object.values(tables).map((definition) => [copyName(definition), definition]));
  const times = { readingSeconds, keepSeconds: Math.ceil(settings.keepMilliseconds / 1000) };
  /** Copies that are fed here, and how each is told to go on. */
  const fed = new Map<string, { readonly token: string; goOn: () => void }>();
  /** Copies that are not fed, and why. */
  const failing = new Map<string, string>();
  let wanted: ReadonlyMap<string, TableDefinition | null> = new Map();

  const work = createLeasedWork<TakenCopy>({
    slots: definitions.size + 2,
    renewal: renewalOf(database),
    take: async (room) => {
      const taken = await takeCopies(database, [...wanted.keys()], randomUUID(), room);
      return taken.map((copy) => ({ ...copy, definition: wanted.get(copy.id) ?? null }));
    },
    run: async (copy, signal) => {
      const layout = await openLayout(settings);
      if (copy.definition !== null) await feed({ ...copy, definition: copy.definition }, layout, signal);
      else {
        for (const text of dropCopyTables(layout, copy.id)) await engine.run({ text, parameters: {} }, { signal });
        await forgetCopy(database, copy);
      }
    },
    onFailure: async (copy, error, isStopping) => {
      // Somebody else feeds it, or it is to be built anew: whoever takes it next sees to that.
      const isFailure = !isStopping && !(error instanceof LostLease);
      const text = error instanceof Error ? error.message : String(error);
      if (isFailure) noteFailure(copy.id, error, text);
      await leaveCopy(database, copy, isFailure ? text.slice(0, MAX_ERROR_CHARACTERS) : null);
    },
    onError: (error, copy) => onFailure(error, copy?.id ?? null),
  });

  /** Said once, until feeding succeeds again. An engine that is away is so for all copies, in whatever words. */
  function noteFailure(copy: string, error: unknown, text: string): void {
    const isAway = error instanceof EngineAway;
    const why = isAway ? AWAY : text;
    const isSaid = failing.has(copy) || [...failing.values()].includes(why);
    failing.set(copy, why);
    if (!isSaid) onFailure(error, isAway ? null : copy);
  }

  function noteSuccess(copy: string): void {
    failing.delete(copy);
    // The engine is there again, also for copies that another server feeds meanwhile.
    for (const [other, why] of failing) if (why === AWAY) failing.delete(other);
  }

  async function feed(
    held: HeldCopy & { readonly definition: TableDefinition },
    layout: Layout,
    signal: AbortSignal,
  ): Promise<void> {
    const { definition } = held;
    let more = new AbortController();
    fed.set(held.id, { token: held.token, goOn: () => more.abort() });
    try {
      const taking = { engine, layout, held, definition, size: createBatchSize(), signal };
      const copy = await withConnection((client) => takeOver(client, taking));
      let erasing: Erasing | null = null;
      let unpatched: Unpatched | null = null;
      let hasRested = false;
      let purgedAt = Date.now();
      let purgedAllAt = purgedAt;
      for (;;) {
        more = new AbortController();
        const work = AbortSignal.any([signal, more.signal]);
        signal.throwIfAborted();
        const { version } = copy.state;
        await withConnection(async (client) => {
          while (await feedBatch(client, copy)) signal.throwIfAborted();
        });
        noteSuccess(held.id);
        erasing = await eraseDue(database, copy, times, erasing);
        if (Date.now() - purgedAt > PURGE_EVERY) {
          const isDue = Date.now() - purgedAllAt > PURGE_ANYWAY;
          await purge(copy, times, isDue);
          purgedAt = Date.now();
          if (isDue) purgedAllAt = purgedAt;
        }
        unpatched = await notePatches(copy, unpatched, hasRested && copy.state.version === version ? work : null);
        hasRested = await isIdle(work, unpatched?.version === copy.state.version ? null : restMilliseconds);
        signal.throwIfAborted();
      }
    } finally {
      // This server may have taken the copy again, when the lease had ended.
      if (fed.get(held.id)?.token === held.token) fed.delete(held.id);
    }
  }

  /** A connection that failed is closed: it may be in the middle of rows. */
  async function withConnection<Result>(
    use: (client: Awaited<ReturnType<typeof connectDirectly>>) => Promise<Result>,
  ): Promise<Result> {
    const client = await connectDirectly(direct);
    let isBroken = true;
    try {
      const result = await use(client);
      isBroken = false;
      return result;
    } finally {
      client.release(isBroken);
    }
  }

  async function look(): Promise<void> {
    const { copies, rowsOf, isErasing } = await readCopies(database);
    const known = new Set(copies.map(({ name }) => name));
    const missing = [...definitions].filter(
      ([name, definition]) => !known.has(name) && (rowsOf.get(databaseName(definition)) ?? 0) >= settings.fromRows,
    );
    await addCopies(
      database,
      missing.map(([name, definition]) => ({ name, tableName: databaseName(definition) })),
    );
    wanted = new Map([...missing, ...copies.flatMap((copy) => wish(copy))]);
    for (const copy of copies) {
      const here = fed.get(copy.name);
      if (here === undefined || here.token !== copy.token) continue;
      if (wanted.get(copy.name) === null) work.cancel(({ id }) => id === copy.name);
      if (copy.idleSeconds > HEARTBEAT_SECONDS)
        await noteIdle(database, { id: copy.name, tableName: copy.tableName, token: here.token });
      if (copy.tableVersion !== copy.version || copy.epoch === null || copy.isErasing || copy.idleSeconds > HEARTBEAT_SECONDS)
        here.goOn();
    }
    if (isErasing) await settleErasures(database);
    if (missing.length > 0 || copies.some(({ name, isFree }) => isFree && wanted.has(name))) await work.startDue();
  }

  /** What is to happen to a copy: fed, dropped, or nothing. */
  function wish({ name, rows, idleSeconds, isErasing }: SeenCopy): readonly (readonly [string, TableDefinition | null])[] {
    const definition = definitions.get(name);
    // A table that shrinks a little keeps its copy.
    if (definition !== undefined) return [[name, rows >= settings.fromRows / 2 ? definition : null]];
    const isUnfed = idleSeconds > (isErasing ? UNFED_ERASING_SECONDS : UNFED_SECONDS);
    return isUnfed ? [[name, null]] : [];
  }

  return {
    look,
    close: () => work.close({ reason: new Error('the server is stopping') }),
  };
}

/** @param milliseconds null: for ever @returns whether nothing was to do for so long */
async function isIdle(work: AbortSignal, milliseconds: number | null): Promise<boolean> {
  if (milliseconds !== null) return sleep(milliseconds, true, { signal: work, ref: false }).catch(() => false);
  if (!work.aborted) await once(work, 'abort');
  return false;
}

/** Makes sure that the database is there, and sees of how many machines each shard is. */
async function openLayout(settings: ColumnStoreSettings): Promise<Layout> {
  const { database, cluster } = settings;
  const outside = createEngineClient({ ...settings, database: 'default' });
  try {
    const replicas = cluster === null ? 1 : await countReplicas(outside, cluster);
    const layout = { database, cluster, isReplicated: replicas > 1 };
    await outside.run({ text: createDatabase(layout), parameters: {} }, { seconds: 60 });
    return layout;
  } finally {
    await outside.close();
  }
}

async function countReplicas(engine: EngineClient, cluster: string): Promise<number> {
  const text = 'select max(replica_num) from system.clusters where cluster = {cluster:String}';
  const [[replicas] = []] = await engine.rows({ text, parameters: { cluster } }, { seconds: 60 });
  if (Number(replicas) === 0) throw new Error(`the column store has no cluster ${cluster}`);
  return Number(replicas);
}
