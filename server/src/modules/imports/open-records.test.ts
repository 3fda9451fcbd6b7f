/** What open sources say, beside what files say: which cells they may write, and whose they are afterwards. */
import { Readable } from 'node:stream';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenRecord } from '../../open-sources/open-source.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { BY_COMMAND, undoImport } from './log/import-log.service.ts';
import { importLoggedFile } from './log/import-logged-file.ts';
import { loadOpenRecords, type OpenRecordsLoad } from './open-records.service.ts';

const KEY = Buffer.alloc(32, 7);
type SourceId = keyof typeof openSourceFacts;
type Cells = Readonly<Record<string, CellValue>>;

describe('records of open sources', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() =>
    imports.database.$client.query(
      'delete from companies; delete from investors; delete from people; delete from jobs; delete from shared_keys; delete from imports',
    ),
  );

  async function open(
    id: SourceId,
    table: TableName,
    records: readonly Partial<OpenRecord>[],
    options: Partial<OpenRecordsLoad> = {},
  ) {
    const fields = [...new Set(records.flatMap(({ cells = {} }) => Object.keys(cells)))];
    const whole = records.map(
      (record): OpenRecord => ({ cells: {}, url: `https://${id}.example/1`, asOf: '2026-11-20', ...record }),
    );
    async function* read() {
      yield* whole;
    }
    return loadOpenRecords(
      { database: imports.database, direct: imports.database },
      {
        definition: tableByName(table),
        source: { id, weight: openSourceFacts[id].weight },
        title: `${id}, test`,
        load: { table, fields, records: read },
        now: new Date(),
        suppressionKey: KEY,
        signal: new AbortController().signal,
        onLoaded: async () => undefined,
        ...options,
      },
    );
  }
  const say = (id: SourceId, ...cells: readonly Cells[]) =>
    open(
      id,
      'companies',
      cells.map((given) => ({ cells: given })),
    );
  const rows = () => imports.rows('companies');
  const one = async () => {
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    return row ?? {};
  };
  const sourcesOf = async () => {
    const { rows: found } = await imports.database.$client.query(
      'select source, fields from row_sources where cardinality(fields) > 0 order by source',
    );
    return Object.fromEntries(found.map(({ source, fields }) => [source, fields.toSorted().join(' ')]));
  };
  const undo = (id: string) => {
    const { database } = imports;
    return undoImport({ database, direct: database, now: () => new Date(), secrets: [Buffer.alloc(32, 1)] }, id, BY_COMMAND);
  };
  const ACME = { name: 'Acme Mills', country: 'Norway', registry: 'no-orgnr', registry_id: '912345678' };

  it('a new row is the source’s, with the page and the day that say so', async () => {
    const report = await say('no-brreg', { ...ACME, city: 'Oslo', phone: null });
    expect(report).toMatchObject({ rows_read: 1, added: 1, changed: 0, rejected: 0 });
    expect(await one()).toMatchObject({ ...ACME, source: 'no-brreg', sources: ['no-brreg'] });
    const { rows: found } = await imports.database.$client.query('select url, as_of::text from row_sources');
    expect(found).toEqual([{ url: 'https://no-brreg.example/1', as_of: '2026-11-20' }]);
    expect(await sourcesOf()).toEqual({ 'no-brreg': 'city country name registry registry_id' });
    expect(await say('no-brreg', { ...ACME, city: 'Oslo', phone: null })).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  });

  it('it replaces and blanks its own cells, and leaves those of files', async () => {
    await say('no-brreg', { ...ACME, city: 'Oslo', phone: '+47 22 00 00 11', legal_form: 'AS' });
    await imports.load('companies', 'name,country,city,registry,registry_id\nAcme,NO,Bergen,no-orgnr,912345678\n');
    expect(await sourcesOf()).toEqual({ 'no-brreg': 'country legal_form phone registry registry_id' });
    expect(await one()).toMatchObject({ name: 'Acme', city: 'Bergen', sources: ['no-brreg', 'file'] });
    await say('no-brreg', { ...ACME, city: 'Oslo', phone: null, legal_form: 'ASA' });
    expect(await one()).toMatchObject({ name: 'Acme', city: 'Bergen', phone: null, legal_form: 'ASA' });
    expect(await sourcesOf()).toEqual({ 'no-brreg': 'country legal_form registry registry_id' });
  });

  it('a cell of which a record says nothing stays as it is', async () => {
    await say('no-brreg', { ...ACME, city: 'Oslo' });
    await open('no-brreg', 'companies', [
      { cells: ACME },
      { cells: { ...ACME, registry_id: '900000001', name: 'Oak', city: 'Moss' } },
    ]);
    expect((await rows()).map(({ name, city }) => `${name} ${city}`)).toEqual(['Acme Mills Oslo', 'Oak Moss']);
  });

  it('a register counts more than a website, and a website fills what is blank', async () => {
    await say('no-brreg', { ...ACME, website: 'https://acme.example', phone: null });
    const [row] = await rows();
    const rowKey = String(row?.canonical_key);
    await open('websites', 'companies', [
      {
        rowKey,
        cells: {
          name: 'ACME!',
          phone: '+47 22 00 00 12',
          description: 'Weaves.',
          website_state: null,
          website_checked_on: '2026-11-20',
        },
      },
    ]);
    expect(await one()).toMatchObject({
      name: 'Acme Mills',
      phone: '+47 22 00 00 12',
      description: 'Weaves.',
      sources: ['no-brreg', 'websites'],
    });
    expect(await sourcesOf()).toMatchObject({ websites: 'description phone website_checked_on' });
    await say('no-brreg', { ...ACME, phone: null });
    expect(await one()).toMatchObject({ phone: '+47 22 00 00 12' });
    await say('no-brreg', { ...ACME, phone: '+47 22 00 00 13' });
    expect(await one()).toMatchObject({ phone: '+47 22 00 00 13' });
    expect(await sourcesOf()).toMatchObject({
      websites: 'description website_checked_on',
      'no-brreg': expect.stringContaining('phone'),
    });
    await open('websites', 'companies', [{ rowKey, cells: { phone: '+47 22 00 00 12', description: null } }]);
    expect(await one()).toMatchObject({ phone: '+47 22 00 00 13', description: null });
  });

  it('what the server sets can always be written', async () => {
    await imports.load('companies', 'name,website\nAcme,acme.example\n');
    const { canonical_key: key } = await one();
    await imports.database.$client.query("update companies set website_state = 'not_checked'");
    await open('websites', 'companies', [
      { rowKey: String(key), cells: { website_state: null, website_checked_on: '2026-11-21' } },
    ]);
    expect(await one()).toMatchObject({ website_state: null, website_checked_on: '2026-11-21' });
  });

  it('a record for a row that is gone, or that lacks what a new row needs, is left out', async () => {
    const report = await open('websites', 'companies', [
      { rowKey: 'website:gone.example', cells: { phone: '+47 22 00 00 12' } },
      { cells: { website: 'https://nobody.example', phone: '+47 22 00 00 12' } },
    ]);
    expect(report).toMatchObject({
      rows_read: 2,
      added: 0,
      rejected: 0,
      notices: ['2 records are about rows that are not there.'],
    });
    expect(await rows()).toEqual([]);
    await imports.load('companies', 'name,website\nAcme,acme.example\n');
    await open('job-boards', 'companies', [{ cells: { website: 'https://acme.example', jobs_open: 4 } }]);
    expect(await one()).toMatchObject({ name: 'Acme', jobs_open: 4 });
  });

  it('a record only for a stored row changes it, and makes none', async () => {
    const closed = { registry: 'no-orgnr', registry_id: '912345678', business_status: 'Out of Business' };
    const struckOff: Partial<OpenRecord> = { cells: closed, isOnlyForStored: true };
    expect(await open('no-brreg', 'companies', [struckOff])).toMatchObject({ added: 0, rejected: 0 });
    await say('no-brreg', { ...ACME, city: 'Oslo' });
    await open('no-brreg', 'companies', [{ ...struckOff, cells: { ...closed, name: 'Acme Mills' } }]);
    expect(await one()).toMatchObject({ name: 'Acme Mills', city: 'Oslo', business_status: 'Out of Business' });
  });

  it('a job keeps the first moment at which it was seen, and is closed by its address', async () => {
    const job = { title: 'Weaver', company_name: 'Acme', url: 'https://boards.example/acme/1' };
    await open('job-boards', 'jobs', [{ cells: { ...job, first_seen_at: '2026-11-01T00:00:00Z' } }]);
    await open('job-boards', 'jobs', [
      { cells: { url: job.url, closed_on: '2026-11-20', first_seen_at: '2026-11-20T00:00:00Z' } },
    ]);
    expect(await imports.rows('jobs')).toMatchObject([
      { title: 'Weaver', closed_on: '2026-11-20', first_seen_at: '2026-11-01T00:00:00+00:00' },
    ]);
  });

  it('a register and the number in it are one cell', async () => {
    await say('sec-form-d', { name: 'Acme', country: 'United States', registry: 'sec-cik', registry_id: '0001999999' });
    const { canonical_key: key } = await one();
    await open('websites', 'companies', [{ rowKey: String(key), cells: { registry: 'gb-crn', registry_id: '02943302' } }]);
    expect(await one()).toMatchObject({ registry: 'sec-cik', registry_id: '0001999999' });
  });

  it('it takes over the row of a file, whose cells stay', async () => {
    await imports.load('companies', 'name,country,website\nAcme Mills,NO,acme.example\n');
    expect(await say('no-brreg', { ...ACME, name: 'ACME MILLS AS', city: 'Oslo' })).toMatchObject({ added: 0, changed: 1 });
    expect(await one()).toMatchObject({
      name: 'Acme Mills',
      city: 'Oslo',
      registry_id: '912345678',
      sources: ['file', 'no-brreg'],
    });
    expect(await sourcesOf()).toEqual({ 'no-brreg': 'city registry registry_id' });
    await imports.load('companies', 'name,country,website\nAcme Mills,NO,acme.example\n');
    expect(await one()).toMatchObject({ registry_id: '912345678' });
  });

  it('undoing gives back the cells and their sources', async () => {
    await imports.load('companies', 'name,country,registry,registry_id\nAcme,NO,no-orgnr,912345678\n');
    await say('websites', { ...ACME, name: 'Acme', phone: '+47 22 00 00 12' });
    const before = [await rows(), await sourcesOf()];
    await say('no-brreg', { ...ACME, phone: '+47 22 00 00 13', city: 'Oslo' }, { ...ACME, registry_id: '900000001' });
    expect(await sourcesOf()).toEqual({ 'no-brreg': expect.stringContaining('phone') });
    const { rows: logged } = await imports.database.$client.query("select id from imports where open_source = 'no-brreg'");
    expect(await undo(logged[0].id)).toMatchObject({ deleted: 1, restored: 1 });
    const kept = (held: readonly Readonly<Record<string, unknown>>[]) =>
      held.map(({ imported_at: _, changed_in: __, needs_escape: ___, ...row }) => row);
    expect(kept(await rows())).toEqual(kept(before[0] as never));
    expect(await sourcesOf()).toEqual(before[1]);
  });

  it('undoing a file gives a source its cells back', async () => {
    await say('no-brreg', { ...ACME, city: 'Oslo' });
    const before = await sourcesOf();
    const content = 'name,country,city,registry,registry_id\nAcme Mills,NO,Bergen,no-orgnr,912345678\n';
    const { id } = await importLoggedFile(
      imports.database,
      tableByName('companies'),
      { name: 'own.csv', bytes: Readable.from([Buffer.from(content)]) },
      {
        ...{ format: null, encoding: null, mustBeGzip: false, mapping: {}, source: 'own.csv', now: new Date() },
        ...{ maxRejects: null, keepsKnown: false, isDryRun: false, suppressionKey: KEY },
      },
    );
    expect(await sourcesOf()).toEqual({ 'no-brreg': 'country name registry registry_id' });
    await undo(id);
    expect(await one()).toMatchObject({ city: 'Oslo', sources: ['no-brreg'] });
    expect(await sourcesOf()).toEqual(before);
  });

  it('many rows at once are loaded, changed and undone as few are', async () => {
    const units = (city: string) =>
      Array.from({ length: 60 }, (_, at) => ({
        cells: { ...ACME, name: `Unit ${at}`, registry_id: `${900_000_000 + at}`, city },
      }));
    const many = { replacingRows: 10 };
    await imports.load('companies', 'name,country,city\nUnit 7,NO,Bergen\n');
    const gone = { rowKey: 'website:gone.example', cells: { ...ACME, city: 'Moss' } };
    expect(await open('no-brreg', 'companies', [...units('Oslo'), gone], many)).toMatchObject({ added: 59, changed: 1 });
    const own = async () => (await rows()).filter(({ city }) => city === 'Bergen').map(({ name, sources }) => [name, sources]);
    expect(await own()).toEqual([['Unit 7', ['file', 'no-brreg']]]);
    const allSources = async () =>
      (await imports.database.$client.query('select row_id, source, fields from row_sources order by row_id, source')).rows;
    const before = await allSources();
    expect(await open('no-brreg', 'companies', units('Moss'), many)).toMatchObject({ added: 0, changed: 59, unchanged: 1 });
    expect((await rows()).filter(({ city }) => city === 'Moss')).toHaveLength(59);
    const { rows: logged } = await imports.database.$client.query(
      'select id from imports where open_source is not null order by started_at desc limit 1',
    );
    expect(await undo(logged[0].id)).toMatchObject({ restored: 59 });
    expect(await allSources()).toEqual(before);
    const named = (await rows()).map(({ name }) => `${JSON.stringify({ name, country: 'Norway', city: 'Lund' })}\n`);
    await imports.load('companies', named.join(''), { ...many, keepsKnown: true });
    expect((await allSources()).filter(({ fields }) => fields.includes('city'))).toEqual([]);
  });

  it('rows that are deleted lose what is stored about their sources', async () => {
    await say('no-brreg', ACME);
    await imports.database.$client.query('delete from companies');
    expect((await imports.database.$client.query('select from row_sources')).rows).toEqual([]);
  });

  it('nothing is stored where the caller’s own part of the transaction fails', async () => {
    const failing = open('no-brreg', 'companies', [{ cells: ACME }], {
      onLoaded: async () => {
        throw new Error('the lease is lost');
      },
    });
    await expect(failing).rejects.toThrow('the lease is lost');
    expect(await rows()).toEqual([]);
    expect((await imports.database.$client.query('select state from imports')).rows).toEqual([{ state: 'failed' }]);
  });
});
