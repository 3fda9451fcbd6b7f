import { gzipSync } from 'node:zlib';
import {
  createImportUpload,
  type ImportOptions,
  importPreviewSchema,
  listImportTemplates,
} from '@leadloom/shared/contract/import-uploads';
import { getImport, type ImportDetails } from '@leadloom/shared/contract/imports';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOperator, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const DAY = 24 * 3600 * 1000;
const NOTHING = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
const MESSY = [
  'Whatsit;Town;Turnover;Tags;Founded by',
  'A;Oslo;1,5;x/y;Ada',
  'B;;soon;y;',
  ';Rome;2;;',
  'C;Bonn;soon;;Bo',
  'A;Bergen;2;;',
].join('\n');

describe('files that operators upload', () => {
  let server: TestServer;
  let operator: TestOperator;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.$client.query('delete from companies'));

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.app.inject({
      method,
      url: `/api/v1/operator${path}`,
      headers: operator.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
  const upload = async (payload: string | Buffer, name = 'firms.csv') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/operator/import-uploads?name=${name}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload,
    });
    return createImportUpload.success.body.parse(answer.json());
  };
  const preview = async (id: string, body: object = {}) =>
    importPreviewSchema.parse((await call('POST', `/import-uploads/${id}/preview`, body)).json());
  /** The import once it has ended. */
  const run = async (id: string, body: ImportOptions & { dry_run?: boolean }): Promise<ImportDetails> => {
    const started = await call('POST', `/import-uploads/${id}/imports`, { table: 'companies', ...body });
    expect(started.statusCode).toBe(202);
    return vi.waitFor(
      async () => {
        const found = getImport.success.body.parse((await call('GET', `/imports/${started.json().id}`)).json());
        expect(found.state).not.toBe('running');
        return found;
      },
      { timeout: 30_000 },
    );
  };
  const mapping = {
    Whatsit: 'name',
    Town: 'city',
    Turnover: { column: 'revenue', unit: 'millions' },
    Tags: 'verticals',
  } as const;

  it('a preview proposes the unit of amounts that cannot be millions, and no message shows an option of a command', async () => {
    const { id } = await upload('Firm,Annual Revenue,EBITDA\nA,48000000,2\nB,7800000,3\nC,12,3\nD,10,3\n');
    const unitsOf = async (chosen: ImportOptions['mapping'] = {}) =>
      Object.fromEntries(
        (await preview(id, { mapping: chosen })).columns.map(({ header, proposed_unit: unit }) => [header, unit]),
      );
    expect(await unitsOf()).toEqual({ Firm: undefined, 'Annual Revenue': 'dollars', EBITDA: undefined });
    const inDollars = { 'Annual Revenue': { column: 'revenue', unit: 'dollars' } } as const;
    expect(await unitsOf(inDollars)).toEqual({ Firm: undefined, 'Annual Revenue': undefined, EBITDA: undefined });
    const { state, problem } = await run(id, {});
    expect(state).toBe('failed');
    expect(problem).toMatch(/^The column Revenue \(in \$M\) is in millions of dollars, and 2 of 4 values cannot be/);
    expect(problem).not.toMatch(/--|[{}]|revenue/);
    expect(await run(id, { mapping: inDollars })).toMatchObject({ state: 'done', report: { added: 4 } });
  });

  it('a preview says in which unit amounts are read, where the header or the mapping names one', async () => {
    const { id } = await upload('Firm,Revenue (USD thousands),EBITDA\nA,2300,2\nB,4500,3\n');
    const unitsOf = async (chosen: ImportOptions['mapping'] = {}) =>
      (await preview(id, { mapping: chosen })).columns.map(({ unit }) => unit);
    expect(await unitsOf()).toEqual([undefined, 'thousands', undefined]);
    expect(await unitsOf({ EBITDA: { column: 'ebitda', unit: 'billions' } })).toEqual([undefined, 'thousands', 'billions']);
  });

  it('a preview shows the form of a file, the table it fits, and how much of each column is readable', async () => {
    const { id, bytes } = await upload('company;website;city;revenue\nA;a.example;Oslo;1\nB;b.example;;soon\n');
    expect(bytes).toBe(66);
    const found = await preview(id);
    expect(found).toMatchObject({
      name: 'firms.csv',
      table: 'companies',
      format: 'csv',
      encoding: 'utf-8',
      separator: ';',
      has_header: true,
      rows_read: 2,
      is_whole: true,
      missing: [],
      rows: [
        ['A', 'a.example', 'Oslo', '1'],
        ['B', 'b.example', '', 'soon'],
      ],
    });
    const named = { use: 'first', reason: 'It is a name of the column.' };
    expect(found.columns).toEqual([
      { position: 1, header: 'company', column: 'name', ...named, samples: ['A', 'B'], filled: 2, readable: 2 },
      {
        position: 2,
        header: 'website',
        column: 'website',
        ...named,
        samples: ['a.example', 'b.example'],
        filled: 2,
        readable: 2,
      },
      { position: 3, header: 'city', column: 'city', ...named, samples: ['Oslo'], filled: 1, readable: 1 },
      { position: 4, header: 'revenue', column: 'revenue', ...named, samples: ['1', 'soon'], filled: 2, readable: 1 },
    ]);
    expect(found).toMatchObject({ header_line: 1, is_fit_clear: true });
    expect(found.fits[0]).toEqual({
      table: 'companies',
      fit: 1,
      reason: '4 of 4 headers are read as columns of Companies. Of the first 2 rows, all can be loaded.',
    });
    expect(found.fits.slice(1).every(({ fit }) => fit < 1)).toBe(true);
  });

  it('a preview says what is missing, and whether a file has no header', async () => {
    const { id } = await upload(MESSY);
    const found = await preview(id, { table: 'companies' });
    expect(found).toMatchObject({ missing: ['name'], rows_read: 5 });
    expect(found.columns.map(({ header }) => header)).toEqual(['Whatsit', 'Town', 'Turnover', 'Tags', 'Founded by']);
    expect(await preview(id, { table: 'companies', mapping })).toMatchObject({ missing: [] });
    const headerless = await upload('Acme,https://acme.example,Norway\nBo,https://bo.example,Norway\n');
    const numbered = await preview(headerless.id, { table: 'companies' });
    expect(numbered).toMatchObject({ has_header: false, missing: ['name'], rows_read: 2 });
    expect(numbered.columns.map(({ header }) => header)).toEqual(['1', '2', '3']);
  });

  it('a preview shows the first lines as they stand in the file, and reads it by the line that is chosen as its header', async () => {
    const { id } = await upload('Leads of the north\n\nname,city,city\nA,Oslo,Rome\nB,,Bonn\n');
    const found = await preview(id, { table: 'companies' });
    expect(found).toMatchObject({ header_line: 3, rows_read: 2 });
    expect(found.first_lines).toEqual([
      { line: 1, cells: ['Leads of the north'] },
      { line: 3, cells: ['name', 'city', 'city'] },
      { line: 4, cells: ['A', 'Oslo', 'Rome'] },
      { line: 5, cells: ['B', '', 'Bonn'] },
    ]);
    const chosen = await preview(id, { table: 'companies', has_header: true, header_line: 4 });
    expect(chosen).toMatchObject({ header_line: 4, rows_read: 1, first_lines: found.first_lines });
    expect(chosen.columns.map(({ header }) => header)).toEqual(['A', 'Oslo', 'Rome']);
  });

  it('a dry run lists problems by column and value, and what would change', async () => {
    await server.database.$client.query(
      "insert into companies (name, city, canonical_key, source) values ('C', 'Köln', 'name:c|', 'old.csv')",
    );
    const { id } = await upload('name,city,revenue\nA,Oslo,1\nC,,soon\nD,Rome,soon\n,Rome,1\nA,OSLO,1\n');
    const found = await run(id, { dry_run: true });
    expect(found).toMatchObject({ state: 'done', is_dry_run: true, files: ['folded', 'rejects'] });
    expect(found.report).toMatchObject({ rows_read: 5, rejected: 1, duplicates: 1 });
    expect(found.problems).toEqual([
      { kind: 'blank', column: 'revenue', value: 'soon', reason: null, rows: 2, lines: [3, 4] },
      { kind: 'refused', column: 'name', value: '', reason: 'is missing', rows: 1, lines: [5] },
    ]);
    expect(found.difference?.added.map(({ cells }) => cells.find(({ field }) => field === 'name')?.value)).toEqual(
      expect.arrayContaining(['A', 'D']),
    );
    const folded = await call('GET', `/imports/${found.id}/folded`);
    expect(folded.payload.split('\r\n').map((line) => line.split(',')[2])).toEqual(['row', 'folded', 'loaded', undefined]);
    expect((await server.database.$client.query('select name from companies')).rows).toEqual([{ name: 'C' }]);
  });

  it('a dry run counts the stored cells that would be cleared', async () => {
    const first = await upload('name,city,revenue\nA,Oslo,1\nB,Rome,2\n');
    await run(first.id, {});
    const { id } = await upload('name,city,revenue\nA,,1\nB,Bern,3\n');
    expect((await run(id, { dry_run: true })).difference).toMatchObject({
      cleared: [{ column: 'city', cells: 1 }],
      changed: [
        { cells: [{ field: 'city', from: 'Oslo', to: null }] },
        {
          cells: [
            { field: 'city', from: 'Rome', to: 'Bern' },
            { field: 'revenue', from: '2', to: '3' },
          ],
        },
      ],
      added: [],
    });
    expect((await run(id, { dry_run: true, keep_known: true })).difference?.cleared).toEqual([]);
  });

  it('values that cannot be read are replaced, or their rows refused, as the operator chooses', async () => {
    const { id } = await upload(MESSY);
    const choices = [
      { column: 'revenue', value: 'soon', action: 'replace', replacement: '7' },
      { column: 'name', value: '', action: 'replace', replacement: 'Nameless' },
    ] as const;
    const replaced = await run(id, { mapping, choices: [...choices], list_separator: '/' });
    expect(replaced).toMatchObject({ state: 'done', added: 5, refused: 0, problems: [] });
    const { rows } = await server.database.$client.query(
      'select name, city, revenue, verticals from companies order by name, city',
    );
    expect(rows).toEqual([
      { name: 'A', city: 'Bergen', revenue: 2, verticals: null },
      { name: 'A', city: 'Oslo', revenue: 1.5, verticals: ['x', 'y'] },
      { name: 'B', city: null, revenue: 7, verticals: ['y'] },
      { name: 'C', city: 'Bonn', revenue: 7, verticals: null },
      { name: 'Nameless', city: 'Rome', revenue: 2, verticals: null },
    ]);
    const refused = await run(id, { mapping, choices: [{ column: 'revenue', value: 'soon', action: 'refuse' }] });
    expect(refused).toMatchObject({ refused: 3 });
    expect((await call('POST', `/imports/${replaced.id}/undo`)).statusCode).toBe(200);
  });

  it('a file is kept for a day, and one that is no table says so', async () => {
    const { id } = await upload('name\nA\n');
    server.clock.advance(DAY + 1);
    operator = await createOperator(server, 'bea@operators.example');
    const gone = await call('POST', `/import-uploads/${id}/preview`, {});
    expect(gone.json()).toMatchObject({ status: 404, code: 'IMPORT.UPLOAD_NOT_FOUND' });
    expect((await call('POST', `/import-uploads/${NOTHING}/imports`, { table: 'companies' })).statusCode).toBe(404);
    const archive = await upload(gzipSync('PK\u0003\u0004 something'));
    const refused = await call('POST', `/import-uploads/${archive.id}/preview`, {});
    expect(refused.json()).toMatchObject({
      code: 'IMPORT.UNREADABLE',
      msg: expect.stringContaining('archive is damaged or cut off'),
    });
    const failed = await run(archive.id, {});
    expect(failed).toMatchObject({ state: 'failed', problem: expect.stringContaining('archive is damaged or cut off') });
  });

  it('templates are saved by name, listed and deleted', async () => {
    const saved = await call('PUT', '/import-templates', { name: ' Firms ', table: 'companies', options: { mapping } });
    expect(saved.json()).toMatchObject({ name: 'Firms', table: 'companies', options: { mapping } });
    await call('PUT', '/import-templates', { name: 'Firms', table: 'companies', options: { separator: ';' } });
    const { data, total } = listImportTemplates.success.body.parse((await call('GET', '/import-templates')).json());
    expect({ data, total }).toMatchObject({ data: [{ name: 'Firms', options: { separator: ';' } }], total: 1 });
    expect((await call('DELETE', `/import-templates/${data[0]?.id}`)).statusCode).toBe(204);
    expect((await call('DELETE', `/import-templates/${data[0]?.id}`)).json()).toMatchObject({
      status: 404,
      code: 'IMPORT.TEMPLATE_NOT_FOUND',
    });
    const { data: lines } = listAudit.success.body.parse((await call('GET', '/audit')).json());
    expect(lines.slice(0, 3).map(({ action, target }) => [action, target])).toEqual([
      ['import_template.deleted', 'Firms'],
      ['import_template.saved', 'Firms'],
      ['import_template.saved', 'Firms'],
    ]);
  });
});
