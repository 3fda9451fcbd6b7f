import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOperations } from '@leadloom/shared/reference/examples/call-examples';
import { type ApiExample, exampleLanguages, KEY_VARIABLE } from '@leadloom/shared/reference/examples/example';
import { exampleFor, otherExamples, tableExamples } from '@leadloom/shared/reference/examples/examples';
import { lookupOperations } from '@leadloom/shared/reference/examples/lookup-examples';
import { openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { investors } from '@leadloom/shared/tables/investors';
import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { shopify } from '@leadloom/shared/tables/shopify';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { tiktokVideos } from '@leadloom/shared/tables/tiktok-videos';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { type AnswerChecker, createAnswerChecker } from '../../testing/answer-checker.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { createExampleHosts, type ExampleRun, installedLanguages, runExample } from '../../testing/run-example.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { takeRequests } from '../usage/usage.service.ts';

const ROWS = 130;
const MATCHING = 40;
const languages = installedLanguages();
const SHOWN_ORIGIN = 'https://leads.example.com';

const suggests = ({ filters }: TableDefinition) =>
  filters.some((filter) => filter.kind === 'text' && filter.isSuggested === true);

describe('the examples of the data API', () => {
  let server: TestServer;
  let check: AnswerChecker;
  let origin: string;
  let live: KeyHolder;
  let sandbox: KeyHolder;
  let folder: string;
  let ids: readonly number[];
  const hosts = createExampleHosts();

  const tableExample = (operation: string, table: (typeof tableNames)[number], id?: number) =>
    named(tableExamples(origin, table, id), operation);
  const otherExample = (operation: string) => named(otherExamples(origin), operation);
  function named(examples: readonly ApiExample[], operation: string): ApiExample {
    const example = examples.find((candidate) => candidate.operation === operation);
    if (example === undefined) throw new Error(`no example shows ${operation}`);
    return example;
  }
  /** @returns what the program printed */
  async function succeed(example: ApiExample, language: (typeof languages)[number], key: string): Promise<string> {
    return outputOf(await hosts.run(example, language, folder, key));
  }
  function outputOf({ hasSucceeded, output, errors }: ExampleRun): string {
    expect(hasSucceeded, errors + output).toBe(true);
    return output;
  }
  const pathOf = (operation: string) => openEndpoints().find(({ name }) => name === operation)?.endpoint.path ?? '';
  function expectValid(path: string, answer: string) {
    expect(check(path, 'get', 200, JSON.parse(answer))).toEqual([]);
  }

  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        TRIAL_REQUEST_LIMIT: '500',
        KEY_REQUESTS_PER_SECOND: '1000',
        KEY_REQUESTS_PER_MINUTE: '10000',
        ACCOUNT_REQUESTS_PER_MINUTE: '10000',
      },
    });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    check = await createAnswerChecker(server);
    const account = await createVerifiedAccount(server);
    live = await createKeyHolder(server, account);
    sandbox = await createKeyHolder(server, account, { kind: 'test' });
    const row = (index: number) => ({
      name: `Weaver ${index}`,
      website: `https://weaver-${index}.example`,
      employee_count: index < MATCHING ? 60 : 5,
    });
    ids = await addRows(
      server.database,
      companies,
      Array.from({ length: ROWS }, (_, index) => row(index)),
    );
  });
  afterAll(async () => {
    await hosts.end();
    await server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-examples-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  it.each(languages)('an example in %s reads the usage of a key', async (language) => {
    const holder = await createKeyHolder(server);
    await takeRequests(server.platform, holder.workspaceId, null, 12);
    // By itself, as its reader runs it.
    const output = outputOf(await runExample(otherExample('getUsage'), language, folder, holder.key));
    if (language !== 'curl') return expect(output).toBe('12 of 500 requests used this month\n9999 more calls in this minute\n');
    expectValid('/usage', output);
    expect(JSON.parse(output)).toMatchObject({ request_count: 12, request_limit: 500 });
  });

  it.each(languages)('an example in %s lists the matching rows with the total', async (language) => {
    const output = await succeed(tableExample('list', 'companies'), language, live.key);
    if (language !== 'curl') return expect(output.trim().split('\n').slice(-1)).toEqual([`${MATCHING} rows in all`]);
    expectValid('/table/companies', output);
    expect(JSON.parse(output)).toMatchObject({ total: MATCHING });
  });

  it.each(languages)('an example in %s reads one row', async (language) => {
    const [id = 0] = ids;
    const output = await succeed(tableExample('get', 'companies', id), language, live.key);
    expect(output).toContain('Weaver 0');
    if (language === 'curl') expectValid('/table/companies/{id}', output);
  });

  it.each(languages)('an example in %s asks with operators', async (language) => {
    const output = await succeed(otherExample('precise'), language, live.key);
    if (language !== 'curl') return expect(output.trim().split('\n').at(-1)).toBe(`${MATCHING} rows in all`);
    expectValid('/table/companies', output);
    expect(JSON.parse(output).total).toBe(MATCHING);
  });

  it.each(languages)('an example in %s reads all rows page by page', async (language) => {
    const output = await succeed(tableExample('walk', 'companies'), language, live.key);
    if (language !== 'curl') {
      const lines = output.trim().split('\n');
      expect(lines.slice(0, -1)).toEqual(ids.map((id, index) => `${id} Weaver ${index}`));
      return expect(lines.at(-1)).toBe(`${ROWS} rows in all`);
    }
    const pages = output.trim().split('\n');
    for (const page of pages) expectValid('/table/companies', page);
    expect(pages.flatMap((page) => JSON.parse(page).data.map((row: { id: number }) => row.id))).toEqual(ids);
  });

  it.each(languages)('an example in %s waits when its calls come too fast', async (language) => {
    const slow = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1' } });
    try {
      const address = await slow.app.listen({ host: '127.0.0.1', port: 0 });
      await addRows(
        slow.database,
        companies,
        Array.from({ length: ROWS }, (_, index) => ({ name: `Weaver ${index}` })),
      );
      const { key, get } = await createKeyHolder(slow);
      const walk = named(tableExamples(address, 'companies'), 'walk');
      const output = await succeed(walk, language, key);
      expect(output).toContain(`Weaver ${ROWS - 1}`);
      expect(output).not.toContain('RATE.LIMITED');
      expect((await get('/usage')).status).toBeLessThan(500);
    } finally {
      await slow.close();
    }
  });

  it.each(languages)('an example in %s reads only what has changed', async (language) => {
    const { count } = await requestsOf(live);
    const output = await succeed(tableExample('unchanged', 'companies'), language, live.key);
    expect(output).toBe(language === 'curl' ? '200\n304\n' : `1: ${ROWS} rows\n2: nothing has changed\n`);
    expect((await requestsOf(live)).count).toBe(count + 1);
  });

  it.each(languages)('an example in %s continues a list of deletions where it stopped', async (language) => {
    const first = await succeed(otherExample('listDeletedRows'), language, sandbox.key);
    for (const table of tableNames) expect(first).toContain(table);
    const again = await succeed(otherExample('listDeletedRows'), language, sandbox.key);
    if (language !== 'curl') return expect(again).toBe('');
    expectValid('/deleted', first);
    expect(JSON.parse(again)).toMatchObject({ data: [] });
  });

  it.each(languages)("an example in %s lists the account's profiles and trends", async (language) => {
    const profiles = await succeed(otherExample('listProfiles'), language, sandbox.key);
    const trends = await succeed(otherExample('listTrends'), language, sandbox.key);
    if (language === 'curl') {
      expectValid('/linkedin/users', profiles);
      return expectValid('/tiktok/trends', trends);
    }
    expect(profiles).toMatch(/profiles in all\n$/);
    expect(trends).toMatch(/trends in all\n$/);
  });

  it.each(languages)('an example in %s reads a profile and saves the videos of trends', async (language) => {
    const { body } = await sandbox.get('/linkedin/users');
    const [{ id, full_name: name }] = z
      .tuple([z.object({ id: z.coerce.string(), full_name: z.string() })], z.unknown())
      .parse(body.data);
    const profile = await succeed(named(otherExamples(origin, id), 'getProfile'), language, sandbox.key);
    expect(profile).toContain(name);
    if (language === 'curl') expectValid('/linkedin/users/{user_id}', profile);
    await succeed(otherExample('exportTrends'), language, sandbox.key);
    expect(readCsv(await readFile(join(folder, 'trends.csv'), 'utf8')).header).toContain('trend_id');
  });

  it.each(languages)('an example in %s matches the lines of a list', async (language) => {
    const [row] = await addRows(server.database, companies, [
      { name: 'Acme', website: 'https://acme.example', website_domain: 'acme.example' },
    ]);
    const output = await succeed(otherExample('matchRows'), language, live.key);
    await server.database.execute(sql`delete from companies where id = ${row}::bigint`);
    if (language !== 'curl') return expect(output).toBe(`0 ${row} by domain\n1 1 candidates\n`);
    expect(check('/match', 'post', 200, JSON.parse(output))).toEqual([]);
    expect(JSON.parse(output).data).toMatchObject([{ by: 'domain' }, { by: null, candidates: [{ id: row, by: 'name' }] }]);
  });

  it.each(languages)('examples in %s make and read lists, tags, views and alerts with a key that may write', async (language) => {
    const { key } = await createKeyHolder(server, undefined, { rights: 'write' });
    const shown = ['createRowList', 'listRowLists', 'tagRows', 'createTableView', 'listTableViews', 'createAlert', 'listAlerts'];
    for (const operation of shown) {
      const output = await succeed(otherExample(operation), language, key);
      const { endpoint } = openEndpoints().find(({ name }) => name === operation) ?? {};
      if (endpoint === undefined) throw new Error(`${operation} is not open to keys`);
      const { method, path, success } = endpoint;
      if (language !== 'typescript')
        expect(check(path, method.toLowerCase() === 'get' ? 'get' : 'post', success.status, JSON.parse(output))).toEqual([]);
    }
  });

  it.each(callOperations)('the example of %s is a call that its endpoint takes', (operation) => {
    const { endpoint } = openEndpoints().find(({ name }) => name === operation) ?? {};
    const { curl, typescript, python } = otherExample(operation).code;
    const [, url = ''] = /'(http[^']+)'/.exec(typescript) ?? [];
    const shape = endpoint?.path.replaceAll(/\{\w+\}/g, '[^/]+') ?? '';
    expect(new URL(url).pathname).toMatch(new RegExp(`^/api/v1${shape}$`));
    expect(typescript).toContain(`method: '${endpoint?.method}'`);
    expect(python).toContain(`method="${endpoint?.method}"`);
    const [, sent] = /--json '(.*)'/s.exec(curl) ?? [];
    expect(sent === undefined).toBe(endpoint?.body === undefined);
    if (sent !== undefined) expect(endpoint?.body?.safeParse(JSON.parse(sent)).error).toBeUndefined();
  });

  it.each(languages)('an example in %s looks up values by their beginning', async (language) => {
    const at = { posted_at: '2026-03-01T12:00:00Z' };
    await addRows(server.database, shopify, [{ url: 'https://weave.example', topics: ['fashion'] }]);
    await addRows(server.database, redditPosts, [
      { title: 'Warp', subreddit_name: 'SaaS', permalink: 'https://r.example', ...at },
    ]);
    await addRows(server.database, tiktokVideos, [
      { author: 'https://t.example', video: 'https://v.example', author_unique_id: 'sage', hashtags: ['smallbusiness'], ...at },
    ]);
    await addRows(server.database, investors, [{ name: 'Loom Ventures', city: 'Stockholm' }]);
    const counts: number[] = [];
    const note = (output: string) =>
      counts.push(language === 'curl' ? JSON.parse(output).length : Number(/(\d+) values\n$/.exec(output)?.[1]));
    for (const operation of lookupOperations) {
      const output = await succeed(otherExample(operation), language, live.key);
      if (language === 'curl') expectValid(pathOf(operation), output);
      note(output);
    }
    note(await succeed(tableExample('suggest', 'investors'), language, live.key));
    expect(counts).toEqual([1, 1, 1, 1, 1]);
  });

  it.each(languages)('an example in %s reads the filter values and the price of an export', async (language) => {
    const options = await succeed(tableExample('options', 'companies'), language, sandbox.key);
    const preview = await succeed(tableExample('previewExport', 'companies'), language, live.key);
    if (language !== 'curl') {
      expect(options).toMatch(/^\w+: \d+ values, such as /m);
      return expect(preview).toBe(`${MATCHING} rows, 0 of them exported this month already\n`);
    }
    expectValid('/table/companies/options', options);
    expectValid('/table/companies/export/preview', preview);
    expect(JSON.parse(preview)).toMatchObject({ rows: MATCHING, already_exported: 0 });
  });

  it('every endpoint open to keys has examples, except suggestions of tables without any', () => {
    const without = openEndpoints().filter((endpoint) => exampleFor(endpoint, SHOWN_ORIGIN) === null);
    expect(without.map(({ name }) => name)).toEqual(
      tableNames.filter((name) => !suggests(tableByName(name))).map((name) => `${name}.suggest`),
    );
  });

  it.each(tableNames)('the examples list and export %s, and a sandbox key gets sandbox rows', async (table) => {
    // The programs of all tables are made by one function, so one table tries each language.
    for (const language of table === 'tiktok-videos' ? languages : languages.slice(0, 1)) {
      const listed = await succeed(tableExample('list', table), language, sandbox.key);
      const total = language === 'curl' ? JSON.parse(listed).total : Number(/(\d+) rows in all/.exec(listed)?.[1]);
      expect(total).toBeGreaterThan(0);
      if (language === 'curl') expectValid(`/table/${table}`, listed);
      await succeed(tableExample('export', table), language, sandbox.key);
      const file = readCsv(await readFile(join(folder, `${table}.csv`), 'utf8'));
      expect(file.records).toHaveLength(total);
    }
  });

  it.each(languages)("an example in %s without a key fails with the server's message", async (language) => {
    for (const [place, example] of [...otherExamples(origin), ...tableExamples(origin, 'people')].entries()) {
      // What refuses the key is the same for all, so each is tried in one language, by turns.
      if (!isThorough() && languages[place % languages.length] !== language) continue;
      const { hasSucceeded, output, errors } = await hosts.run(example, language, folder, 'll_live_of-nobody');
      // These loops go on where there is nothing to go on with, and a file is not written.
      const isLoop = language === 'curl' && ['walk', 'unchanged', 'changes', 'listDeletedRows'].includes(example.operation);
      if (!isLoop) expect(hasSucceeded, example.name).toBe(false);
      if (language !== 'curl') expect(errors).toContain('401 AUTH.KEY_INVALID: This API key is not valid.');
      else expect(output + errors).toContain('401');
    }
  });

  it("the examples contain the server's address, no key, and no long lines", () => {
    for (const example of [
      ...otherExamples(SHOWN_ORIGIN),
      ...tableNames.flatMap((table) => tableExamples(SHOWN_ORIGIN, table)),
    ]) {
      for (const language of exampleLanguages) {
        const code = example.code[language];
        expect(code).toContain(`${SHOWN_ORIGIN}/api/v1`);
        expect(code).toContain(KEY_VARIABLE);
        expect(code).not.toMatch(/ll_(live|test)_/);
        expect(Math.max(...code.split('\n').map((line) => line.length)), `${example.name} ${language}`).toBeLessThanOrEqual(100);
      }
    }
  });

  async function requestsOf({ get }: KeyHolder): Promise<{ readonly count: number }> {
    const { body } = await get('/usage');
    return { count: Number(body.request_count) };
  }
});
