import { gunzipSync } from 'node:zlib';
import { createImport, getImport, listImports } from '@leadloom/shared/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOperator, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';
const NO_IMPORT = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';

describe('imports over HTTP by an operator', () => {
  let server: TestServer;
  let operator: TestOperator;
  beforeAll(async () => {
    server = await startTestServer({ environment: { ...operatorSettings, OPERATOR_TOKEN } });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.$client.query('delete from companies'));

  const call = (method: 'GET' | 'POST', path: string, payload?: string | Buffer) => {
    // Imports are listed by their time.
    server.clock.advance(1);
    return server.app.inject({
      method,
      url: `/api/v1/operator/imports${path}`,
      headers: { ...operator.headers, ...(payload === undefined ? {} : { 'content-type': 'text/csv' }) },
      ...(payload === undefined ? {} : { payload }),
    });
  };
  const load = async (text: string, query = '') => {
    const answer = await call('POST', `?table=companies&source=spring.csv${query}`, text);
    return createImport.success.body.parse(answer.json());
  };
  const read = async (id: string) => getImport.success.body.parse((await call('GET', `/${id}`)).json());
  const rows = async () => (await server.database.$client.query('select name, city from companies order by name')).rows;

  it('a file is loaded, kept in the list, and undone', async () => {
    await load('name,city\nA,Oslo\n');
    const { id, ...report } = await load('name,city\nA,Rome\nB,Rome\n,Rome\n');
    expect(report).toMatchObject({ table: 'companies', rows_read: 3, added: 1, changed: 1, rejected: 1 });
    const { data, total } = listImports.success.body.parse((await call('GET', '?per_page=1')).json());
    expect({ data, total }).toMatchObject({
      data: [
        {
          id,
          table: 'companies',
          file: 'spring.csv',
          by: operator.email,
          state: 'done',
          rows_read: 3,
          added: 1,
          changed: 1,
          refused: 1,
          problem: null,
          undo_refusal: null,
        },
      ],
      total: expect.any(Number),
    });
    expect(await read(id)).toMatchObject({ report, files: ['rejects'], undone: null });
    const plan = await call('POST', `/${id}/undo?dry_run=true`);
    const counts = { deleted: 1, restored: 1, changed_since: 0, deleted_since: 0 };
    expect({ status: plan.statusCode, body: plan.json() }).toEqual({ status: 200, body: counts });
    expect(await rows()).toHaveLength(2);
    expect((await call('POST', `/${id}/undo`)).json()).toEqual(counts);
    expect(await rows()).toEqual([{ name: 'A', city: 'Oslo' }]);
    expect(await read(id)).toMatchObject({ state: 'undone', undone: counts, undo_refusal: expect.stringContaining('already') });
    const again = await call('POST', `/${id}/undo`);
    expect({ status: again.statusCode, code: again.json().code }).toEqual({ status: 409, code: 'IMPORT.NOT_UNDOABLE' });
  });

  it('starting and undoing leave lines in the audit', async () => {
    const { id } = await load('name\nA\n');
    await call('POST', `/${id}/undo`);
    const audit = await server.app.inject({ url: '/api/v1/operator/audit?per_page=2', headers: operator.headers });
    expect(audit.json().data).toMatchObject([
      { by: operator.email, action: 'import.undone', target: 'spring.csv', detail: expect.stringContaining(id) },
      { by: operator.email, action: 'import.started', target: 'spring.csv', detail: `companies, import ${id}` },
    ]);
  });

  it('a dry run writes no row, is not listed, and leaves the rows it would refuse', async () => {
    const before = listImports.success.body.parse((await call('GET', '')).json()).total;
    const { id, is_dry_run: isDryRun, added } = await load('name,city\nA,Oslo\n,Rome\n', '&dry_run=true');
    expect({ isDryRun, added, rows: await rows() }).toEqual({ isDryRun: true, added: 1, rows: [] });
    expect(listImports.success.body.parse((await call('GET', '')).json()).total).toBe(before);
    const rejects = await call('GET', `/${id}/rejects`);
    expect(rejects.headers['content-disposition']).toBe('attachment; filename="spring.csv.rejects.csv"');
    expect(rejects.payload).toContain('name: is missing');
    expect((await call('POST', `/${id}/undo`)).statusCode).toBe(409);
  });

  it('every refused row is in the file, also of a file that was refused as a whole', async () => {
    const many = Array.from({ length: 30_000 }, (_, row) => `,City ${row} in the north of the country`).join('\n');
    const { id } = await load(`name,city\nA,Oslo\n${many}\n`);
    const { payload } = await call('GET', `/${id}/rejects`);
    expect(payload.trimEnd().split(/\r?\n/)).toHaveLength(30_001);
    const parts = await server.database.$client.query('select bytes from import_files where import_id = $1 order by part', [id]);
    expect(parts.rows.length).toBeGreaterThan(1);
    expect(gunzipSync(Buffer.concat(parts.rows.map(({ bytes }) => bytes))).toString()).toBe(payload);

    const refused = await call('POST', '?table=companies&source=refused.csv&max_rejects=0', 'name,city\n,Oslo\n');
    expect(refused.json()).toMatchObject({ status: 400, code: 'IMPORT.TOO_MANY_REJECTS' });
    const { data } = listImports.success.body.parse((await call('GET', '?per_page=1')).json());
    expect(data).toMatchObject([{ file: 'refused.csv', state: 'failed', problem: expect.stringContaining('1 row was refused') }]);
    expect((await call('GET', `/${data[0]?.id}/rejects`)).payload).toContain('name: is missing');
  });

  it('uploads with the operator’s token are listed too', async () => {
    const url = '/api/v1/table/companies/import?source=by-token.csv';
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    server.clock.advance(1);
    await server.app.inject({ method: 'POST', url, headers, payload: 'name\nA\n' });
    await server.app.inject({ method: 'POST', url: `${url}&dry_run=true`, headers, payload: 'name\nB\n' });
    const { data } = listImports.success.body.parse((await call('GET', '?per_page=2')).json());
    expect(data.map(({ file, by }) => `${file} ${by}`)[0]).toBe('by-token.csv operator token');
    expect(data[1]?.file).not.toBe('by-token.csv');
  });

  it('an import can be stopped while it runs, and then loads nothing', async () => {
    const blocker = await server.database.$client.connect();
    try {
      await blocker.query('begin');
      await blocker.query("select from table_versions where table_name = 'companies' for update");
      const loading = call('POST', '?table=companies&source=stopped.csv', 'name\nA\n');
      const running = await vi.waitFor(
        async () => {
          const { data } = listImports.success.body.parse((await call('GET', '?per_page=1')).json());
          expect(data).toMatchObject([{ file: 'stopped.csv', state: 'running' }]);
          return data[0]?.id ?? '';
        },
        { timeout: 10_000 },
      );
      expect((await call('POST', `/${running}/undo`)).json().msg).toContain('still running');
      expect((await call('POST', `/${running}/stop`)).statusCode).toBe(204);
      expect((await loading).json()).toMatchObject({ code: 'IMPORT.STOPPED' });
      expect(await read(running)).toMatchObject({ state: 'failed', problem: 'The import was stopped. Nothing was loaded.' });
      expect((await call('POST', `/${running}/stop`)).json()).toMatchObject({ status: 409, code: 'IMPORT.NOT_RUNNING' });
      const { rows: lines } = await server.database.$client.query(
        "select target, detail from operator_audit where action = 'import.stopped'",
      );
      expect(lines).toEqual([{ target: 'stopped.csv', detail: `companies, import ${running}` }]);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await rows()).toEqual([]);
  });

  it('an unknown import answers 404, and one without a file says so', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rejects'],
      ['GET', '/folded'],
      ['POST', '/undo'],
      ['POST', '/stop'],
    ] as const)
      expect((await call(method, `/${NO_IMPORT}${path}`)).json(), path).toMatchObject({ status: 404, code: 'IMPORT.NOT_FOUND' });
    const { id } = await load('name\nA\n');
    for (const path of ['rejects', 'folded'])
      expect((await call('GET', `/${id}/${path}`)).json()).toMatchObject({ status: 404, code: 'IMPORT.NO_FILE' });
    expect((await call('POST', '', 'name\nA\n')).json()).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
    expect((await call('POST', '?table=accounts', 'name\nA\n')).statusCode).toBe(400);
  });
});
