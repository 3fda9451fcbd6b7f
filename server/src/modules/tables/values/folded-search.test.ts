import { matchRows } from '@leadloom/shared/contract/match';
import { companies as companiesTable } from '@leadloom/shared/tables/companies';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { searchVector } from '../../../schema/data-table.ts';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { storeRecords } from '../../imports/store-records.service.ts';

const names = [
  ...['Müller Suchfict GmbH', 'Mueller Zweitfict AG', 'Muller Drittfict', 'Crème Éclairfict SARL', 'Łódź Nićfict Sp. z o.o.'],
  ...['Ærøfict A/S', 'Straßenfict KG', 'İstanbul Iplikfict', 'Şekerfict Anonim', 'Ｆｕｌｌｆｉｃｔ Ｉｎｃ．', 'Œuvrefict S.A.'],
  ...['Nguyễn Dệtfict', 'Ελληνικός Αργαλειόςfict', 'Ткачфикт ООО', 'Café Fadenfict', 'Åre Trådfict AB'],
  ...[
    '株式会社手架空',
    '手工空間架社',
    'ﾃｽﾄ架空織機',
    'テスラ架空ホスト',
    '한국가상직물 주식회사',
    '北京虚构织造有限公司',
    'บริษัททอผ้าสมมติจำกัด',
  ],
  ...['A社LINEヤフー架構', 'ナナナ・がぎぐ架空'],
  ...['Weave C++ Fict', 'Weave C# Fict', 'Weave C Fict', '50% Fict', '50 Fict', 'Loom .NET Fict', 'Loom Net Fict', 'AT&T Fict'],
  ...['At Two Fict', 'R & D Fict', 'Spindle+ Fict', 'Spindle Fict Limited', 'F# Fict', 'H&M Fict', '100%Fict'],
];
const companies: readonly Readonly<Record<string, CellValue>>[] = [
  ...names.map((name) => ({ name, country: 'Germany' })),
  { name: 'By Site', website: 'https://www.mueller-suchfict.example/impressum', country: 'Germany' },
  { name: 'Same Words', website: 'suchfict-mueller.example', country: 'Germany' },
  { name: 'By Page', linkedin_url: 'https://www.linkedin.com/company/page-suchfict/', country: 'Germany' },
  { name: 'On a shared host', website: 'https://www.facebook.com/loomsuchfict', country: 'Germany' },
  { name: 'Also on a shared host', website: 'https://www.facebook.com/warpsuchfict', country: 'Germany' },
];
const people: readonly Readonly<Record<string, CellValue>>[] = [
  {
    name: 'Zoë Weberfict',
    email: 'Zoe@mueller-suchfict.example',
    linkedin_url: 'https://www.linkedin.com/in/zoe-weberfict',
    company_website: 'mueller-suchfict.example',
  },
  { name: 'Kim Se', email: 'kim@weaver-suchfict.example' },
  { name: 'Kim', email: 'kim@warp-suchfict.example' },
];

describe('searching and matching names as people write them', () => {
  let server: TestServer;
  let account: TestAccount;

  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    const { direct, now } = server.platform;
    for (const [table, records] of [
      ['companies', companies],
      ['people', people],
    ] as const) {
      const stored = await storeRecords(direct, tableByName(table), records, {
        source: 'test',
        now: now(),
        alongside: async () => undefined,
      });
      expect(stored).toMatchObject({ added: records.length, refused: [] });
    }
  });
  afterAll(() => server.close());

  async function found(table: TableName, text: string): Promise<readonly string[]> {
    const query = new URLSearchParams({ search_query: text, per_page: '100', sort: 'id', order: 'asc' });
    const answer = await server.app.inject({ url: `/api/v1/table/${table}?${query}`, headers: account.headers });
    expect(answer.statusCode, answer.payload).toBe(200);
    const { data, total } = z.object({ data: z.array(z.object({ name: z.string() })), total: z.number() }).parse(answer.json());
    expect(total).toBe(data.length);
    return data.map(({ name }) => name);
  }
  async function matched(table: TableName, name: string): Promise<readonly string[]> {
    const payload = { table, rows: [{ name }] };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/match', headers: account.headers, payload });
    expect(answer.statusCode, answer.payload).toBe(200);
    const [line] = matchRows.success.body.parse(answer.json()).data;
    return [...(line?.found?.name === undefined ? [] : [line.found.name]), ...(line?.candidates ?? []).map((row) => row.name)];
  }

  it.each([
    ['muller suchfict', ['Müller Suchfict GmbH']],
    ['MÜLLER such', ['Müller Suchfict GmbH', 'By Site', 'Same Words']],
    ['Mu\u0308ller suchfict', ['Müller Suchfict GmbH', 'By Site', 'Same Words']],
    ['mueller suchf', ['Müller Suchfict GmbH', 'By Site', 'Same Words']],
    ['Müller', ['Müller Suchfict GmbH', 'Mueller Zweitfict AG', 'Muller Drittfict', 'By Site', 'Same Words']],
    ['muller', ['Müller Suchfict GmbH', 'Muller Drittfict']],
    ['creme eclairfict', ['Crème Éclairfict SARL']],
    ['lodz nicfict', ['Łódź Nićfict Sp. z o.o.']],
    ['aerofict', ['Ærøfict A/S']],
    ['aeroefict', ['Ærøfict A/S']],
    ['strassenf', ['Straßenfict KG']],
    ['ISTANBUL iplik', ['İstanbul Iplikfict']],
    ['ıplikfict', ['İstanbul Iplikfict']],
    ['seker', ['Şekerfict Anonim']],
    ['fullfict', ['Ｆｕｌｌｆｉｃｔ Ｉｎｃ．']],
    ['ＣＡＦＥ', ['Café Fadenfict']],
    ['oeuvre', ['Œuvrefict S.A.']],
    ['nguyen det', ['Nguyễn Dệtfict']],
    ['ΕΛΛΗΝΙΚΟΣ', ['Ελληνικός Αργαλειόςfict']],
    ['ткач', ['Ткачфикт ООО']],
    ['Aare', ['Åre Trådfict AB']],
    ['are trad', ['Åre Trådfict AB']],
  ])('search: accents and letter case do not count: %s', async (text, expected) => {
    expect(await found('companies', text)).toEqual(expected);
  });

  it.each([
    ['手架空', ['株式会社手架空']],
    ['架空', ['株式会社手架空', 'ﾃｽﾄ架空織機', 'テスラ架空ホスト', 'ナナナ・がぎぐ架空']],
    ['社手架', ['株式会社手架空']],
    ['空', ['株式会社手架空', '手工空間架社', 'ﾃｽﾄ架空織機', 'テスラ架空ホスト', 'ナナナ・がぎぐ架空']],
    ['テスト', ['ﾃｽﾄ架空織機']],
    ['ｽﾄ架', ['ﾃｽﾄ架空織機']],
    ['スラ架空ホ', ['テスラ架空ホスト']],
    ['가상', ['한국가상직물 주식회사']],
    ['상직물', ['한국가상직물 주식회사']],
    ['虚构织', ['北京虚构织造有限公司']],
    ['ทอผ้า', ['บริษัททอผ้าสมมติจำกัด']],
    ['สมมติ', ['บริษัททอผ้าสมมติจำกัด']],
    ['มติจำ', ['บริษัททอผ้าสมมติจำกัด']],
    ['LINE', ['A社LINEヤフー架構']],
    ['ヤフー line', ['A社LINEヤフー架構']],
    ['が', ['ナナナ・がぎぐ架空']],
    ['か\u3099ぎ', ['ナナナ・がぎぐ架空']],
    ['ナが', []],
    ['空間社', []],
  ])('search: any part of a word in scripts without blanks: %s', async (text, expected) => {
    expect(await found('companies', text)).toEqual(expected);
  });

  it.each([
    ['C++', ['Weave C++ Fict']],
    ['weave c#', ['Weave C# Fict']],
    ['c＋＋', ['Weave C++ Fict']],
    ['weave c', ['Weave C++ Fict', 'Weave C# Fict', 'Weave C Fict']],
    ['50%', ['50% Fict']],
    ['100%', ['100%Fict']],
    ['50 fict', ['50% Fict', '50 Fict']],
    ['.NET', ['Loom .NET Fict']],
    ['loom net', ['Loom .NET Fict', 'Loom Net Fict']],
    ['AT&T', ['AT&T Fict']],
    ['at&', ['AT&T Fict', 'At Two Fict']],
    ['R&D', ['R & D Fict']],
    ['spindle+', ['Spindle+ Fict']],
    ['f#', ['F# Fict']],
    ['h&m', ['H&M Fict']],
    ['H & M', ['H&M Fict', 'By Site']],
  ])('search: signs that make a name count: %s', async (text, expected) => {
    expect(await found('companies', text)).toEqual(expected);
  });

  it.each([
    ['Suchfict Müller Ltd.', ['Müller Suchfict GmbH', 'By Site', 'Same Words']],
    ['Straßenfict GmbH & Co. KG', ['Straßenfict KG']],
    ['nicfict Spółka z o.o.', []],
    ['nicfict sp. z o.o.', ['Łódź Nićfict Sp. z o.o.']],
    ['Éclairfict S.A.R.L.', ['Crème Éclairfict SARL']],
    ['œuvrefict SA', ['Œuvrefict S.A.']],
    ['Spindle Fict Ltd', ['Spindle+ Fict', 'Spindle Fict Limited']],
    ['fullfict inc', ['Ｆｕｌｌｆｉｃｔ Ｉｎｃ．']],
    ['Zweitfict Aktiengesellschaft', ['Mueller Zweitfict AG']],
    ['Zweitfict Inc', ['Mueller Zweitfict AG']],
    ['limited', ['Spindle Fict Limited']],
    ['Drittfict, LLC', ['Muller Drittfict']],
  ])('search: a legal form at the end does not count: %s', async (text, expected) => {
    expect(await found('companies', text)).toEqual(expected);
  });

  it.each([
    ['companies', 'https://www.mueller-suchfict.example/', ['By Site']],
    ['companies', 'http://mueller-suchfict.example', ['By Site']],
    ['companies', 'HTTPS://MUELLER-SUCHFICT.EXAMPLE/jobs?ref=a#top', ['By Site']],
    ['companies', 'www.mueller-suchfict.example', ['By Site']],
    ['companies', 'mueller-suchfict.example/jobs', ['By Site']],
    ['companies', '//mueller-suchfict.example/', ['By Site']],
    ['companies', '<https://mueller-suchfict.example>', ['By Site']],
    ['companies', 'mailto:info@mueller-suchfict.example?subject=a', ['By Site']],
    ['companies', 'info@mueller-suchfict.example', ['By Site']],
    ['companies', 'https://nobody-suchfict.example/', []],
    ['companies', 'https://de.linkedin.com/company/Page-Suchfict/about/?trk=a', ['By Page']],
    ['companies', 'linkedin.com/company/page-suchfict', ['By Page']],
    ['companies', 'https://facebook.com/loomsuchfict', ['On a shared host']],
    ['companies', 'https://mueller-such', ['Müller Suchfict GmbH', 'By Site', 'Same Words']],
    ['companies', 'mueller-suchfict.example', ['By Site', 'Same Words']],
    ['people', 'https://www.mueller-suchfict.example/', ['Zoë Weberfict']],
    ['people', 'mailto:zoe@mueller-suchfict.example', ['Zoë Weberfict']],
    ['people', 'ZOE@MUELLER-SUCHFICT.EXAMPLE', ['Zoë Weberfict']],
    ['people', 'https://www.linkedin.com/in/Zoe-Weberfict/?originalSubdomain=de', ['Zoë Weberfict']],
    ['people', 'linkedin.com/in/nobody-suchfict', []],
    ['people', 'zoe weber', ['Zoë Weberfict']],
  ] as const)('search in %s: a pasted address finds its row: %s', async (table, text, expected) => {
    expect(await found(table, text)).toEqual(expected);
  });

  it.each([
    ['Muller Suchfict', ['Müller Suchfict GmbH']],
    ['MUELLER SUCHFICT', ['Müller Suchfict GmbH']],
    ['Müller Zweitfict', ['Mueller Zweitfict AG']],
    ['Müller Drittfict', ['Muller Drittfict']],
    ['Mueller Drittfict', []],
    ['Creme Eclairfict', ['Crème Éclairfict SARL']],
    ['Łódź Nićfict Spzoo', ['Łódź Nićfict Sp. z o.o.']],
    ['Aerofict', ['Ærøfict A/S']],
    ['Strassenfict GmbH & Co. KG', ['Straßenfict KG']],
    ['Oeuvrefict, S. A.', ['Œuvrefict S.A.']],
    ['手架空', ['株式会社手架空']],
    ['(株)手架空', ['株式会社手架空']],
    ['㈱手架空', ['株式会社手架空']],
    ['한국가상직물', ['한국가상직물 주식회사']],
    ['北京虚构织造', ['北京虚构织造有限公司']],
    ['ООО Ткачфикт', ['Ткачфикт ООО']],
    ['Spindle Fict', ['Spindle Fict Limited']],
    ['Spindle+ Fict Inc.', ['Spindle+ Fict']],
    ['AT & T Fict', ['AT&T Fict']],
    ['Weave C++ Fict GmbH', ['Weave C++ Fict']],
    ['Spindle+™ Fict', ['Spindle+ Fict']],
    ['Fict', []],
    ['GmbH', []],
    ['!!!', []],
  ])('match by name: accents, letter case and legal form do not count: %s', async (name, expected) => {
    expect(await matched('companies', name)).toEqual(expected);
  });

  it('match by name: people have no legal form, and a row with the exact name is not doubted', async () => {
    expect(await matched('people', 'KIM SE')).toEqual(['Kim Se']);
    expect(await matched('people', 'Zoe Weberfict')).toEqual(['Zoë Weberfict']);
    expect(await matched('people', 'Kim')).toEqual(['Kim']);
    expect(await matched('companies', 'Spindle Fict Limited')).toEqual(['Spindle Fict Limited']);
  });

  it('a search of letters without blanks and a match by name are answered from indexes', async () => {
    const plan = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await server.database.transaction(async (transaction) => {
        await transaction.execute(sql`set local enable_seqscan = off`);
        return transaction.execute(sql`explain select id from companies where ${condition}`);
      });
      return JSON.stringify(rows);
    };
    const [search] = companiesTable.filters.flatMap((filter) => (filter.kind === 'search' ? [filter] : []));
    const words = searchVector(companiesTable, search?.columns ?? []);
    expect(await plan(sql`${words} @@ scoped_query('', '手架空')`)).toContain('companies_texts_by_search_query');
    expect(await plan(sql`name_key("name", true) = any(name_keys('Muller', true))`)).toContain('companies_linked_by_name_key');
  });
});
