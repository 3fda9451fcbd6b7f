import { createImportUpload, listImportUploads } from '@leadloom/shared/contract/import-uploads';
import { getImport } from '@leadloom/shared/contract/imports';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountIdOf } from '../../../testing/accounts.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { createOperator, OPERATOR_EMAILS, operatorSettings, type TestOperator } from '../../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MEGABYTE = 1024 ** 2;
const BYTES_LIMIT = 20 * 1024 ** 3;
const UPLOADS_LIMIT = 50;

describe('uploaded files of each operator', () => {
  let server: TestServer;
  let ada: TestOperator;
  let bea: TestOperator;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    ada = await createOperator(server, OPERATOR_EMAILS[0]);
    bea = await createOperator(server, OPERATOR_EMAILS[1]);
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.$client.query('delete from import_uploads'));

  const call = (operator: TestOperator, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1/operator${path}`,
      headers: operator.headers,
      ...(payload === undefined ? {} : { payload }),
    });
  const upload = (operator: TestOperator, payload: string | Buffer = 'name\nA\n', name = 'firms.csv') =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/operator/import-uploads?name=${name}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload,
    });
  const uploadId = async (operator: TestOperator, name?: string) =>
    createImportUpload.success.body.parse((await upload(operator, 'name\nA\n', name)).json()).id;
  const list = async (operator: TestOperator) =>
    listImportUploads.success.body.parse((await call(operator, 'GET', '/import-uploads')).json());
  /** As if the operator had uploaded them. */
  const fill = async (operator: TestOperator, files: number, size: number) =>
    server.database.$client.query(
      `insert into import_uploads (file_name, size, parts, created_at, operator_id)
       select 'kept.csv', $2, 0, now(), $3 from generate_series(1, $1)`,
      [files, size, await accountIdOf(server, operator.email)],
    );

  it('the number of files is limited for each operator, and deleting one makes room', async () => {
    await fill(ada, UPLOADS_LIMIT - 1, 1);
    const id = await uploadId(ada);
    expect((await upload(ada)).json()).toMatchObject({ status: 409, code: 'IMPORT.UPLOAD_LIMIT' });
    expect((await upload(bea)).statusCode).toBe(201);
    expect((await call(ada, 'DELETE', `/import-uploads/${id}`)).statusCode).toBe(204);
    expect((await upload(ada)).statusCode).toBe(201);
  });

  it('the bytes are limited for each operator, and those of a file that is being uploaded count', async () => {
    await fill(ada, 1, BYTES_LIMIT);
    expect((await upload(ada)).json()).toMatchObject({ status: 409, code: 'IMPORT.UPLOAD_LIMIT' });
    expect((await upload(bea)).statusCode).toBe(201);
    await server.database.$client.query('update import_uploads set size = $1', [BYTES_LIMIT - MEGABYTE]);
    const larger = await upload(ada, Buffer.alloc(34 * MEGABYTE, 'a'));
    expect(larger.json()).toMatchObject({ status: 409, code: 'IMPORT.UPLOAD_LIMIT' });
    expect((await list(ada)).data).toHaveLength(1);
  });

  it('calls at the same time do not pass the limit', async () => {
    await fill(ada, UPLOADS_LIMIT - 2, 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(ada)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, ...Array(6).fill(409)]);
  });

  it('a picture is refused as soon as its first bytes arrive, and is not kept', async () => {
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000, 7)]);
    expect((await upload(ada, picture, 'photo.png')).json()).toMatchObject({
      status: 400,
      code: 'IMPORT.UNREADABLE',
      message: 'The file could not be read: it is a picture (PNG). Nothing was loaded.',
    });
    expect((await list(ada)).data).toEqual([]);
  });

  it('operators list and delete only their own files, and each deletion is in the audit', async () => {
    const first = await uploadId(ada, 'first.csv');
    server.clock.advance(1_000);
    const second = await uploadId(ada, 'second.csv');
    await uploadId(bea, 'third.csv');
    expect((await list(ada)).data.map(({ id, name, is_complete }) => [id, name, is_complete])).toEqual([
      [second, 'second.csv', true],
      [first, 'first.csv', true],
    ]);
    expect((await call(bea, 'DELETE', `/import-uploads/${first}`)).json()).toMatchObject({ code: 'IMPORT.UPLOAD_NOT_FOUND' });
    expect((await call(ada, 'DELETE', `/import-uploads/${first}`)).statusCode).toBe(204);
    expect((await call(ada, 'DELETE', `/import-uploads/${first}`)).json()).toMatchObject({ code: 'IMPORT.UPLOAD_NOT_FOUND' });
    expect((await list(ada)).data.map(({ name }) => name)).toEqual(['second.csv']);
    const { rows } = await server.database.$client.query('select from import_upload_parts where upload_id = $1', [first]);
    expect(rows).toEqual([]);
    const { data } = listAudit.success.body.parse((await call(ada, 'GET', '/audit')).json());
    expect(data[0]).toMatchObject({ action: 'import_upload.deleted', target: 'first.csv', by: OPERATOR_EMAILS[0] });
  });

  it('a file whose upload was broken off is listed as such and can be deleted', async () => {
    await server.database.$client.query(
      "insert into import_uploads (file_name, created_at, operator_id) values ('half.csv', now(), $1)",
      [await accountIdOf(server, ada.email)],
    );
    const [half] = (await list(ada)).data;
    expect(half).toMatchObject({ name: 'half.csv', is_complete: false });
    expect((await call(ada, 'DELETE', `/import-uploads/${half?.id}`)).statusCode).toBe(204);
  });

  it('a file that is being imported is not deleted before the import has ended', async () => {
    const id = await uploadId(ada);
    const blocker = await server.database.$client.connect();
    try {
      await blocker.query("begin; select from table_versions where table_name = 'companies' for update");
      const started = await call(ada, 'POST', `/import-uploads/${id}/imports`, { table: 'companies' });
      expect(started.statusCode).toBe(202);
      await expect.poll(() => countLockWaits(server.database), { timeout: 30_000 }).toBeGreaterThan(0);
      expect((await call(ada, 'DELETE', `/import-uploads/${id}`)).json()).toMatchObject({
        status: 409,
        code: 'IMPORT.UPLOAD_IN_USE',
      });
      await blocker.query('rollback');
      await vi.waitFor(
        async () => {
          const found = await call(ada, 'GET', `/imports/${started.json().id}`);
          expect(getImport.success.body.parse(found.json()).state).toBe('done');
        },
        { timeout: 30_000 },
      );
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await call(ada, 'DELETE', `/import-uploads/${id}`)).statusCode).toBe(204);
  });
});
