/**
 * A table as it was at one moment: what is counted, what is paid for and what is written are the same rows,
 * whoever writes meanwhile. The file is prepared while its rows are still being counted, on connections that
 * share the moment, and behind a savepoint, so that a copy that was cut off leaves the moment standing and
 * what was not sent can be told.
 */
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { FILE_SETTINGS } from './export-sql.ts';
import { type ChunkBits, type RowSet, readChunk } from './row-set.ts';

export interface ExportSnapshot {
  /** Takes one place of each list of names, if there is one in all of them; held until the snapshot is closed, or its connection lost. */
  takePlaces(places: readonly (readonly string[])[]): Promise<boolean>;
  /** @param statement as `rowIdsStatement` writes it. @param signal ends the query */
  readRows(statement: string, signal?: AbortSignal): Promise<RowSet>;
  /** Begins a COPY. Other questions are still answered. */
  beginCopy(statement: string): Promise<Copy>;
  /** Ends a copy that is not wanted any more, or broke; further questions see the same rows as before. */
  giveUpCopy(): Promise<void>;
  close(): Promise<void>;
}

interface RunningCopy extends Copy {
  /** The moment's name, for connections beside this one. */
  readonly moment: string;
  /** false once it has failed. */
  isRunning: boolean;
}

interface Connection {
  readonly client: pg.PoolClient;
  /** Ends what the connection does at this moment; a statement that begins later is not touched. */
  readonly interrupt: () => Promise<void>;
  /** Rolls back and gives the connection to others. */
  readonly release: () => Promise<void>;
}

export interface Copy {
  /** Its bytes, which wait until they are read; its writable side ends when the database has sent the last. */
  readonly rows: PassThrough;
  /** Resolves once they are all read, with null; or with what it failed of. */
  readonly over: Promise<Error | null>;
}

const SAVEPOINT = 'before_copy';
/**
 * What the database may write ahead of whoever reads, in bytes: while the rows are being counted and paid for, and
 * whenever the reader pauses. Without it the two would wait for each other at every few kilobytes.
 */
const WRITTEN_AHEAD = 1024 * 1024;

const processSchema = z.object({ pid: z.int() });
const momentSchema = z.object({ moment: z.string() });
const placeSchema = z.object({ has_place: z.boolean() });
const chunkSchema = z.object({ chunk: z.int(), offsets: z.instanceof(Buffer) });

export async function openSnapshot(pool: pg.Pool): Promise<ExportSnapshot> {
  const own = await beginReading(pool);
  /** One that was begun and neither ended well nor was given up. */
  let copying: RunningCopy | null = null;

  const giveUpCopy = async () => {
    if (copying?.isRunning === true) {
      await own.interrupt();
      // What is on its way has to pass before the connection can be asked anything else.
      copying.rows.removeAllListeners('readable').resume();
      await copying.over;
    }
    copying = null;
    await own.client.query(`rollback to savepoint ${SAVEPOINT}`);
  };

  return {
    giveUpCopy,
    takePlaces: async (places) => {
      for (const names of places) if (!(await takePlace(own.client, names))) return false;
      return true;
    },
    readRows: async (statement, signal) => {
      if (copying === null) return readRows(own, statement, signal);
      const beside = await beginReading(pool, copying.moment);
      try {
        return await readRows(beside, statement, signal);
      } finally {
        await beside.release();
      }
    },
    beginCopy: async (statement) => {
      const { rows: exported } = await own.client.query('select pg_export_snapshot() as moment');
      const { moment } = momentSchema.parse(exported[0]);
      await own.client.query(`savepoint ${SAVEPOINT}`);
      const written = own.client.query(copyTo(statement));
      const rows = written.pipe(new PassThrough({ highWaterMark: WRITTEN_AHEAD }));
      const { promise: over, resolve } = Promise.withResolvers<Error | null>();
      const begun: RunningCopy = { rows, over, moment, isRunning: true };
      written.once('error', (error) => {
        begun.isRunning = false;
        resolve(error);
      });
      written.once('end', () => {
        copying = null;
      });
      rows.once('end', () => resolve(null));
      copying = begun;
      return begun;
    },
    close: async () => {
      if (copying !== null) await giveUpCopy().catch(() => undefined);
      await own.release();
    },
  };
}

/** @param moment of another connection, which must not end before this has begun; now where absent */
async function beginReading(pool: pg.Pool, moment?: string): Promise<Connection> {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${FILE_SETTINGS}`);
    if (moment !== undefined) await client.query(`set transaction snapshot ${client.escapeLiteral(moment)}`);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const { pid } = processSchema.parse(rows[0]);
    return {
      client,
      interrupt: async () => {
        await pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
      },
      release: async () => {
        const isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        );
        client.release(isBroken);
      },
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function takePlace(client: pg.PoolClient, names: readonly string[]): Promise<boolean> {
  // CASE, since OR may look at both sides and take two.
  const tries = names.map((_, index) => `when pg_try_advisory_xact_lock(hashtextextended($${index + 1}, 0)) then true`);
  const { rows } = await client.query(`select case ${tries.join(' ')} else false end as has_place`, [...names]);
  return placeSchema.parse(rows[0]).has_place;
}

async function readRows({ client, interrupt }: Connection, statement: string, signal?: AbortSignal): Promise<RowSet> {
  signal?.throwIfAborted();
  signal?.addEventListener('abort', interrupt);
  try {
    return await readChunks(client, statement);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    // Whether it was cut off or had just ended: nobody waits for it.
    signal?.throwIfAborted();
  }
}

/** Chunks become bits as they arrive, so that any number of rows takes the memory of their bits. */
function readChunks(client: pg.PoolClient, statement: string): Promise<RowSet> {
  const { promise, resolve, reject } = Promise.withResolvers<RowSet>();
  const chunks = new Map<number, ChunkBits>();
  const query = new pg.Query(statement);
  query.on('row', (row) => {
    const read = chunkSchema.safeParse(row);
    if (read.success) chunks.set(read.data.chunk, readChunk(read.data.offsets));
    else reject(read.error);
  });
  query.on('end', () => resolve(chunks));
  query.on('error', reject);
  client.query(query);
  return promise;
}
