import { defineTable, type TableDefinition, updatedAt } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generalRow } from '../../sample-rows/general-row.ts';
import { sampleRow } from '../../sample-rows/sample-row.ts';
import { databaseName } from '../../schema/data-table.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { rowKeys } from '../imports/rows/canonical-key.ts';
import { applySampleRows, loadSampleRows } from './sample-rows.service.ts';

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
const now = new Date('2026-11-05T00:00:00Z');
const textOf = (row: object) => JSON.stringify(row);

/** By which the importer would tell the row. */
function keyOf(definition: TableDefinition, row: Readonly<Record<string, unknown>>): string | null {
  const cell = (field: string) => cellSchema.parse(row[field] ?? null);
  const isLink = (field: string) => definition.columns.some((column) => column.field === field && column.kind === 'link');
  const domain = (field: string) => (row[field] == null || !isLink(field) ? null : new URL(String(row[field])).host);
  return rowKeys(definition, { cell, domain })?.key ?? null;
}

describe('sample rows', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(async () => {
    for (const table of tableNames) await imports.database.$client.query(`delete from ${databaseName(tableByName(table))}`);
  });

  const apply = (isOn: boolean) => applySampleRows(imports.database, { isOn, now });
  const countOf = async (table: TableName) => (await imports.rows(table)).length;

  it('sample rows fill every empty table, are all marked, and lead to no real address', async () => {
    await apply(true);
    for (const table of tableNames) {
      const rows = await imports.rows(table);
      expect(rows, table).toHaveLength(300);
      for (const row of rows) {
        expect(row.source).toBe('sample');
        expect(Object.values(row).filter((cell) => /\(sample\)$/.test(String(cell)))).not.toEqual([]);
        for (const [address = ''] of textOf(row).matchAll(/https?:\/\/[^/"?#]+|@[a-z\d-]+(?:\.[a-z\d-]+)+/g))
          if (!/^@sample\./.test(address)) expect(address, textOf(row)).toMatch(/\.example$/);
      }
    }
  });

  it('sample rows refer to each other: investors to companies, companies to people, reviews to products', async () => {
    await apply(true);
    const [investors, companies, people, reviews] = await Promise.all([
      imports.rows('investors'),
      imports.rows('companies'),
      imports.rows('people'),
      imports.rows('reviews'),
    ]);
    const byName = new Map(companies.map((company) => [company.name, company]));
    for (const investor of investors) {
      const company = byName.get(investor.last_investment_company_name);
      expect(company).toBeDefined();
      expect(investor.preferred_investment_types).toContain(company?.last_financing_deal_type);
    }
    const employers = new Map([...companies, ...investors].map((employer) => [employer.name, employer]));
    for (const person of people) {
      const employer = employers.get(person.company_name);
      expect(employer).toMatchObject({ website: person.company_website, country: person.country, city: person.city });
      if (person.email !== null) expect(employer?.website).toContain(String(person.email).split('@')[1]);
      expect(byName.has(person.company_name)).toBe(person.is_investor === false);
    }
    const contacts = companies.filter(({ main_contact_name: contact }) => contact !== null);
    expect(contacts.length).toBeGreaterThan(50);
    for (const { name, main_contact_name: contact } of contacts)
      expect(people).toContainEqual(expect.objectContaining({ name: contact, company_name: name }));
    const domains = new Set(companies.map(({ website_domain: domain }) => domain));
    for (const review of reviews) expect(domains.has(review.product_url_domain)).toBe(true);
  });

  it('every filter of a table finds sample rows', async () => {
    await apply(true);
    for (const table of tableNames) {
      const rows = await imports.rows(table);
      for (const { field, kind } of tableByName(table).columns) {
        const values = rows.map((row) => row[field]).filter((value) => value !== null);
        expect(values.length, `${table}.${field}`).toBeGreaterThan(rows.length / 10);
        if (kind !== 'boolean' && field !== 'sources')
          expect(new Set(values.map((value) => JSON.stringify(value))).size, `${table}.${field}`).toBeGreaterThan(2);
      }
    }
  });

  it('sample rows are only added to empty tables, and removing them keeps all others', async () => {
    await imports.load('companies', 'name\nMine\n');
    await apply(true);
    expect(await countOf('companies')).toBe(1);
    expect(await countOf('investors')).toBe(300);
    await imports.load('investors', 'name,website\nMine,mine.example\n');
    const [taken] = await imports.rows('people');
    await imports.load('people', `${JSON.stringify({ ...taken, biography: 'Real by now' })}\n`, { source: 'mine.csv' });
    await apply(false);
    expect(await imports.rows('investors')).toMatchObject([{ name: 'Mine' }]);
    expect(await imports.rows('people')).toMatchObject([{ biography: 'Real by now', source: 'mine.csv' }]);
    expect(await countOf('companies')).toBe(1);
    expect(await countOf('reviews')).toBe(0);
  });

  it('sample rows applied again change nothing', async () => {
    await apply(true);
    const before = await Promise.all(tableNames.map((table) => imports.fingerprint(table)));
    await apply(true);
    expect(await Promise.all(tableNames.map((table) => imports.fingerprint(table)))).toEqual(before);
    await apply(false);
    const gone = await Promise.all(tableNames.map((table) => imports.fingerprint(table)));
    await apply(false);
    expect(await Promise.all(tableNames.map((table) => imports.fingerprint(table)))).toEqual(gone);
  });

  it('removing sample rows keeps the count of rows exact', async () => {
    const state = async () => {
      const { rows } = await imports.database.$client.query(
        "select row_count::int as count from table_versions where table_name = 'companies'",
      );
      return rows[0];
    };
    await imports.load('companies', 'name\nMine\n');
    await loadSampleRows(imports.database, 'companies', { seed: 1, rows: 20 }, { now });
    expect(await state()).toEqual({ count: 21 });
    await apply(false);
    expect(await state()).toEqual({ count: 1 });
  });

  it('the requested number of sample rows is the same for the same seed', async () => {
    const load = (rows: number, seed: number) => loadSampleRows(imports.database, 'companies', { rows, seed }, { now });
    expect(await load(2500, 1)).toMatchObject({ rows_read: 2500, added: 2500, duplicates: 0, rejected: 0 });
    expect(await load(2500, 1)).toMatchObject({ unchanged: 2500 });
    expect((await load(2500, 2)).unchanged).toBeLessThan(100);
  });

  it.each(tableNames)('%s: all sample rows are different', (table) => {
    const size = { seed: 3, rows: thoroughOr(60_000, 5_000) };
    const keys = new Set<string | null>();
    for (let index = 0; index < size.rows; index += 1) {
      const row = sampleRow(table, size, { index, now });
      keys.add(keyOf(tableByName(table), row));
    }
    expect(keys.size).toBe(size.rows);
  });
});

describe('a row of a table without words of its own', () => {
  const kinds = [
    ['name', 'text'],
    ['about', 'long-text'],
    ['tags', 'list'],
    ['is_open', 'boolean'],
    ['visits', 'integer'],
    ['rating', 'number'],
    ['revenue', 'money'],
    ['founded_on', 'date'],
    ['seen_at', 'time'],
    ['website', 'link'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['country', 'text'],
  ] as const;
  const definition = defineTable({
    name: 'places',
    title: 'Places',
    isGated: true,
    waitsForAccount: false,
    readsAddress: true,
    columns: [...kinds.map(([field, kind]) => ({ field, headerName: field, kind })), updatedAt],
    filters: [{ kind: 'choice', key: 'tag', label: 'Tag', column: 'tags', options: [{ value: 'Inn' }, { value: 'Mill' }] }],
    defaultSort: 'updated_at',
    canonicalKey: [{ linkOf: 'website' }],
  });
  const rows = Array.from({ length: 2000 }, (_, index) => generalRow(definition, 7, index));

  it('a generated row is marked by its name, leads nowhere, and is unique', () => {
    for (const row of rows) {
      expect(row.name).toMatch(/ \(sample\)$/);
      expect(row.website).toMatch(/^https:\/\/www\.[a-z\d-]+\.example\/website$/);
    }
    expect(new Set(rows.map((row) => keyOf(definition, row))).size).toBe(rows.length);
  });

  it('a generated row has cells the importer accepts, and some optional blanks', () => {
    for (const { field } of definition.columns) {
      const values = rows.map((row) => row[field]).filter((value) => value !== null);
      expect(new Set(values.map((value) => JSON.stringify(value))).size, field).toBeGreaterThan(1);
    }
    expect(rows.filter((row) => row.revenue === null).length).toBeGreaterThan(100);
    const known = new Set(['Inn', 'Mill']);
    expect(rows.every(({ tags }) => tags === null || (Array.isArray(tags) && tags.every((tag) => known.has(tag))))).toBe(true);
  });

  it('a generated row is the same for the same number', () => {
    expect(generalRow(definition, 7, 12)).toEqual(rows[12]);
    expect(generalRow(definition, 8, 12)).not.toEqual(rows[12]);
  });
});
