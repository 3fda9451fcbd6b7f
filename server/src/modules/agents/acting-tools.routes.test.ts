import { MAX_ALERTS } from '@leadloom/shared/contract/alerts';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { listRowNotes } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, listTags } from '@leadloom/shared/contract/my-rows';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, connectAgent } from '../../testing/agent.fixture.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { MAX_CONFIRMATIONS } from './confirmations.service.ts';

const ACTING = ['add_to_list', 'tag_rows', 'write_note', 'create_alert', 'export_rows'];
const NORWAY = { country: ['Norway'] };

const previewSchema = z.strictObject({ rows: z.int(), cost: z.int(), confirm: z.string().min(20) });
type Input = Readonly<Record<string, unknown>>;

describe('tools for agents that change something', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let agent: Agent;
  let reader: Agent;
  let ids: readonly number[];

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '1000', ACCOUNT_REQUESTS_PER_MINUTE: '1000' },
    });
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    holder = await createKeyHolder(server, undefined, { rights: 'write' });
    agent = await connectAgent(origin, holder.key);
    reader = await connectAgent(origin, (await createKeyHolder(server, holder.account)).key);
  });
  beforeEach(async () => {
    await server.database.execute(sql`delete from companies`);
    ids = await addRows(
      server.database,
      companies,
      Array.from({ length: 7 }, (_, at) => ({ name: `Spindle ${at}`, country: at < 3 ? 'Norway' : 'Chile', employee_count: at })),
    );
  });
  afterAll(async () => {
    await Promise.all([agent.client.close(), reader.client.close()]);
    await server.close();
  });

  const preview = async (tool: string, input: Input) => previewSchema.parse(await agent.ask(tool, input));
  const act = async (tool: string, input: Input) => {
    const { confirm } = await preview(tool, input);
    return agent.ask(tool, { ...input, confirm });
  };
  const requests = async () => Number((await holder.get('/usage')).body.request_count);
  async function read<Row extends { readonly success: { readonly body: z.core.$ZodType } }>(row: Row, path: string) {
    const { headers } = holder.account;
    const { body } = row.success;
    return z.parse(body, (await server.app.inject({ url: `/api/v1${path}`, headers })).json());
  }
  const lists = async () => (await read(listRowLists, '/lists?table=companies')) as EndpointResult<typeof listRowLists>;
  const tags = async () => (await read(listTags, '/tags?table=companies')) as EndpointResult<typeof listTags>;

  it('the tools say that they change something and destroy nothing, and a key that only reads does not see them', async () => {
    const { tools } = await agent.client.listTools();
    const acting = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(acting.map(({ name }) => name)).toEqual(ACTING);
    for (const { annotations, inputSchema, outputSchema } of acting) {
      expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
      expect(inputSchema.properties).toHaveProperty('confirm');
      expect(outputSchema?.properties).toMatchObject({ rows: {}, cost: {}, confirm: {} });
    }
    expect((await reader.client.listTools()).tools.map(({ name }) => name)).toEqual(
      tools.filter(({ name }) => !ACTING.includes(name)).map(({ name }) => name),
    );
    expect(agent.client.getInstructions()).toMatch(/without confirm, they change nothing/);
    expect(reader.client.getInstructions()).toMatch(/Nothing here changes anything/);
  });

  it('add_to_list says what it would do, and puts the rows on the list once it is confirmed', async () => {
    const input = { table: 'companies', list: 'Nordic', filters: NORWAY };
    const before = await requests();
    const { confirm, ...cost } = await preview('add_to_list', input);
    expect(cost).toEqual({ rows: 3, cost: 2 });
    expect(await requests()).toBe(before + 1);
    expect((await lists()).data).toEqual([]);
    const done = await agent.ask('add_to_list', { ...input, confirm });
    expect(done).toMatchObject({ rows: 3, added: 3, already_on_it: 0, list: { name: 'Nordic' } });
    expect(await requests()).toBe(before + 3);
    expect((await lists()).data).toMatchObject([{ name: 'Nordic', count: 3 }]);

    const [list] = (await lists()).data;
    const more = { table: 'companies', list: list?.id, ids: [ids[0], ids[6]] };
    expect(await preview('add_to_list', more)).toMatchObject({ rows: 2, cost: 1 });
    expect(await act('add_to_list', { ...more, list: String(list?.id) })).toMatchObject({ added: 1, already_on_it: 1 });
    expect(await act('add_to_list', { ...more, list: 'nordic' })).toMatchObject({ added: 0, already_on_it: 2 });
  });

  it('add_to_list takes no id of a list that is not there, and no ids beside filters', async () => {
    const input = { table: 'companies', ids: [ids[0]] };
    expect(await agent.refusal('add_to_list', { ...input, list: 999_999 })).toContain('ROW_LIST.NOT_FOUND');
    expect(await agent.refusal('add_to_list', { ...input, list: '999999' })).toContain('ROW_LIST.NOT_FOUND');
    expect(await agent.refusal('add_to_list', { table: 'companies', list: 'Any' })).toContain('either ids or filters');
    expect(await agent.refusal('add_to_list', { ...input, filters: NORWAY, list: 'Any' })).toContain('either ids or filters');
    expect(await agent.refusal('add_to_list', { table: 'companies', ids: [ids[0], 999_999_999], list: 'Any' })).toContain(
      'ROWS.NOT_FOUND',
    );
  });

  it('tag_rows adds tags to exactly the rows of the preview', async () => {
    const input = { table: 'companies', filters: { employee_count_from: '5' }, tags: ['warm'] };
    expect(await act('tag_rows', input)).toMatchObject({ rows: 2, tagged: 2 });
    expect((await tags()).data).toEqual([{ tag: 'warm', count: 2 }]);
  });

  it('filters that no row matches are said to be such, and nothing is made for them', async () => {
    const input = { table: 'companies', filters: { country: ['Nowhere'] } };
    expect(await agent.refusal('tag_rows', { ...input, tags: ['x'] })).toContain('No rows match');
    expect(await agent.refusal('add_to_list', { ...input, list: 'Empty' })).toContain('No rows match');
    expect((await lists()).data.map(({ name }) => name)).not.toContain('Empty');
  });

  it('write_note writes in the name of the account', async () => {
    const [id] = ids;
    const before = await requests();
    const done = await act('write_note', { table: 'companies', id, text: 'Call them.' });
    expect(done).toMatchObject({ rows: 1, note: { text: 'Call them.', author: holder.account.email } });
    expect(await requests()).toBe(before + 1);
    const notes = (await read(listRowNotes, `/table/companies/${id}/notes`)) as EndpointResult<typeof listRowNotes>;
    expect(notes.data).toMatchObject([{ text: 'Call them.', author: holder.account.email }]);
    expect(await agent.refusal('write_note', { table: 'companies', id: 999_999_999, text: 'x' })).toContain('ROWS.NOT_FOUND');
  });

  it('create_alert watches the filters, and leaves no view where it fails', async () => {
    const input = { name: 'New in Norway', table: 'companies', filters: NORWAY, on: ['added', 'removed'], every: 'daily' };
    expect(await preview('create_alert', input)).toMatchObject({ rows: 3, cost: 2 });
    const done = await act('create_alert', input);
    expect(done.alert).toMatchObject({
      name: 'New in Norway',
      on: ['added', 'removed'],
      every: 'daily',
      watch: { kind: 'view' },
    });
    const views = await agent.ask('list_views', { table: 'companies' });
    expect(views.data).toMatchObject([{ name: 'New in Norway', state: { filters: { country: ['Norway'] } } }]);
    const { confirm } = await preview('create_alert', input);
    expect(await agent.refusal('create_alert', { ...input, confirm })).toContain('VIEW.NAME_TAKEN');
    // As many alerts as a member may have.
    for (let more = 1; more < MAX_ALERTS; more += 1) {
      const payload = { name: `Alert ${more}`, watch: { kind: 'people' }, on: ['added'], every: 'daily', by: ['app'] };
      const made = await server.app.inject({ method: 'POST', url: '/api/v1/alerts', headers: holder.account.headers, payload });
      expect(made.statusCode).toBe(201);
    }
    const other = { ...input, name: 'One too many' };
    const again = await preview('create_alert', other);
    expect(await agent.refusal('create_alert', { ...other, confirm: again.confirm })).toContain('ALERT.LIMIT_REACHED');
    expect((await agent.ask('list_views', { table: 'companies' })).data).toHaveLength(1);
  });

  it('export_rows answers the rows of the preview, and charges them as an export', async () => {
    const input = { table: 'companies', filters: NORWAY, fields: ['name', 'country'], limit: 2 };
    expect(await preview('export_rows', input)).toMatchObject({ rows: 2, cost: 2 });
    const before = Number((await holder.get('/usage')).body.export_count);
    const done = await act('export_rows', input);
    expect(done.rows).toBe(2);
    expect(String(done.csv).trim().split(/\r?\n/).slice(1)).toEqual(['Spindle 0,Norway', 'Spindle 1,Norway']);
    expect((await holder.get('/usage')).body.export_count).toBe(before + 2);
    expect(await preview('export_rows', { ...input, limit: 3 })).toMatchObject({ rows: 3, cost: 1 });
    expect(await act('export_rows', { table: 'companies', filters: { country: ['Nowhere'] } })).toEqual({ rows: 0, csv: '' });
  });

  it('a key that only reads, and a sandbox key, are told that they change nothing', async () => {
    const sandbox = await connectAgent(
      server.app.listeningOrigin,
      (await createKeyHolder(server, undefined, { kind: 'test', rights: 'write' })).key,
    );
    const input = { table: 'companies', ids: [ids[0]], tags: ['x'] };
    expect(await reader.refusal('tag_rows', input)).toContain('KEY.RIGHT_MISSING');
    expect(await sandbox.refusal('tag_rows', input)).toContain('KEY.RIGHT_MISSING');
    expect((await sandbox.client.listTools()).tools.map(({ name }) => name)).not.toContain('tag_rows');
    await sandbox.client.close();
  });

  it('a key has a limited number of confirmations at once: the oldest give way', async () => {
    const input = { table: 'companies', ids: [ids[0]], tags: ['many'] };
    const first = await preview('tag_rows', input);
    for (let made = 0; made < MAX_CONFIRMATIONS; made += 1) {
      server.clock.advance(1);
      await preview('tag_rows', input);
    }
    expect(await agent.refusal('tag_rows', { ...input, confirm: first.confirm })).toContain('AGENT.CONFIRM_INVALID');
    const { rows } = await server.database.execute(
      sql`select count(*)::int as count from agent_confirmations where key_id = ${holder.keyId}`,
    );
    expect(rows).toEqual([{ count: MAX_CONFIRMATIONS }]);
  });
});
