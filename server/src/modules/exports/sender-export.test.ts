import { people } from '@leadloom/shared/tables/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { readWorkbook } from '../../testing/read-workbook.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HEADER = ['email', 'first_name', 'last_name', 'company', 'title', 'website', 'linkedin_url', 'reason'];
const EMPTY = ['', '', '', '', '', ''];

describe('the file for a sender', () => {
  let server: TestServer;
  let account: TestAccount;
  let ids: readonly number[];
  const get = (query: string) =>
    server.app.inject({ url: `/api/v1/table/people/export?preset=sender${query}`, headers: account.headers });

  beforeAll(async () => {
    server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '10000' } });
    account = await createVerifiedAccount(server);
    ids = await addRows(server.database, people, [
      {
        name: 'Ada Holt',
        email: 'ada@north.example',
        company_name: '=North "AS"',
        title: 'Buyer, Oslo',
        company_website: 'north.example',
        linkedin_url: 'https://www.linkedin.com/in/ada-holt-fictional',
      },
      { name: 'Bo van Dale' },
      { name: 'Eve =cmd' },
      { name: 'Dr Holt', email: 'holt@south.example' },
      { name: 'Solo' },
    ]);
  });
  afterAll(() => server.close());

  it('has its columns in order, divides only names of two plain words, and keeps rows without an email', async () => {
    const answer = await get('&sort=id');
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.headers['x-export-rows']).toBe('5');
    const { header, records } = readCsv(answer.payload);
    expect(header).toEqual(HEADER);
    expect(records).toEqual([
      [
        'ada@north.example',
        'Ada',
        'Holt',
        '\'=North "AS"',
        'Buyer, Oslo',
        'north.example',
        'https://www.linkedin.com/in/ada-holt-fictional',
        '',
      ],
      ['', '', ...EMPTY],
      ['', 'Eve', "'=cmd", '', '', '', '', ''],
      ['holt@south.example', '', ...EMPTY],
      ['', '', ...EMPTY],
    ]);
  });

  it('names the list that the call asks for, as a text that is no formula', async () => {
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/v1/lists',
      headers: account.headers,
      payload: { name: '=Fair "Oslo"', table: 'people' },
    });
    const { id } = z.object({ id: z.int() }).parse(made.json());
    await server.app.inject({
      method: 'POST',
      url: `/api/v1/lists/${id}/rows`,
      headers: account.headers,
      payload: { ids: ids.slice(0, 2) },
    });
    const answer = await get(`&sort=id&list=${id}&with_email=true`);
    const { records } = readCsv(answer.payload);
    expect(records.map((cells) => [cells[0], cells.at(-1)])).toEqual([['ada@north.example', '\'=Fair "Oslo"']]);
    expect((await get('&list=999999')).statusCode).toBe(404);
  });

  it('is a workbook as well', async () => {
    const answer = await get('&sort=id&format=xlsx&limit=1');
    const [sheet] = readWorkbook(answer.rawPayload);
    expect(sheet?.formulas).toBe(0);
    expect(sheet?.rows[0]).toEqual(HEADER);
    expect(sheet?.rows[1]?.slice(0, 4)).toEqual(['ada@north.example', 'Ada', 'Holt', '=North "AS"']);
  });

  it('is refused with columns, with other names, and for tables without people', async () => {
    const both = await get('&columns=name');
    expect([both.statusCode, both.json()]).toMatchObject([400, { code: 'REQUEST.INVALID' }]);
    expect(both.payload).toContain('preset: cannot be combined with columns');
    expect((await get('2')).statusCode).toBe(400);
    const companies = await server.app.inject({ url: '/api/v1/table/companies/export?preset=sender', headers: account.headers });
    expect(companies.statusCode).toBe(400);
  });

  it('test keys get the same columns of sample rows', async () => {
    const { headers } = await createKeyHolder(server, account, { kind: 'test' });
    const url = '/api/v1/table/people/export?preset=sender&limit=2';
    const { header, records } = readCsv((await server.app.inject({ url, headers })).payload);
    expect(header).toEqual(HEADER);
    expect(records).toHaveLength(2);
    expect(records.every((cells) => cells.length === HEADER.length && cells[0]?.includes('@'))).toBe(true);
    expect((await server.app.inject({ url: `${url}&columns=name`, headers })).statusCode).toBe(400);
  });
});
