import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace-id.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { MARKS, readMarks } from './my-rows.repository.ts';

const OTHERS = 2_000;
const WANTED = Array.from({ length: 25 }, (_, index) => index + 1);
/** Of the database, 8 KiB each: a few for each row, list and tag. */
const PAGES_LIMIT = 400;

const planSchema = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) })]),
  }),
]);

describe('what an account keeps about the rows of a page', () => {
  let server: TestServer;
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer();
    const { database } = server;
    // Each of them keeps all rows of the first page: on a list, with a tag, with a note.
    const { rows } = await database.execute<{ id: string }>(sql`
      insert into accounts (email, password_hash, created_at)
      select 'keeper' || number || '@example.com', 'none', now() from generate_series(0, ${OTHERS}) number returning id`);
    workspaceId = personalWorkspaceOf(Number(rows[0]?.id));
    await database.execute(sql`
      insert into row_lists (account_id, table_name, name, created_at, updated_at)
      select id, 'companies', 'To call', now(), now() from accounts`);
    await database.execute(sql`
      insert into row_list_rows (list_id, row_id) select id, row_id from row_lists, unnest(${sql.param(WANTED)}::bigint[]) row_id`);
    await database.execute(sql`
      insert into row_tags (account_id, table_name, row_id, folded, tag)
      select id, 'companies', row_id, 'warm', 'Warm' from accounts, unnest(${sql.param(WANTED)}::bigint[]) row_id`);
    await database.execute(sql`
      insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at)
      select id, 'companies', row_id, 'Called.', now(), now() from accounts, unnest(${sql.param(WANTED)}::bigint[]) row_id`);
    // Most rows are kept by nobody, or by one account.
    await database.execute(sql`
      insert into row_tags (account_id, table_name, row_id, folded, tag)
      select ${workspaceId}, 'companies', 1000 + number, 'cold', 'Cold' from generate_series(1, 20000) number`);
    await database.execute(sql`analyze row_lists, row_list_rows, row_tags, row_notes`);
  });
  afterAll(() => server.close());

  it('rows that thousands of other accounts keep are not read for all of them', async () => {
    const client = await server.platform.direct.$client.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare marks (bigint, text, bigint[], bigint) as ${MARKS}`);
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) execute marks (${workspaceId}, 'companies', '{${WANTED.join(',')}}', ${workspaceId})`,
      );
      const [{ 'QUERY PLAN': plan }] = planSchema.parse(rows);
      expect(plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks']).toBeLessThan(PAGES_LIMIT);
    } finally {
      client.release(true);
    }
  });

  it('each of them has the marks of the account alone', async () => {
    const marks = await readMarks(server.database, { ...makerOf(workspaceId), tableName: 'companies' }, WANTED);
    expect(marks.size).toBe(WANTED.length);
    for (const { tags, lists, notes } of marks.values())
      expect({ tags, lists: lists.length, notes }).toEqual({ tags: ['Warm'], lists: 1, notes: 1 });
    const others = await readMarks(server.database, { ...makerOf(workspaceId), tableName: 'investors' }, WANTED);
    expect([...others]).toEqual([]);
  });
});
