/**
 * A program for tests: runs the embedded database of a directory in a process that then has no file descriptors left for a
 * while, as under a flood of connections. Prints what became of the database. Its limit is low: see `runWithDescriptors`.
 */
import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { processState } from '../process/process-state.ts';
import { takeServerLock } from '../process/server-lock.ts';

/** A start needs fewer descriptors, and these are used up quickly. */
const DESCRIPTORS = 200;
/** The database is looked at every second. */
const EXHAUSTED_MILLISECONDS = 3_500;

const reportSchema = z.object({
  /** The states of the process itself and of a process that is gone, as it sees them without descriptors. */
  ownState: z.string(),
  goneState: z.string(),
  /** The outcome of an attempt to take the lock of the server. */
  lock: z.string(),
  /** The outcome of looking for the database. */
  search: z.string(),
  isPidFileThere: z.boolean(),
  isSameProcess: z.boolean(),
  lines: z.array(z.string()),
});

/** @param dataDir of an embedded database that is stopped */
export async function runWithDescriptors(dataDir: string): Promise<z.infer<typeof reportSchema>> {
  const program = fileURLToPath(import.meta.url);
  const command = ['-c', `ulimit -n ${DESCRIPTORS} && exec "$0" "$@"`, process.execPath, program, dataDir];
  const { stdout } = await promisify(execFile)('sh', command, { timeout: 60_000 });
  return reportSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

async function exhaustDescriptors(dataDir: string): Promise<z.infer<typeof reportSchema>> {
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const lock = await takeServerLock(dataDir, 'http://127.0.0.1:3000');
  const database = await startEmbeddedDatabase({ dataDir, isDurable: false, log: { info: note, error: note } });
  const pid = database.pid();
  const { pid: gonePid = 0 } = await runToItsEnd();
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    // No descriptor is left.
  }
  const ownState = processState(process.pid).kind;
  const goneState = processState(gonePid).kind;
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => String(error),
    );
  const locked = await outcome(takeServerLock(dataDir, 'http://127.0.0.1:4000'));
  const search = await outcome(findEmbeddedDatabase(dataDir));
  await sleep(EXHAUSTED_MILLISECONDS);
  for (const descriptor of taken) closeSync(descriptor);
  await sleep(1_500);
  const isPidFileThere = await stat(join(dataDir, 'postgres/cluster/postmaster.pid')).then(
    () => true,
    () => false,
  );
  const isSameProcess = database.pid() === pid;
  await database.stop();
  await lock.release();
  return { ownState, goneState, lock: locked, search, isPidFileThere, isSameProcess, lines };
}

async function runToItsEnd() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = execFile(process.execPath, ['-e', ''], () => resolve());
  await promise;
  return child;
}

const [, program, dataDir] = process.argv;
if (program === fileURLToPath(import.meta.url) && dataDir !== undefined)
  process.stdout.write(JSON.stringify(await exhaustDescriptors(dataDir)));
