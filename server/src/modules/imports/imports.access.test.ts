/** Only the operator's token permits loading rows into the tables that all accounts read. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generalRow } from '../../sample-rows/general-row.ts';
import { databaseName } from '../../schema/data-table.ts';
import { createAccount, createVerifiedAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const forgedCells = {
  name: 'Forged',
  title: 'Forged',
  url: 'forged.example',
  review_title: 'Forged',
  permalink: 'reddit.com/r/x/comments/1',
  posted_at: '2024-01-01',
  author: '@forged',
  video: 'tiktok.com/@forged/video/1',
};
/** A row that the table takes. */
const forgedRow = (table: TableName) => `${JSON.stringify({ ...generalRow(tableByName(table), 1, 1), ...forgedCells })}\n`;

type Headers = Readonly<Record<string, string>>;

describe('loading rows', () => {
  let server: TestServer;
  let strangers: readonly (readonly [name: string, headers: Headers])[];
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN } });
    const unverified = await createAccount(server);
    const verified = await createVerifiedAccount(server);
    const holder = await createKeyHolder(server);
    const cookies = [...verified.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const xsrf = verified.browser.cookies.get('XSRF-TOKEN')?.value ?? '';
    strangers = [
      ['a session', verified.headers],
      ['a session without a verified email', unverified.headers],
      ['a session by its cookies', { cookie: cookies, 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-origin' }],
      ['an API key', holder.headers],
      ['a part of the token', { authorization: `Bearer ${OPERATOR_TOKEN.slice(0, -1)}` }],
      ['more than the token', { authorization: `Bearer ${OPERATOR_TOKEN}x` }],
      ['the token in other letters', { authorization: `Bearer ${OPERATOR_TOKEN.toUpperCase()}` }],
      ['the token by another scheme', { authorization: `Basic ${OPERATOR_TOKEN}` }],
      ['the token without a scheme', { authorization: OPERATOR_TOKEN }],
      ['the token twice', { authorization: `Bearer ${OPERATOR_TOKEN}, Bearer ${OPERATOR_TOKEN}` }],
      ['a session and the token in another header', { ...verified.headers, 'x-operator-token': OPERATOR_TOKEN }],
      ['the token in a cookie', { cookie: `leadloom_access=${OPERATOR_TOKEN}` }],
    ];
  });
  afterAll(() => server.close());

  const upload = (url: string, headers: Headers, payload = forgedRow('companies')) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      headers: { 'content-type': 'application/jsonl', ...headers },
      payload,
    });
  const countRows = async () => {
    const counts = await Promise.all(
      tableNames.map(async (name) => {
        const { rows } = await server.database.$client.query(`select 1 from ${databaseName({ name })}`);
        return rows.length;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it.each(tableNames)('%s: an upload by anybody but the operator is refused and changes nothing', async (table) => {
    const { path } = tableEndpoints[table].import;
    for (const [name, headers] of strangers)
      expect((await upload(path, headers)).json(), name).toMatchObject({ status: 403, code: 'AUTH.OPERATOR_ONLY' });
    expect((await upload(path, {})).json()).toMatchObject({ status: 401, code: 'AUTH.SESSION_REQUIRED' });
    expect((await upload(`${path}?operator_token=${OPERATOR_TOKEN}`, {})).statusCode).toBe(401);
    expect(await countRows()).toBe(0);
  });

  it('an upload without the token is refused before a byte of the file is read', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/table/companies/import?format=nonsense',
      headers: { authorization: 'Bearer somebody', 'content-encoding': 'gzip' },
      payload: 'no gzip',
    });
    expect(answer.json()).toMatchObject({ code: 'AUTH.OPERATOR_ONLY' });
  });

  // The endpoints of all tables are made by one function.
  it.each(['companies', 'tiktok-videos'] as const)('%s: the operator can load rows', async (table) => {
    const answer = await upload(
      tableEndpoints[table].import.path,
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
      forgedRow(table),
    );
    expect(answer.json()).toMatchObject({ table, rows_read: 1, added: 1 });
  });

  it('no answer and no setting contains the token', async () => {
    const answer = await upload('/table/companies/import', { authorization: `Bearer ${OPERATOR_TOKEN}x` });
    expect(answer.payload).not.toContain(OPERATOR_TOKEN);
  });
});

describe('without a token in the settings', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('nobody may load rows', async () => {
    const account = await createVerifiedAccount(server);
    const shown: readonly Headers[] = [
      {},
      account.headers,
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
      { authorization: 'Bearer null' },
      { authorization: 'Bearer ' },
    ];
    for (const headers of shown) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/v1/table/companies/import',
        headers,
        payload: forgedRow('companies'),
      });
      expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.OPERATOR_ONLY' });
    }
    expect((await server.database.$client.query('select 1 from companies')).rows).toEqual([]);
  });
});
