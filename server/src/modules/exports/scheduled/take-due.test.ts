import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { accountIdOf, createAccount } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import * as repository from './scheduled-exports.repository.ts';

const MINUTE = 60_000;

describe('which scheduled export is written next', () => {
  let server: TestServer;
  let many: WorkspaceId;
  let one: WorkspaceId;
  beforeAll(async () => {
    // Nothing is written by itself.
    server = await startTestServer({ doesJobs: false });
    many = await accountIdOf(server, (await createAccount(server)).email);
    one = await accountIdOf(server, (await createAccount(server)).email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`delete from scheduled_exports`);
    // Those of the one account have been due for longer than that of the other.
    for (let at = 20; at > 0; at -= 1) await add(many, at);
    await add(one, 0.5);
  });

  async function add(workspaceId: WorkspaceId, minutesDue: number): Promise<void> {
    const nextAt = new Date(server.clock.now().getTime() - minutesDue * MINUTE);
    const parts = {
      name: 'Norway',
      watch: { kind: 'view', id: 'x' },
      tableName: 'companies',
      timeOfDay: '08:00',
      zone: 'UTC',
    } as const;
    const written = {
      ...parts,
      workspaceId,
      frequency: 'daily',
      format: 'csv',
      isGzip: false,
      nextAt,
      createdAt: nextAt,
    } as const;
    await repository.addExport(server.database, written, 50);
  }
  async function take() {
    const [taken = null] = await repository.takeDue(server.database, server.clock.now(), 1);
    return taken;
  }
  async function end(taken: Awaited<ReturnType<typeof take>>): Promise<void> {
    if (taken === null) throw new Error('nothing was taken');
    server.clock.advance(MINUTE);
    const now = server.clock.now();
    await repository.endRun(server.database, taken, {
      lastAt: now,
      nextAt: new Date(now.getTime() + 60 * MINUTE),
    });
  }

  it('while an export of an account is written, its others wait, and those of other accounts do not', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, take));
    expect(taken.map((each) => each?.workspaceId ?? null).sort()).toEqual([many, null, null, null, one].sort());
  });

  it('a server that takes several takes those of different accounts', async () => {
    const taken = await repository.takeDue(server.database, server.clock.now(), 5);
    expect(taken.map(({ workspaceId }) => workspaceId)).toEqual([many, one]);
    expect(new Set(taken.map(({ id, token, leaseToken }) => token === leaseToken && id > 0))).toEqual(new Set([true]));
  });

  it('accounts take turns: one whose export was written last comes last', async () => {
    const first = await take();
    expect(first?.workspaceId).toBe(many);
    await end(first);
    const second = await take();
    expect(second?.workspaceId).toBe(one);
    await end(second);
    await add(one, 0.5);
    const third = await take();
    expect(third?.workspaceId).toBe(many);
    await end(third);
    expect((await take())?.workspaceId).toBe(one);
  });

  it('an account whose last export was noted by a clock that was ahead has its turn', async () => {
    const lastAt = new Date(server.clock.now().getTime() + 365 * 24 * 60 * MINUTE).toISOString();
    await server.database.execute(sql`update scheduled_exports set last_at = ${lastAt} where account_id = ${many}`);
    expect((await take())?.workspaceId).toBe(many);
  });
});
