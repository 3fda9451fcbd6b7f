import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { openCollector } from '../../../testing/collector-client.ts';
import { companyAnswer, personAnswer } from '../../../testing/linkedin-answers.ts';
import { readCsv } from '../../../testing/read-csv.ts';
import { readWorkbook } from '../../../testing/read-workbook.ts';
import { createSharedWorkspace } from '../../../testing/shared-workspace.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const HEADER = ['email', 'first_name', 'last_name', 'company', 'title', 'website', 'linkedin_url', 'reason'];

describe('the file of collected people for a sender', () => {
  let server: TestServer;
  let account: TestAccount;
  let ids: readonly number[];
  const get = (query: string, headers: Readonly<Record<string, string>> = account.headers) =>
    server.app.inject({ url: `/api/v1/linkedin/users/export?preset=sender${query}`, headers });

  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    const collector = openCollector(account);
    const url = 'https://www.linkedin.com/in/maren-holt';
    const positions = [{ title: 'Buyer, Oslo', company: { name: 'Nordlys', id: '4711' }, start: { year: 2024 } }];
    await collector.parseProfile(
      url,
      personAnswer({ memberId: 'ACoAAMaren01', slug: 'maren-holt', email: 'maren@nordlys.example', positions }),
    );
    await collector.call('POST', '/parse/company', {
      url: 'https://www.linkedin.com/company/nordlys',
      companyResponse: companyAnswer({ id: '4711', slug: 'nordlys', name: 'Nordlys', website: 'https://nordlys.example' }),
    });
    const stored = await storeProfiles(server, await accountIdOf(server, account.email), [
      { fullName: 'Dr Lund', companyName: '=Kestrel "AS"' },
      { fullName: 'Bo van Dale', profileKey: 'bo' },
    ]);
    ids = stored.map(Number);
  });
  afterAll(() => server.close());

  it('has its columns in order, divides only names of two plain words, and keeps people without an email', async () => {
    const answer = await get('');
    expect(answer.statusCode, answer.payload).toBe(200);
    const { header, records } = readCsv(answer.payload);
    expect(header).toEqual(HEADER);
    expect(records.map((cells) => cells.slice(0, 6))).toEqual([
      ['maren@nordlys.example', 'Maren', 'Holt', 'Nordlys', 'Buyer, Oslo', 'https://nordlys.example'],
      ['', '', '', '\'=Kestrel "AS"', '', ''],
      ['', '', '', '', '', ''],
    ]);
    expect(records.map((cells) => cells[7])).toEqual(['', '', '']);
    expect(records[0]?.[6]).toBe('https://www.linkedin.com/in/maren-holt');
  });

  it('names the list that the call asks for, as a text that is no formula, and is a workbook as well', async () => {
    const call = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: account.headers, payload });
    const made = await call('/lists', { name: '=Fair "Oslo"', table: 'collected-people' });
    const { id } = z.object({ id: z.int() }).parse(made.json());
    await call(`/lists/${id}/rows`, { ids: ids.slice(0, 1) });
    const { records } = readCsv((await get(`&list=${id}`)).payload);
    expect(records.map((cells) => [cells[3], cells.at(-1)])).toEqual([['\'=Kestrel "AS"', '\'=Fair "Oslo"']]);
    const [sheet] = readWorkbook((await get(`&list=${id}&format=xlsx`)).rawPayload);
    expect(sheet?.formulas).toBe(0);
    expect(sheet?.rows[0]).toEqual(HEADER);
    expect(sheet?.rows[1]?.at(-1)).toBe('=Fair "Oslo"');
    expect((await get('&list=999999')).statusCode).toBe(404);
  });

  it('is refused with names of columns and with other names, and has the same columns in a shared workspace', async () => {
    for (const query of ['&fields=email', '&columns=email', '2']) expect((await get(query)).statusCode, query).toBe(400);
    const shared = await createSharedWorkspace(server, account, []);
    const { header } = readCsv((await get('', shared.headersOf(account))).payload);
    expect(header).toHaveLength(HEADER.length);
  });
});
