/**
 * Runs jobs in this process, sharing them with every other server on the database. A server shows every few seconds
 * that it is still at work; the jobs of one that stopped doing so are run by another.
 */
import { type Job, PgBoss, type WorkOptions } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { bossOptions, QUEUE_SCHEMA } from './boss-options.ts';
import type { JobDefinition, JobWork } from './define-job.ts';
import { describeFailure } from './describe-failure.ts';
import { type JobQueue, rankOptions } from './job-queue.ts';

/** How often each worker looks for a job that nobody announced to this server. */
const LOOK_SECONDS = 5;
/** How often the queue looks for jobs whose server has gone. */
const SUPERVISE_SECONDS = 10;
/** How often jobs that ended long ago are deleted. */
const MAINTENANCE_SECONDS = 600;
/** Milliseconds that a stop waits for running jobs; what has not ended by then is run again. The least the library allows. */
const STOP_PATIENCE = 1_000;

export interface JobLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface Runners {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly log: JobLog;
  /** No other server runs jobs of this database, so those that seem to be running are not. */
  readonly isAlone: boolean;
}

export interface RunningJobs {
  /** Takes no more jobs, waits a moment for those that run, and gives the rest back. */
  stop(): Promise<void>;
}

/** The queues of all works have been prepared. */
export async function runJobs(works: readonly JobWork[], { database, queue, log, isAlone }: Runners): Promise<RunningJobs> {
  const boss = new PgBoss({
    ...bossOptions(database.$client),
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    // The library's flows of jobs that depend on each other are not used.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue could not do its work; it tries again'));
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the queue needs attention'));
  await boss.start();
  const places = new Map<string, readonly Places[]>();
  for (const work of works) {
    if (isAlone) await takeBack(boss, database, work.job);
    await addMissing(boss, work);
    const { atOnce, reserved } = work.job;
    const started = [await startPlaces(boss, work, log, { atOnce })];
    if (reserved !== undefined) started.push(await startPlaces(boss, work, log, reserved));
    places.set(work.job.name, started);
  }
  const ignoreKicks = queue.onKick((name) => {
    for (const each of places.get(name) ?? []) each.look();
  });
  return {
    stop: async () => {
      ignoreKicks();
      await boss.stop({ graceful: true, timeout: STOP_PATIENCE, close: false });
    },
  };
}

interface Places {
  /** Has one that is idle look for a job now. */
  look(): void;
}

/**
 * Places that run one job at a time, so that a job that hangs holds up no other. A place that found a job looks again as
 * soon as it is done, and meanwhile has another one look, which is added when all are busy: what has nothing to do costs
 * the database one look every few seconds.
 */
async function startPlaces(
  boss: PgBoss,
  work: JobWork,
  log: JobLog,
  { atOnce, minPriority }: { readonly atOnce: number; readonly minPriority?: number },
): Promise<Places> {
  const { name, groupAtOnce } = work.job;
  const options: WorkOptions = {
    pollingIntervalSeconds: LOOK_SECONDS,
    ...(minPriority === undefined ? {} : { minPriority }),
    ...(groupAtOnce === undefined ? {} : { groupConcurrency: groupAtOnce }),
  };
  const idle = new Set<string>();
  let count = 0;
  const add = async () => {
    count += 1;
    let place = '';
    place = await boss.work<object>(name, options, async ([taken]) => {
      if (taken === undefined) return;
      idle.delete(place);
      look();
      try {
        await attempt(work, taken, log);
      } finally {
        idle.add(place);
        boss.notifyWorker(place);
      }
    });
    idle.add(place);
  };
  const look = () => {
    const [place] = idle;
    if (place !== undefined) boss.notifyWorker(place);
    // The call is refused when the queue has been stopped meanwhile; then nobody needs to look.
    else if (count < atOnce) add().catch(() => undefined);
  };
  await add();
  return { look };
}

async function attempt({ job, run }: JobWork, { id, data, retryCount, signal }: Job, log: JobLog): Promise<void> {
  const tries = retryCount + 1;
  try {
    await run(data, { attempt: tries, signal });
  } catch (error) {
    const fields = { err: error, job: job.name, id, tries };
    if (retryCount >= job.retries.limit) log.error(fields, 'a job was given up');
    else log.warn(fields, 'a job failed; it will be tried again');
    // The library keeps what is thrown, with all its fields.
    throw Object.assign(new Error(describeFailure(error)), { stack: undefined });
  }
}

/** Jobs that a killed server was running are due. */
async function takeBack(boss: PgBoss, database: Database, { name }: JobDefinition): Promise<void> {
  const { rows } = await database.$client.query<{ id: string }>(
    `select id from ${QUEUE_SCHEMA}.job where name = $1 and state = 'active'`,
    [name],
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await boss.fail(name, ids, { message: 'The server was killed.' });
}

/** Adds the jobs that the rows call for, and makes those due that wait for another try: what kept them may be mended. */
async function addMissing(boss: PgBoss, { job, listWaiting }: JobWork): Promise<void> {
  for (const { payload, ...rank } of (await listWaiting?.()) ?? []) {
    const key = job.keyOf?.(payload);
    if (key === undefined) throw new Error(`jobs "${job.name}" cannot be told apart without a key`);
    await boss.upsert(job.name, payload, { singletonKey: key, startAfter: 0, ...rankOptions(rank) });
  }
}
