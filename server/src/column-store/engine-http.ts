/**
 * The client of the engine's HTTP interface. An answer counts only when it is whole: its status, its framing, its last line and
 * every row of it are checked, so that neither an error in the middle nor a broken connection is taken for rows.
 *
 * Texts of errors hold neither the password nor quoted values of statements, because they are logged.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { ColumnStoreSettings } from '../config.ts';
import { ColumnStoreFailed } from './column-store.ts';
import { limitSettings, quoteTable, requestBody } from './engine-body.ts';
import type { EngineClient, EngineLimits, EngineStatement } from './engine-client.ts';
import { EngineAway, engineFailure, refusal } from './engine-failure.ts';
import { type EngineRow, readRows } from './engine-rows.ts';

export type EngineAccess = Pick<ColumnStoreSettings, 'url' | 'user' | 'password' | 'database'>;

const CONNECTIONS = 32;
const CONNECT_MS = 2_000;
/** A statement without a limit of its own, such as one that rewrites parts. */
const LONGEST_SECONDS = 3_600;
/** The engine ends a statement itself; this is what its last words may take. */
const GRACE_SECONDS = 2;
/** Rows that are collected. Larger answers are streamed. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Both come from what an index or a cache noted of a part, and rows of a part that an update in place has changed since are then not
 * found: as if none had the word that is looked for. A statement may say that no row is patched.
 */
const READS_ROWS = { query_plan_direct_read_from_text_index: '0', use_query_condition_cache: '0' } as const;

/** Nothing that is read may write. The engine keeps no text of a statement, since it may hold a name that somebody looked for. */
const READS = {
  readonly: '2',
  // Takes effect on statements that only read.
  cancel_http_readonly_queries_on_client_close: '1',
  default_format: 'JSONCompactEachRow',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
  http_write_exception_in_output_format: '0',
  ...READS_ROWS,
  log_queries: '0',
} as const;

/** A statement has stored its rows when it answers, and the same rows may be stored twice, as after a rollback. */
const writes = () => ({
  default_format: 'JSONCompactEachRow',
  async_insert: '0',
  // In a cluster: acknowledged by the shards themselves, and moved on each of them from table to table.
  distributed_foreground_insert: '1',
  parallel_distributed_insert_select: '2',
  ...READS_ROWS,
  insert_deduplication_token: randomUUID(),
  log_queries: '0',
});

/** A number is the nearest to what its digits say. */
const INSERTS = { precise_float_parsing: '1' } as const;

interface Question {
  readonly statement: EngineStatement;
  readonly settings: Readonly<Record<string, string>>;
  readonly rows?: Readable;
  readonly limits: EngineLimits;
}

export function createEngineClient({ url, user, password, database }: EngineAccess): EngineClient {
  const pool = new Pool(url, { connections: CONNECTIONS, connect: { timeout: CONNECT_MS }, keepAliveTimeout: 2_000 });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  /** The body of a good answer. It is read or destroyed by whoever asked. */
  async function ask({ statement, settings, rows, limits }: Question, queryId: string, signal: AbortSignal) {
    const search = new URLSearchParams({ database, query_id: queryId, ...settings, ...limitSettings(limits) });
    const body = requestBody(statement, rows, search);
    const seconds = limits.seconds ?? LONGEST_SECONDS;
    const answer = await pool.request({
      method: 'POST',
      path: `/?${search}`,
      headers: { authorization },
      body,
      signal,
      headersTimeout: (seconds + GRACE_SECONDS) * 1_000,
      bodyTimeout: (seconds + GRACE_SECONDS) * 1_000,
    });
    if (answer.statusCode !== 200 || answer.headers['x-clickhouse-exception-code'] !== undefined) {
      throw await refusal(answer.statusCode, answer.body);
    }
    if (answer.headers['transfer-encoding'] === undefined && answer.headers['content-length'] === undefined) {
      answer.body.destroy();
      throw new EngineAway('The column store answered without saying where its answer ends.');
    }
    return answer.body;
  }

  /** Runs the work within the limits, and makes every failure one of the column store. */
  async function* within<Part>(question: Question, read: (body: Readable) => AsyncIterable<Part>): AsyncGenerator<Part> {
    const { limits } = question;
    const queryId = randomUUID();
    const over = new AbortController();
    const timer =
      limits.seconds === undefined ? undefined : setTimeout(() => over.abort(), (limits.seconds + GRACE_SECONDS) * 1_000);
    const signal = limits.signal === undefined ? over.signal : AbortSignal.any([over.signal, limits.signal]);
    let isDone = false;
    let body: Readable | null = null;
    try {
      limits.signal?.throwIfAborted();
      body = await ask(question, queryId, signal);
      yield* read(body);
      isDone = true;
    } catch (error) {
      isDone = error instanceof ColumnStoreFailed;
      if (limits.signal?.aborted === true) throw limits.signal.reason;
      throw over.signal.aborted ? new ColumnStoreFailed('The column store took too long.') : engineFailure(error, password);
    } finally {
      clearTimeout(timer);
      body?.destroy();
      // What reads ends with its connection; what writes would run on.
      if (!isDone && !('readonly' in question.settings)) void kill(queryId);
    }
  }

  async function kill(queryId: string): Promise<void> {
    const statement = { text: `KILL QUERY WHERE query_id = '${queryId}'`, parameters: {} };
    const question = { statement, settings: {}, limits: { seconds: 10 } };
    await ask(question, randomUUID(), AbortSignal.timeout(10_000)).then(
      (body) => body.resume(),
      () => undefined,
    );
  }

  const write = async (question: Omit<Question, 'settings'>, more: Readonly<Record<string, string>>): Promise<void> => {
    const settings = { ...writes(), ...more };
    // Such statements answer nothing, or a line for each machine. An error ends the reading.
    for await (const _lines of within({ ...question, settings }, (body) => readRows(body, MAX_ANSWER_BYTES)));
  };

  return {
    rows: async (statement, limits = {}) => {
      const rows: EngineRow[] = [];
      const settings = { ...READS, max_result_bytes: String(MAX_ANSWER_BYTES), result_overflow_mode: 'throw' };
      const question = { statement, settings, limits };
      for await (const part of within(question, (body) => readRows(body, MAX_ANSWER_BYTES))) rows.push(...part);
      return rows;
    },
    stream: (statement, limits = {}) => within({ statement, settings: READS, limits }, (body) => readRows(body, Infinity)),
    run: (statement, limits = {}) => write({ statement, limits }, {}),
    insert: (table, columns, rows, limits = {}) => {
      const text = `INSERT INTO ${quoteTable(table)} (${columns.map(quoteTable).join(', ')}) FORMAT TabSeparated`;
      return write({ statement: { text, parameters: {} }, rows: Readable.from(rows), limits }, INSERTS);
    },
    close: () => pool.destroy(),
  };
}
