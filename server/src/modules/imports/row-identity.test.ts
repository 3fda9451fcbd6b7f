/** Which rows are one and which are not. Long because it is one table of small files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { people } from '@leadloom/shared/tables/people';
import { tableNames, tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import serverPackage from '../../../package.json' with { type: 'json' };
import { addRows } from '../../testing/table-rows.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { isThorough } from '../../testing/thorough.ts';
import { KEY_RULES } from './rows/canonical-key.ts';
import type { FoldedRow } from './staging/folded-rows.ts';

describe('rows of files', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() =>
    imports.database.$client.query(
      'delete from companies; delete from people; delete from investors; delete from shopify; delete from reviews; delete from shared_keys',
    ),
  );

  const keysOf = async (table: 'companies' | 'people') => (await imports.rows(table)).map(({ canonical_key }) => canonical_key);
  const stateOf = async (table: string) => {
    const { rows } = await imports.database.execute(sql`
      select version, row_count, (select count(*) from row_changes where table_name = ${table})::int as changes,
        (select count(*) from stale_chunks where table_name = ${table})::int as dirty
      from table_versions where table_name = ${table}`);
    return rows[0];
  };

  it('companies with a page on a site that many share are told apart by the page, or by their names', async () => {
    const { report } = await imports.load(
      'companies',
      'name,website,country\nA,facebook.com/a.oslo,NO\nA,https://m.facebook.com/A.Oslo/?ref=x,NO\nB,facebook.com/b,NO\nC,facebook.com,NO\nD,https://www.facebook.com/,NO\n',
    );
    expect(report).toMatchObject({
      added: 4,
      duplicates: 1,
      folded: [{ key: 'website: facebook.com/a.oslo', line: 2, kept_line: 3 }],
    });
    expect((await imports.load('companies', 'name,website\nA2,facebook.com/A.Oslo\n')).report).toMatchObject({ changed: 1 });
  });

  it('one office mailbox is not one person, and a profile address that several have is nobody’s', async () => {
    const { report } = await imports.load(
      'people',
      'name,email,linkedin_url\nAda Rook,office@a.example,\nBo Lind,office@a.example,\nada rook,Office@A.example,\n' +
        ['One', 'Two', 'Three', 'Four'].map((name) => `${name},,https://linkedin.com/company/acme\n`).join(''),
    );
    expect(report).toMatchObject({ rows_read: 7, added: 6, duplicates: 1 });
  });

  it('a host that several names of a file have is no key, in this file and in all later ones', async () => {
    await imports.load('companies', 'name,website,country\nNorth,fund.example,NO\n');
    const before = await stateOf('companies');
    expect(await keysOf('companies')).toEqual(['website:fund.example']);
    const file = `name,website,country\n${['North', 'South', 'East', 'West', 'West Ltd.'].map((name) => `${name},https://fund.example/x,NO\n`).join('')}`;
    const dry = (await imports.load('companies', file, { isDryRun: true })).report;
    expect(await stateOf('companies')).toEqual(before);
    const { report } = await imports.load('companies', file);
    expect(report).toMatchObject({ rows_read: 5, added: 4, changed: 1, duplicates: 0, changed_columns: { website: 1 } });
    expect(dry).toMatchObject({ added: 4, changed: 1, duplicates: 0, changed_columns: { website: 1 } });
    // Only one row of this file has the host; it was learned from the file before.
    expect(
      (await imports.load('companies', 'name,website,country\nSouth,fund.example,NO\nNew,fund.example,NO\n')).report,
    ).toMatchObject({ added: 1, changed: 1 });
  });

  it.each(['vm.tiktok.com', 'vt.tiktok.com', 'lnkd.in', 'discord.gg', 'on.soundcloud.com', 'bit.ly'])(
    'codes of %s that differ in case are different pages, and names on a profile site are not',
    async (host) => {
      const pages = (site: string) => `name,website\nOne,https://${site}/zmAbc1/\nOne,${site}/ZMaBC1\n`;
      expect((await imports.load('companies', pages(host))).report).toMatchObject({ added: 2, duplicates: 0 });
      expect((await imports.load('companies', pages(`${host.at(0)}.facebook.com`))).report).toMatchObject({ duplicates: 1 });
    },
  );

  it('spellings of one name do not make its host a shared one', async () => {
    const names = ['Nordlys', 'NORDLYS AS', 'Nordlys A/S', 'Nórdlys', 'Nordlys, Inc.', '"Nordlys GmbH & Co. KG"'];
    const file = `name,website\n${names.map((name) => `${name.includes(',') && !name.startsWith('"') ? `"${name}"` : name},nordlys.example\n`).join('')}`;
    expect((await imports.load('companies', file)).report).toMatchObject({ added: 1, duplicates: 5 });
  });

  it('rows that were folded are handed over with the rows that were kept', async () => {
    const folded: FoldedRow[] = [];
    const lines = Array.from(
      { length: 2_500 },
      (_, at) => `${['Name', 'NAME', 'Name Ltd'][at % 3]},same.example,"SaaS; AI"\n`,
    ).join('');
    const { report } = await imports.load('companies', `name,website,verticals\n${lines}`, {
      onFolded: (rows) => void folded.push(...rows),
    });
    expect(report).toMatchObject({ added: 1, duplicates: 2_499 });
    expect(report.folded).toHaveLength(100);
    expect(folded).toHaveLength(2_499);
    expect(folded[1]).toEqual({
      key: 'website: same.example',
      line: 3,
      keptLine: 2_501,
      cells: ['NAME', 'same.example', 'SaaS, AI'],
      keptCells: ['Name', 'same.example', 'SaaS, AI'],
    });
  });

  it('the first writer after the rules changed builds the keys anew; no row is merged, and nobody is told', async () => {
    const { database } = imports;
    await addRows(database, people, [
      { name: 'Ada Rook', email: 'office@a.example' },
      { name: 'Bo Lind', email: 'bo@b.example', linkedin_url: 'https://linkedin.com/in/bo' },
      { name: 'Bo Lind', linkedin_url: 'https://www.linkedin.com/in/bo/' },
    ]);
    await database.execute(sql`update people set canonical_key = 'email:' || email where name = 'Ada Rook'`);
    await database.execute(sql`update table_versions set key_rules = 0 where table_name = 'people'`);
    const [before, rows] = [await stateOf('people'), await imports.rows('people')];
    expect((await imports.load('people', 'name,email\nAda Rook,office@a.example\n')).report).toMatchObject({
      unchanged: 1,
      added: 0,
    });
    expect(await stateOf('people')).toEqual(before);
    const after = await imports.rows('people');
    expect(after.map(({ canonical_key }) => canonical_key)).toEqual([
      'email+name:office@a.example\u001fada rook',
      'linkedin_url:linkedin.com/in/bo',
      rows[2]?.canonical_key,
    ]);
    expect(after.map((row) => ({ ...row, canonical_key: '' }))).toEqual(rows.map((row) => ({ ...row, canonical_key: '' })));
    const { rows: versions } = await database.execute(sql`select key_rules from table_versions where table_name = 'people'`);
    expect(versions).toEqual([{ key_rules: KEY_RULES }]);
  });

  it('more rows than a batch get new keys at once, and those under learned addresses keep their next key', async () => {
    const { database } = imports;
    await database.execute(sql`
      insert into companies (name, website, website_domain, canonical_key, source)
      select 'N' || id, 'https://n' || id || '.example', 'n' || id || '.example', 'old:' || id, 'test' from generate_series(1, 12000) id`);
    await database.execute(sql`insert into shared_keys (table_name, key) values ('companies', 'website:n7.example')`);
    await database.execute(sql`update table_versions set key_rules = 0 where table_name = 'companies'`);
    await imports.load('companies', 'name,website\nN1,https://n1.example\n');
    const { rows } = await database.execute(sql`
      select count(*)::int as rows, count(*) filter (where canonical_key = 'website:' || website_domain)::int as by_host,
        max(canonical_key) filter (where name = 'N7') as shared from companies`);
    expect(rows).toEqual([{ rows: 12_000, by_host: 11_999, shared: 'website+name:n7.example\u001fn7' }]);
  });
});

describe('rows of one file', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() =>
    imports.database.$client.query(
      'delete from companies; delete from people; delete from investors; delete from shopify; delete from reviews; delete from shared_keys',
    ),
  );

  const differentNames: readonly Case[] = [
    [
      'two branches with a page each',
      'companies',
      'name,website\nSouth,https://loom.example/south\nEast,https://loom.example/east',
    ],
    ['two names at one home page', 'companies', 'name,website\nSouth,loom.example\nEast,https://www.loom.example/'],
    ['names that differ in a number', 'companies', 'name,website\nClinic 1,loom.example\nClinic 2,loom.example'],
    ['names of other scripts', 'companies', 'name,website\n手架空,loom.example\n空架手,loom.example'],
    ['a name and a longer one', 'companies', 'name,website\nLoom,loom.example\nLoom Dental,loom.example'],
    [
      'one page of a company',
      'companies',
      'name,linkedin_url\nSouth,linkedin.com/company/loom\nEast,linkedin.com/company/loom/about',
    ],
    ['one page of a network', 'companies', 'name,website\nSouth,facebook.com/loom\nEast,https://m.facebook.com/loom'],
    [
      'one form',
      'investors',
      'name,website\nSouth,https://pitch-fict.typeform.com/to/abc\nEast,https://pitch-fict.typeform.com/to/abc',
    ],
    [
      'forms of one account',
      'investors',
      'name,website\nSouth,https://fict.typeform.com/to/abc\nEast,https://fict.typeform.com/to/xyz',
    ],
    ['funds at one host', 'investors', 'name,website,country\nSouth,fund.example,NO\nEast,fund.example,NO'],
    [
      'people with the page of their company',
      'people',
      'name,linkedin_url\nAda Rook,linkedin.com/company/loom\nBo Lind,linkedin.com/company/loom',
    ],
    [
      'people with the profile of somebody',
      'people',
      'name,linkedin_url\nAda Rook,linkedin.com/in/ada-rook\nBo Lind,linkedin.com/in/ada-rook',
    ],
    ['shops at one host', 'shopify', 'merchant_name,url\nSouth,loom.example\nEast,loom.example'],
    ['shops at a network', 'shopify', 'merchant_name,url\nSouth,facebook.com\nEast,facebook.com'],
    [
      'reviews under the page of their product',
      'reviews',
      'review_title,url,reviewer_name\nGood,https://loom.example/p,Ada\nBad,https://loom.example/p,Bo',
    ],
    ['reviews without reviewers', 'reviews', 'text,url\nWe like it,https://loom.example/p\nWe do not,https://loom.example/p'],
  ];
  const withoutKey: readonly Case[] = [
    ['another telephone', 'people', 'name,phone\nJohn Foldfict,+1 555 0110\nJohn Foldfict,+1 555 0111'],
    ['a telephone and none', 'people', 'name,phone,city\nJohn Foldfict,+1 555 0110,Oslo\nJohn Foldfict,,Oslo'],
    ['another title', 'people', 'name,company,title\nJohn Foldfict,Loom,Weaver\nJohn Foldfict,Loom,Warper'],
    ['another city', 'people', 'name,company,city\nJohn Foldfict,Loom,Oslo\nJohn Foldfict,Loom,Bergen'],
    ['another biography', 'people', 'name,biography\nJohn Foldfict,Weaves.\nJohn Foldfict,Warps.'],
    ['another website of the employer', 'people', 'name,website\nJohn Foldfict,loom.example\nJohn Foldfict,warp.example'],
    ['a company in another city', 'companies', 'name,country,city\nLoom,NO,Oslo\nLoom,NO,Bergen'],
    ['a company with more people', 'companies', 'name,employees\nLoom,11\nLoom,12'],
    ['a company of another industry', 'companies', 'name,verticals\nLoom,SaaS\nLoom,SaaS; AI'],
    ['a company with a page of nobody', 'companies', 'name,website\nLoom,facebook.com\nLoom,instagram.com'],
    [
      'a company with a website and one without',
      'companies',
      'name,country,website,employees\nLoom,NO,loom.example,11\nLoom,NO,,12',
    ],
    ['an investor of another kind', 'investors', 'name,primary_investor_type\nLoom,Angel\nLoom,Family office'],
    [
      'one name at a host of several',
      'companies',
      'name,website,city\nLoom,loom.example,Oslo\nWarp,loom.example,Oslo\nWarp,loom.example,Bergen',
    ],
  ];
  /** Beside the file itself and the file again, a case is tried in one of these ways by turns, and in all in `pnpm faults`. */
  const WAYS = ['without writing', 'line by line', 'backwards'] as const;
  const cases = [...differentNames, ...withoutKey].map((each, place) => [...each, place] as const);
  it.each(cases)('are as many as they were: %s', async (_what, table, file, place) => {
    const isTried = (way: (typeof WAYS)[number]) => isThorough() || WAYS[place % WAYS.length] === way;
    const rows = file.split('\n').length - 1;
    if (isTried('without writing'))
      expect((await imports.load(table, `${file}\n`, { isDryRun: true })).report).toMatchObject({ added: rows, duplicates: 0 });
    expect((await imports.load(table, `${file}\n`)).report).toMatchObject({ added: rows, duplicates: 0 });
    expect((await imports.load(table, `${file}\n`)).report).toMatchObject({ unchanged: rows, added: 0, changed: 0 });
    const [header = '', ...lines] = file.split('\n');
    for (const line of isTried('line by line') ? lines : [])
      expect((await imports.load(table, `${header}\n${line}\n`)).report).toMatchObject({ unchanged: 1, added: 0 });
    if (!isTried('backwards')) return;
    const backwards = [header, ...lines.reverse()].join('\n');
    expect((await imports.load(table, `${backwards}\n`)).report).toMatchObject({ unchanged: rows });
  });

  it.each<Case>([
    ['rows with the same cells', 'people', 'name,phone\nJohn Foldfict,+1 555 0110\nJohn Foldfict,+1 555 0110'],
    ['rows that differ in case', 'people', 'name,city\nJohn Foldfict,Oslo\njohn foldfict,OSLO'],
    ['rows that differ in their time', 'companies', 'name,updated_at\nLoom,2026-01-01\nLoom,2026-01-02'],
    ['names that differ in their legal form', 'companies', 'name,website\nLoom,loom.example\nLoom AS,loom.example'],
    [
      'a person with a degree',
      'people',
      'name,linkedin_url\nAda Rook,linkedin.com/in/ada-rook\n"Ada Rook, PhD",linkedin.com/in/ada-rook/en',
    ],
    [
      'a person with an older profile',
      'people',
      'name,linkedin_url\nAda Rook,linkedin.com/in/ada-rook-b50576a7\nAda Rook,http://no.linkedin.com/pub/ada-rook/a7/576/b50',
    ],
    [
      'a person with a mailbox',
      'people',
      'name,email,phone\nAda Rook,ada@loom.example,+1 555 0110\nAda Rook,ada@loom.example,+1 555 0111',
    ],
    ['two versions of a company', 'companies', 'name,website,city\nLoom,loom.example,Oslo\nLoom,loom.example,Bergen'],
    ['a company with an address and blanks', 'companies', 'name,country,website,city\nLoom,NO,loom.example,\nLoom,NO,,Oslo'],
    [
      'two versions of a review',
      'reviews',
      'review_id,review_title,url\nr-1234567,Good,loom.example/p\nr-1234567,Better,loom.example/p',
    ],
  ])('are one: %s', async (_what, table, file) => {
    expect((await imports.load(table, `${file}\n`)).report).toMatchObject({ added: 1, duplicates: 1 });
  });

  it('a stored row is one of those that a later file tells apart', async () => {
    await imports.load('people', 'name,phone\nJohn Foldfict,+1 555 0110\n');
    const both = 'name,phone\nJohn Foldfict,+1 555 0111\nJohn Foldfict,+1 555 0110\n';
    expect((await imports.load('people', both, { isDryRun: true })).report).toMatchObject({ added: 1, unchanged: 1 });
    expect((await imports.load('people', both)).report).toMatchObject({ added: 1, unchanged: 1 });
    expect((await imports.load('people', both)).report).toMatchObject({ added: 0, unchanged: 2 });
  });

  it('rows that were told apart stay so when the rules change', async () => {
    const file = 'name,phone\nJohn Foldfict,+1 555 0110\nJohn Foldfict,+1 555 0111\n';
    await imports.load('people', file);
    const keys = (await imports.rows('people')).map(({ canonical_key: key }) => key);
    await imports.database.execute(sql`update table_versions set key_rules = 0 where table_name = 'people'`);
    expect((await imports.load('people', file)).report).toMatchObject({ unchanged: 2 });
    expect((await imports.rows('people')).map(({ canonical_key: key }) => key)).toEqual(keys);
  });

  it('many rows that are loaded at once are told apart as few are', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Name ${at % 20},+47 22 00 00 ${10 + (at % 30)}\n`).join('');
    const { report } = await imports.load('people', `name,phone\n${names}`, { replacingRows: 10 });
    expect(report).toMatchObject({ added: 60 });
    expect((await imports.load('people', `name,phone\n${names}`, { replacingRows: 10 })).report).toMatchObject({ unchanged: 60 });
  });
});

type Case = readonly [what: string, table: 'companies' | 'people' | 'investors' | 'shopify' | 'reviews', file: string];

describe('the rules of keys', () => {
  it('have a higher number whenever they change', () => {
    const rules = createHash('sha256');
    for (const file of [
      './rows/canonical-key.ts',
      '../../hosts/shared-hosts.ts',
      '../../../../shared/src/linkedin/linkedin-page.ts',
    ])
      rules.update(readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, ''));
    // The Public Suffix List comes with it.
    rules.update(serverPackage.dependencies.tldts);
    rules.update(JSON.stringify(tableNames.map((name) => tables[name].canonicalKey)));
    // If this fails: raise KEY_RULES, unless every row keeps its key, and put in what is received.
    expect([KEY_RULES, rules.digest('hex').slice(0, 16)]).toEqual([5, '44b0cb9691c1be09']);
  });
});
