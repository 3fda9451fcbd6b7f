/**
 * Reads in the column store, and leaves it to PostgreSQL whenever something is not as it should be: a copy is behind, the engine
 * is away, hangs, refuses or takes too long. Whoever asked sees no failure of the engine, only that PostgreSQL answered.
 *
 * A statement that takes longer than a second is doubted: the engine is asked what it published. If it does not answer that either,
 * it hangs, and is left out; otherwise the statement is only slow, and others go on.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { Counter, Histogram, Registry } from 'prom-client';
import type { ColumnStoreSettings } from '../config.ts';
import { signalOfCaller } from '../database/abortable-reads.ts';
import type { Database } from '../database/database.ts';
import { type AnsweredBy, type ColumnReading, type ColumnStore, ColumnStoreFailed } from './column-store.ts';
import { acrossShards, copyName, wordsName } from './copy-names.ts';
import { createReadableCopies, type ReadableCopies } from './copy-versions.ts';
import type { EngineClient, EngineLimits } from './engine-client.ts';
import { createDoubts } from './engine-doubts.ts';
import { EngineAway } from './engine-failure.ts';
import { createEngineClient } from './engine-http.ts';
import { toEngineStatement } from './engine-statement.ts';
import { createRest } from './rest.ts';

export interface ReadLimits {
  /** What one statement may take. */
  readonly statementSeconds: number;
  /** What the engine may take to show that it is there. */
  readonly soonMilliseconds: number;
  /** What a page may take until the engine has named its rows. */
  readonly pageMilliseconds: number;
}

/** Of the five seconds that an answer has, PostgreSQL is left enough to answer instead; of those of a page most, since it sorts. */
const LIMITS: ReadLimits = { statementSeconds: 3, soonMilliseconds: 1_000, pageMilliseconds: 1_500 };
const STATEMENT_MEGABYTES = 1_000;
/** Until the first rows of a stream; then it goes at the pace of its reader. */
const FIRST_ROWS_MILLISECONDS = 60_000;
/** A minute after another version was published, rows that only earlier ones have may be removed. */
const READING_MILLISECONDS = 55_000;
const TOO_LONG = 'The reading in the column store took too long.';
/** Failures of single statements are logged once in such a time. */
const SILENT_MILLISECONDS = 60_000;
/** More at once than two processors answer in time. PostgreSQL answers the others. */
const READINGS_AT_ONCE = 16;

/** Rows may be patched by now, so those that were read are no answer. */
class ChangedMeanwhile extends ColumnStoreFailed {}

interface ColumnStoreParts {
  readonly settings: ColumnStoreSettings;
  /** The primary. */
  readonly database: Database;
  readonly log: {
    warn(fields: { readonly err: unknown }, message: string): void;
    info(message: string): void;
  };
  readonly limits?: Partial<ReadLimits>;
}

export interface OpenColumnStore {
  readonly store: ColumnStore;
  readonly engine: EngineClient;
  readonly registry: Registry;
  close(): Promise<void>;
}

export function openColumnStore({ settings, database, log, limits: given = {} }: ColumnStoreParts): OpenColumnStore {
  const limits = { ...LIMITS, ...given };
  const engine = createEngineClient(settings);
  const registry = new Registry();
  const reads = new Counter({
    name: 'column_store_reads_total',
    help: 'Reads that the column store was asked for, by what was read and why it answered or not',
    labelNames: ['kind', 'by'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'column_store_query_seconds',
    help: 'Time until a statement in the column store was answered, or its first rows came',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  });
  const readableCopies = createReadableCopies(database, engine, limits.soonMilliseconds);
  const doubt = createDoubts(engine, limits.soonMilliseconds);
  const rest = createRest();
  let readings = 0;
  let silentUntil = Number.NEGATIVE_INFINITY;

  const leaveOut = (error: unknown) => {
    if (rest.fail()) log.warn({ err: error }, 'the column store is left out until it answers again');
  };

  const noteFailure = (error: unknown) => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + SILENT_MILLISECONDS;
    log.warn({ err: error }, 'the column store did not carry out a statement');
  };

  /** null: it is not known which can be read. */
  async function findCopies(definitions: readonly TableDefinition[]) {
    try {
      return await readableCopies(definitions);
    } catch (error) {
      // An engine that does not even answer this is of no use. That PostgreSQL does not will be told by its own answer.
      if (error instanceof ColumnStoreFailed) leaveOut(error);
      return null;
    }
  }

  /** @param until when its statements have to be answered; a stream may go on */
  function openReading(copies: ReadableCopies, until: number, signal: AbortSignal | undefined): ColumnReading {
    const { areUnpatched: isUnpatched } = copies;
    const versionOf = ({ name }: TableDefinition): number => {
      const version = copies.versions.get(name);
      if (version === undefined) throw new Error(`${name} is not of this reading`);
      return version;
    };
    const named = (name: string): SQL =>
      sql`${sql.identifier(settings.database)}.${sql.identifier(settings.cluster === null ? name : acrossShards(name))}`;
    /** A statement of this reading, which ends with its reader, or when the engine is given up. */
    const begin = (statement: SQL, more: EngineLimits = {}) => {
      if (performance.now() > until) throw new ColumnStoreFailed(TOO_LONG);
      const end = seconds.startTimer();
      const given = new AbortController();
      const signals = signal === undefined ? given.signal : AbortSignal.any([signal, given.signal]);
      const giveUp = (error: unknown) => given.abort(error);
      return {
        statement: toEngineStatement(statement),
        limits: { megabytes: STATEMENT_MEGABYTES, signal: signals, ...more },
        giveUp,
        end,
      };
    };
    return {
      versionOf,
      tableOf: (definition) => named(copyName(definition)),
      isVisible: (definition) => sql`(since <= ${versionOf(definition)} and until > ${versionOf(definition)})`,
      wordsBeginning: (definition, column, beginning) =>
        sql`select distinct word from ${named(wordsName(copyName(definition)))}
          where filter = ${column} and startsWith(word, ${beginning})`,
      rows: async (statement) => {
        const begun = begin(statement, { seconds: limits.statementSeconds, isUnpatched });
        const patience = setTimeout(() => begun.giveUp(new ColumnStoreFailed(TOO_LONG)), until - performance.now());
        const rows = await doubt(engine.rows(begun.statement, begun.limits), begun.giveUp).finally(() => {
          clearTimeout(patience);
          begun.end();
        });
        if (isUnpatched && !(await copies.areStillUnpatched())) throw new ChangedMeanwhile('The table was changed meanwhile.');
        return rows;
      },
      stream: async function* (statement) {
        const begun = begin(statement);
        const late = new ColumnStoreFailed(`The first rows did not come within ${FIRST_ROWS_MILLISECONDS} milliseconds.`);
        const patience = setTimeout(() => begun.giveUp(late), FIRST_ROWS_MILLISECONDS);
        const parts = engine.stream(begun.statement, begun.limits)[Symbol.asyncIterator]();
        try {
          let next = await doubt(parts.next(), begun.giveUp);
          clearTimeout(patience);
          begun.end();
          for (; next.done !== true; next = await doubt(parts.next(), begun.giveUp)) yield next.value;
          if (!(await copies.isStillSo())) throw new ColumnStoreFailed('The copy is built anew, so rows may be missing.');
        } finally {
          clearTimeout(patience);
          await parts.return?.();
        }
      },
    };
  }

  const store: ColumnStore = {
    read: async (kind, definitions, read) => {
      const signal = signalOfCaller();
      signal?.throwIfAborted();
      const leave = (by: AnsweredBy): null => {
        reads.inc({ kind, by });
        return null;
      };
      if (rest.isOut() || readings >= READINGS_AT_ONCE) return leave('failed');
      readings += 1;
      const until = performance.now() + (kind === 'sort' ? limits.pageMilliseconds : READING_MILLISECONDS);
      try {
        const copies = await findCopies(definitions);
        if (copies === null) return leave('failed');
        if (typeof copies === 'string') return leave(copies);
        const answer = await read(openReading(copies, until, signal));
        if (rest.succeed()) log.info('the column store answers again');
        // What the statements cannot say is no question to the column store.
        if (answer === null) return null;
        if (!(await copies.isStillSo())) return leave('behind');
        reads.inc({ kind, by: 'column_store' });
        return answer;
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason;
        if (!(error instanceof ColumnStoreFailed)) throw error;
        if (error instanceof ChangedMeanwhile) return leave('behind');
        if (error instanceof EngineAway) leaveOut(error);
        else noteFailure(error);
        return leave('failed');
      } finally {
        readings -= 1;
      }
    },
  };
  return { store, engine, registry, close: () => engine.close() };
}
