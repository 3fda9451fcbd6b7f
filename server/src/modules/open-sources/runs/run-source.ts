/**
 * One run of an open source, from its checkpoint to the end of what there is now. Each step is stored load by load, as imports
 * of the log; the transaction of the last load stores the checkpoint. Every transaction asks for the lease, so a server that
 * lost it writes nothing, and a run that was killed goes on with the step that was not stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { Transaction } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { OpenLoad, OpenSource, OpenStep } from '../../../open-sources/open-source.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { loadOpenRecords } from '../../imports/open-records.service.ts';
import { removeSampleRows } from '../../imports/sample-rows.service.ts';
import { openSuppressionKey } from '../../suppression/suppression-key.service.ts';
import { endRun, hasRowsOf, storeLoad, type TakenSource } from '../open-sources.repository.ts';
import { type CreateOpenHttp, type OpenedRun, openRun, type RunPlatform } from './open-run.ts';
import { isShrunken, ShrunkenFile, settleSuccess } from './settle-run.ts';

/** The pauses between two attempts to store a load while too many imports hold its table. */
const FIRST_BUSY_PAUSE = 2_000;
const LONGEST_BUSY_PAUSE = 30_000;

interface RunParts {
  readonly source: OpenSource;
  readonly contact: string | null;
  readonly createHttp: CreateOpenHttp;
}

/** @throws {OpenSourceError} the signal's reason, {LostLease}, or an error of ours; what was stored until then stays */
export async function runSource(
  platform: RunPlatform,
  { source, contact, createHttp }: RunParts,
  taken: TakenSource,
  signal: AbortSignal,
): Promise<void> {
  const { manifest } = source;
  const { dataDir } = platform.config;
  const run = openRun(platform, { source, options: taken.options, contact, signal, createHttp, dataDir });
  try {
    let { fullRows } = taken;
    for await (const step of source.read(taken.checkpoint, run)) {
      signal.throwIfAborted();
      const rows = await storeStep(platform, { source, taken, run, step, fullRows, signal });
      if (step.isFull) fullRows = rows;
    }
    signal.throwIfAborted();
    await run.storeNotes(platform.database);
    await removeSamples(platform, source, signal);
    await run.removeFiles();
    await endRun(platform.database, taken, settleSuccess(manifest, platform.now()));
  } finally {
    await run.close();
  }
}

interface Storing {
  readonly source: OpenSource;
  readonly taken: TakenSource;
  readonly run: OpenedRun;
  readonly step: OpenStep;
  /** Rows of the last full file; null: there was none. */
  readonly fullRows: number | null;
  readonly signal: AbortSignal;
}

/** @returns the rows of its first load, which is that of the main table */
async function storeStep(platform: RunPlatform, storing: Storing): Promise<number> {
  const { taken, run, step, fullRows, signal } = storing;
  const { loads, checkpoint } = step;
  if (loads.length === 0) {
    await platform.database.transaction(async (transaction) => {
      await run.storeNotes(transaction);
      await storeLoad(transaction, taken, { added: 0, changed: 0, checkpoint });
    });
    return 0;
  }
  let firstRows = 0;
  for (const [index, load] of loads.entries()) {
    const isFirst = index === 0;
    const isLast = index === loads.length - 1;
    const { rows_read: rows } = await storeWholeLoad(platform, storing, load, async (transaction, report) => {
      const isRefused = step.isFull && isFirst && !taken.isConfirmed && isShrunken(report.rows_read, fullRows);
      if (isRefused) throw new ShrunkenFile(report.rows_read, fullRows);
      if (isLast) await run.storeNotes(transaction);
      await storeLoad(transaction, taken, {
        added: report.added,
        changed: report.changed,
        ...(isLast ? { checkpoint } : {}),
        ...(isLast && step.isFull ? { fullRows: isFirst ? report.rows_read : firstRows } : {}),
      });
    });
    signal.throwIfAborted();
    if (isFirst) firstRows = rows;
  }
  return firstRows;
}

type Report = Awaited<ReturnType<typeof loadOpenRecords>>;

/** Waits for its turn while too many imports hold the table. */
async function storeWholeLoad(
  platform: RunPlatform,
  { source, step, signal }: Storing,
  load: OpenLoad,
  alongside: (transaction: Transaction, report: Report) => Promise<void>,
): Promise<Report> {
  // In the log of imports, a load that the server or an operator breaks off was stopped.
  const stopped = new AbortController();
  const stop = () => stopped.abort(new AppError('IMPORT.STOPPED', { cause: signal.reason }));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await whileBusy(signal, async () =>
      loadOpenRecords(platform, {
        definition: tableByName(load.table),
        source: source.manifest,
        title: `${source.manifest.title}, ${step.title}`,
        load,
        now: platform.now(),
        suppressionKey: await openSuppressionKey(platform.database, platform.secrets),
        signal: stopped.signal,
        onLoaded: (transaction, { report }) => alongside(transaction, report),
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function whileBusy<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let pause = FIRST_BUSY_PAUSE; ; pause = Math.min(2 * pause, LONGEST_BUSY_PAUSE)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'IMPORT.BUSY')) throw error;
    }
    await sleep(pause, undefined, { signal });
  }
}

/** Sample rows go once real ones of their table are there. */
async function removeSamples({ database, direct }: RunPlatform, { manifest }: OpenSource, signal: AbortSignal): Promise<void> {
  for (const name of manifest.tables) {
    const definition = tableByName(name);
    if (await hasRowsOf(database, databaseName(definition), manifest.id))
      await whileBusy(signal, () => removeSampleRows(direct, definition));
  }
}
