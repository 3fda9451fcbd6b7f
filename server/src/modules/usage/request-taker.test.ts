import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createRequestTaker } from './request-taker.ts';
import { readUsage } from './usage.service.ts';

describe('requests of the month that are taken at the same time', () => {
  let server: TestServer;
  const countOf = async (workspaceId: WorkspaceId) =>
    (await readUsage(server.platform, workspaceId, server.clock.now())).requestCount;
  const many = <Result>(count: number, take: () => Promise<Result>) => Promise.all(Array.from({ length: count }, take));
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('each request taken gets its own number in the count', async () => {
    const { workspaceId } = await createKeyHolder(server);
    const take = createRequestTaker(server.platform);
    const taken = await many(40, () => take(workspaceId, null));
    expect(taken.map((reservation) => reservation?.count)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(new Set(taken.map((reservation) => reservation?.amount))).toEqual(new Set([1]));
    expect(await countOf(workspaceId)).toBe(40);
  });

  it('requests taken at the same time share few queries', async () => {
    const { workspaceId } = await createKeyHolder(server);
    await server.database.execute(sql`create table takings (id int generated always as identity)`);
    await server.database.execute(sql`create function note_taking() returns trigger language plpgsql as
      'begin insert into takings default values; return new; end'`);
    await server.database.execute(
      sql`create trigger note_taking after insert or update on usage_months for each row execute function note_taking()`,
    );
    const take = createRequestTaker(server.platform);
    await many(60, () => take(workspaceId, 1_000));
    const { rows } = await server.database.execute<{ turns: number }>(sql`select count(*)::int as turns from takings`);
    expect(rows[0]?.turns).toBeLessThanOrEqual(3);
    await server.database.execute(sql`drop trigger note_taking on usage_months`);
    expect(await countOf(workspaceId)).toBe(60);
  });

  it('as many requests succeed as the limit allows, in order of arrival', async () => {
    const { workspaceId } = await createKeyHolder(server);
    const take = createRequestTaker(server.platform);
    const first = take(workspaceId, 7);
    const rest = await many(20, () => take(workspaceId, 7));
    expect((await first)?.count).toBe(1);
    expect(rest.map((reservation) => reservation?.count ?? null)).toEqual([
      2,
      3,
      4,
      5,
      6,
      7,
      ...Array.from({ length: 14 }, () => null),
    ]);
    expect(await take(workspaceId, 7)).toBeNull();
    expect(await take(workspaceId, 0)).toBeNull();
    expect(await countOf(workspaceId)).toBe(7);
  });

  it('requests of one account do not delay those of another', async () => {
    const [held, free] = [await createKeyHolder(server), await createKeyHolder(server)];
    const take = createRequestTaker(server.platform);
    await take(held.workspaceId, null);
    const blocker = await server.database.$client.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from usage_months where account_id = $1 for update', [held.workspaceId]);
    const waiting = many(3, () => take(held.workspaceId, null));
    expect((await many(5, () => take(free.workspaceId, null))).map((reservation) => reservation?.count)).toEqual([1, 2, 3, 4, 5]);
    await blocker.query('rollback');
    blocker.release();
    expect((await waiting).map((reservation) => reservation?.count)).toEqual([2, 3, 4]);
  });

  it('failed requests are not counted, and the next ones succeed', async () => {
    const { workspaceId } = await createKeyHolder(server);
    const take = createRequestTaker(server.platform);
    await server.database.execute(sql`alter table usage_months rename to usage_months_away`);
    const failed = await Promise.allSettled(Array.from({ length: 4 }, () => take(workspaceId, null)));
    await server.database.execute(sql`alter table usage_months_away rename to usage_months`);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect((await take(workspaceId, null))?.count).toBe(1);
  });
});
