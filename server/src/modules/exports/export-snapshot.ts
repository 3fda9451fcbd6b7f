/**
 * One snapshot of a table: the rows that are counted, charged and written are the same, whatever is written meanwhile. The
 * file is prepared while its rows are counted, on connections that share the snapshot. A savepoint keeps the snapshot
 * usable after a copy that ended early, so the rows that were not sent can be determined.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import pg from 'pg';
import { z } from 'zod';
import { cancelQuery } from '../../database/cancel-query.ts';
import { copyInTurn, copyRows } from '../../database/copy-rows.ts';
import { keepTables } from '../tables/one-moment.ts';
import type { ExportForm } from './export-form.ts';
import type { Spool } from './export-spool.ts';
import { FILE_SETTINGS } from './export-sql.ts';
import { type RowSet, readSegment, type SegmentBits } from './row-set.ts';
import { type SpooledRows, spooledRows } from './spooled-rows.ts';

export interface ExportSnapshot {
  /** The versions of all data tables, by their name in the database. */
  readVersions(): Promise<ReadonlyMap<string, number>>;
  /** @param statement as `rowIdsStatement` writes it. @param signal ends the query */
  readRows(statement: string, signal?: AbortSignal): Promise<RowSet>;
  /** Starts to copy the rows; rows can still be read meanwhile. @param spool stores what the reader has not read yet */
  startCopy(form: ExportForm, spool: Spool): Promise<SpooledRows>;
  /**
   * Runs another COPY after the first one has ended, and stores all of it in a spool. False: the spool has no room. @param
   * signal ends it
   */
  copyInto(statement: string, spool: Spool, signal: AbortSignal): Promise<boolean>;
  /** Ends a copy that is no longer needed, or that failed; later reads see the same rows as before. */
  cancelCopy(): Promise<void>;
  close(): Promise<void>;
}

interface RunningCopy {
  readonly copy: SpooledRows;
  /** The snapshot's name, for other connections. */
  readonly moment: string;
  readonly ending: AbortController;
}

interface Connection {
  readonly client: pg.PoolClient;
  /** Cancels the running statement; later statements are not affected. */
  readonly interrupt: () => Promise<void>;
  /** Rolls back and returns the connection to the pool. */
  readonly release: () => Promise<void>;
}

const SAVEPOINT = 'before_copy';

const momentSchema = z.object({ moment: z.string() });
const versionsSchema = z.array(z.object({ table_name: z.string(), version: z.coerce.number().pipe(z.int()) }));
const segmentSchema = z.object({ segment: z.int(), offsets: z.instanceof(Buffer) });

/** A pool, or connections to one replica. */
export interface SnapshotConnections {
  connect(): Promise<pg.PoolClient>;
}

interface Reading {
  /** The definition of the only data table that is read. */
  readonly definition: TableDefinition;
  /** Ends the wait for the table. */
  readonly signal?: AbortSignal | undefined;
}

export async function openSnapshot(connections: SnapshotConnections, { definition, signal }: Reading): Promise<ExportSnapshot> {
  const own = await startReading(connections, { keep: keepTables([definition]), signal });
  /** A copy that was started and has neither ended nor been cancelled. */
  let copying: RunningCopy | null = null;

  const cancelCopy = async () => {
    if (copying !== null) {
      const { copy, ending } = copying;
      copy.drop();
      ending.abort();
      await own.interrupt();
      // Data in transit must be read before the connection can run another query.
      await copy.sent;
    }
    copying = null;
    await own.client.query(`rollback to savepoint ${SAVEPOINT}`);
  };

  return {
    cancelCopy,
    readVersions: async () => {
      const { rows } = await own.client.query('select table_name, version from table_versions');
      return new Map(versionsSchema.parse(rows).map(({ table_name: table, version }) => [table, version]));
    },
    readRows: async (statement, signal) => {
      if (copying === null) return readRows(own, statement, signal);
      const another = await startReading(connections, { moment: copying.moment });
      try {
        return await readRows(another, statement, signal);
      } finally {
        await another.release();
      }
    },
    startCopy: async ({ statements, chunks }, spool) => {
      const { rows: exported } = await own.client.query('select pg_export_snapshot() as moment');
      const { moment } = momentSchema.parse(exported[0]);
      await own.client.query(`savepoint ${SAVEPOINT}`);
      const ending = new AbortController();
      const copy = spooledRows(chunks(copyInTurn(own.client, statements, ending.signal)), spool);
      const started: RunningCopy = { copy, moment, ending };
      copying = started;
      void copy.sent.then((failure) => {
        if (failure === null && copying === started) copying = null;
      });
      return copy;
    },
    copyInto: async (statement, spool, signal) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', own.interrupt);
      let hasRoom = true;
      // Reads to the end in any case: the connection is used again.
      try {
        for await (const bytes of copyRows(own.client, statement)) hasRoom &&= await spool.append(bytes);
      } finally {
        signal.removeEventListener('abort', own.interrupt);
      }
      return hasRoom;
    },
    close: async () => {
      if (copying !== null) await cancelCopy().catch(() => undefined);
      await own.release();
    },
  };
}

interface Moment {
  /** Keeps the table in its place. */
  readonly keep?: string;
  /** Ends the wait for it. */
  readonly signal?: AbortSignal | undefined;
  /** The snapshot of another connection, which must not end before this one has started; a new one where absent. */
  readonly moment?: string;
}

async function startReading(connections: SnapshotConnections, { keep = '', signal, moment }: Moment): Promise<Connection> {
  const client = await connections.connect();
  try {
    await abortable(client, signal, () =>
      client.query(`begin isolation level repeatable read read only; ${FILE_SETTINGS}; ${keep}`),
    );
    if (moment !== undefined) await client.query(`set transaction snapshot ${client.escapeLiteral(moment)}`);
    return {
      client,
      interrupt: () => cancelQuery(client),
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

function readRows({ client }: Connection, statement: string, signal?: AbortSignal): Promise<RowSet> {
  return abortable(client, signal, () => readSegments(client, statement));
}

/** @param work what the connection does until then @throws the signal's reason */
async function abortable<Result>(
  client: pg.PoolClient,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const interrupt = () => cancelQuery(client);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', interrupt);
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', interrupt);
    // The caller is gone, whether the statement was cancelled or had just ended.
    signal?.throwIfAborted();
  }
}

/** Segments become bits as they arrive, so that any number of rows takes the memory of their bits. */
function readSegments(client: pg.PoolClient, statement: string): Promise<RowSet> {
  const { promise, resolve, reject } = Promise.withResolvers<RowSet>();
  const segments = new Map<number, SegmentBits>();
  const query = new pg.Query(statement);
  query.on('row', (row) => {
    const read = segmentSchema.safeParse(row);
    if (read.success) segments.set(read.data.segment, readSegment(read.data.offsets));
    else reject(read.error);
  });
  query.on('end', () => resolve(segments));
  query.on('error', reject);
  client.query(query);
  return promise;
}
