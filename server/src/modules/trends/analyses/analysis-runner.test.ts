import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { connect } from '../../../database/connect.ts';
import type { Database } from '../../../database/database.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace.ts';
import { cloneTestDatabase } from '../../../testing/test-database.ts';
import { completeParameters } from './analysis-parameters.ts';
import { type AnalysisRunner, createAnalysisRunner, type RunnerLimits } from './analysis-runner.ts';
import { addTask, type ClaimedTask, failActive, findTask } from './analysis-tasks.repository.ts';
import { AnalysisProblem, type AnalysisRun } from './analyze-account.ts';

const STOPPED = 'The server stopped during this analysis. Please run it again.';
const UNKNOWN = 'The analysis failed because of a server error. No trends were changed. Please run it again.';
const limits: RunnerLimits = { slots: 2, renewMilliseconds: 20 };

interface Added {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

/** An analysis that the test ends itself. */
interface StartedRun extends AnalysisRun {
  readonly task: ClaimedTask;
  readonly end: () => void;
  readonly break: (error: Error) => void;
}

describe('the runner of analyses', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let runner: AnalysisRunner;
  const started: StartedRun[] = [];
  const log = { warn: vi.fn() };
  const now = () => new Date();

  const analyze = (_: unknown, task: ClaimedTask, run: AnalysisRun): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    run.signal.addEventListener('abort', () => reject(run.signal.reason));
    started.push({ ...run, task, end: resolve, break: reject });
    return promise;
  };
  const open = (changed: Partial<RunnerLimits> = {}) =>
    createAnalysisRunner({ database, now }, log, { ...limits, ...changed }, analyze);
  async function addTasks(count: number): Promise<Added[]> {
    const added: Added[] = [];
    for (let index = 0; index < count; index += 1) {
      const { rows } = await database.execute<{ id: string }>(
        sql`insert into accounts (email, password_hash) values (${`${randomUUID()}@example.com`}, 'none') returning id`,
      );
      const workspaceId = personalWorkspaceOf(Number(rows[0]?.id));
      const id = randomUUID();
      const createdAt = new Date(now().getTime() + index);
      await addTask(database, { id, workspaceId, parameters: completeParameters({}), isScheduled: false, createdAt });
      added.push({ workspaceId, id });
    }
    return added;
  }
  const read = async (added: Added | undefined) => {
    const row = added === undefined ? null : await findTask(database, added.workspaceId, added.id);
    return { status: row?.status, info: row?.info, error: row?.errorDetails };
  };
  const until = async (isTrue: () => boolean | Promise<boolean>) => {
    const deadline = performance.now() + 20_000;
    while (!(await isTrue())) {
      if (performance.now() > deadline) throw new Error('it does not happen');
      await sleep(5);
    }
  };
  beforeAll(async () => {
    const clone = await cloneTestDatabase(inject('databaseUrl'));
    database = connect(clone.url, { onIdleError: () => undefined, poolSize: 6 });
    drop = clone.drop;
  });
  beforeEach(async () => {
    await database.execute(sql`delete from analysis_tasks`);
    started.length = 0;
    log.warn.mockClear();
    runner = open();
    return async () => runner.close();
  });
  afterAll(async () => {
    await database.$client.end();
    await drop();
  });

  it('two analyses run at a time; others start as slots become free, oldest first', async () => {
    const added = await addTasks(5);
    await runner.startPending();
    expect(started.map(({ task }) => task.id)).toEqual(added.slice(0, 2).map(({ id }) => id));
    expect((await read(added[2])).status).toBe('PENDING');
    for (let ended = 0; ended < 5; ended += 1) {
      await until(() => started.length > ended);
      started[ended]?.end();
    }
    await until(() => started.length === 5);
    expect(started.map(({ task }) => task.id)).toEqual(added.map(({ id }) => id));
  });

  it('a task is claimed by one server only', async () => {
    const others = Array.from({ length: 4 }, () => open({ slots: 3 }));
    await addTasks(9);
    await Promise.all([runner, ...others].map((one) => one.startPending()));
    await until(() => started.length === 9);
    expect(new Set(started.map(({ task }) => task.id)).size).toBe(9);
    await Promise.all(others.map((one) => one.close()));
  });

  it('progress is written, ending with the latest status', async () => {
    const [added] = await addTasks(1);
    await runner.startPending();
    expect(await read(added)).toMatchObject({ status: 'STARTED', info: null });
    for (let percent = 0; percent <= 40; percent += 1) started[0]?.report(`Comparing videos ${percent}%`);
    await until(async () => (await read(added)).info?.status === 'Comparing videos 40%');
    expect((await read(added)).status).toBe('PROGRESS');
  });

  it('a failure is shown with a message for users, and its details go to the log', async () => {
    const [known, unknown] = await addTasks(2);
    await runner.startPending();
    started[0]?.break(new AnalysisProblem('There are too many videos (9) to compare at once. Choose fewer days.'));
    started[1]?.break(new Error('relation "x" does not exist'));
    await until(async () => (await read(unknown)).status === 'FAILURE' && (await read(known)).status === 'FAILURE');
    expect(await read(known)).toMatchObject({
      error: 'There are too many videos (9) to compare at once. Choose fewer days.',
      info: null,
    });
    expect(await read(unknown)).toMatchObject({ error: UNKNOWN, info: null });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('a cancelled analysis stops at once on its own server, and at the next renewal on another', async () => {
    const [here, elsewhere] = await addTasks(2);
    await runner.startPending();
    await failActive(database, here?.id ?? '', 'Cancelled.', now());
    runner.cancel(here?.id ?? '');
    expect(started[0]?.signal.aborted).toBe(true);
    await failActive(database, elsewhere?.id ?? '', 'Cancelled.', now());
    await until(() => started[1]?.signal.aborted === true);
    expect(await read(elsewhere)).toMatchObject({ status: 'FAILURE', error: 'Cancelled.' });
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('an analysis that another server marked as abandoned stops', async () => {
    const [added] = await addTasks(1);
    await runner.startPending();
    await database.execute(
      sql`update analysis_tasks set lease_until = now() - interval '1 second', lease_token = gen_random_uuid()`,
    );
    await open().poll();
    await until(() => started[0]?.signal.aborted === true);
    expect(await read(added)).toMatchObject({ status: 'FAILURE', error: STOPPED });
  });

  it('when the server closes, running analyses fail and pending ones stay pending', async () => {
    const added = await addTasks(3);
    await runner.startPending();
    await runner.close();
    expect(started.every(({ signal }) => signal.aborted)).toBe(true);
    expect(await Promise.all(added.map(read))).toMatchObject([
      { status: 'FAILURE', error: STOPPED },
      { status: 'FAILURE', error: STOPPED },
      { status: 'PENDING' },
    ]);
    await runner.startPending();
    expect(started).toHaveLength(2);
    runner = open();
    await runner.poll();
    expect(started[2]?.task.id).toBe(added[2]?.id);
  });
});
