import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../database/connect.ts';
import type { Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import type { Platform } from '../../platform.ts';
import { accountIdOf, createVerifiedAccount } from '../../testing/accounts.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTableExports, defaultExportLimits, type TableExports } from './exports.service.ts';

const log = { error: () => undefined };

describe('exports at the same time', () => {
  let server: TestServer;
  let otherDatabase: Database;
  let workspaceId: WorkspaceId;
  let otherId: WorkspaceId;
  let running: Readable[];
  const serviceWith = (limits: Partial<typeof defaultExportLimits> = {}, own: Partial<Platform> = {}): TableExports =>
    createTableExports({ ...server.platform, ...own }, log, { ...defaultExportLimits, ...limits });
  const requestOf = (name: TableName, account: WorkspaceId) => ({
    workspaceId: account,
    isVerified: true,
    choice: { definition: tableByName(name), filters: {} },
  });
  const open = async (exports: TableExports, name: TableName = 'companies', account = workspaceId) => {
    const { stream } = await exports.open(requestOf(name, account), { byteOrderMark: false });
    running.push(stream);
    return stream;
  };
  const end = async (stream: Readable) => {
    const closed = once(stream, 'close');
    stream.resume();
    await closed;
  };
  const busy = { code: 'EXPORT.BUSY', retryAfterSeconds: expect.any(Number), violatedPolicies: ['exports'] };

  beforeAll(async () => {
    server = await startTestServer();
    otherDatabase = connect(server.databaseUrl, { onIdleError: () => undefined, poolSize: 4 });
    await addRows(server.database, tableByName('companies'), [{ name: 'One' }]);
    const newAccount = async () => accountIdOf(server, (await createVerifiedAccount(server)).email);
    workspaceId = await newAccount();
    otherId = await newAccount();
  });
  afterAll(async () => {
    await otherDatabase.$client.end();
    await server.close();
  });
  beforeEach(() => {
    running = [];
    return async () => {
      for (const stream of running.filter(({ closed }) => !closed)) await end(stream);
    };
  });

  it('an account writes one file of a table at a time', async () => {
    const exports = serviceWith();
    const first = await open(exports);
    await expect(open(exports)).rejects.toMatchObject(busy);
    await open(exports, 'companies', otherId);
    await end(first);
    await open(exports);
  });

  it('an account writes two files at a time', async () => {
    const exports = serviceWith();
    await open(exports, 'companies');
    const second = await open(exports, 'people');
    await expect(open(exports, 'reviews')).rejects.toMatchObject(busy);
    second.destroy();
    await once(second, 'close');
    await open(exports, 'reviews');
  });

  it('the limits hold across all servers of a database', async () => {
    const [here, there] = [serviceWith(), serviceWith({}, { database: otherDatabase, direct: otherDatabase })];
    const first = await open(here, 'companies');
    await expect(open(there, 'companies')).rejects.toMatchObject(busy);
    await open(there, 'people');
    await expect(open(there, 'reviews')).rejects.toMatchObject(busy);
    await expect(open(here, 'reviews')).rejects.toMatchObject(busy);
    await end(first);
    await open(here, 'reviews');
  });

  it('exports wait when a server has no free slot, and start when another one ends', async () => {
    const exports = serviceWith({ exports: 1 });
    const first = await open(exports);
    const second = open(exports, 'companies', otherId);
    const third = open(exports, 'people', otherId);
    await end(first);
    await end(await second);
    await end(await third);
  });

  it('exports are refused when the queue is full or the wait is too long', async () => {
    const full = serviceWith({ exports: 1, waiting: 0 });
    await open(full);
    await expect(open(full, 'companies', otherId)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    const slow = serviceWith({ exports: 1, waitMilliseconds: 20 });
    await open(slow, 'people');
    await expect(open(slow, 'companies', otherId)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    // A refused export leaves nothing behind.
    await open(serviceWith(), 'companies', otherId);
  });

  it('exports do not delay previews, which are limited per account too', async () => {
    const exports = serviceWith({ exports: 1, previews: 1 });
    await open(exports);
    const previews = Array.from({ length: 5 }, () => exports.preview(requestOf('companies', workspaceId)));
    const answers = await Promise.allSettled(previews);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE.LIMITED', violatedPolicies: ['previews'] });
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
  });

  it('an export is not started for a caller that has disconnected', async () => {
    const exports = serviceWith();
    const gone = AbortSignal.abort(new Error('gone'));
    const request = { ...requestOf('companies', workspaceId), signal: gone };
    await expect(exports.open(request, { byteOrderMark: false })).rejects.toThrow('gone');
    await expect(exports.preview(request)).rejects.toThrow('gone');
    await exports.settled();
    await open(exports);
  });
});
