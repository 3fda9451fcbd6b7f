import { createInvite, deleteInvite } from '@leadloom/shared/contract/operator';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createInvite as createInviteOnServer } from '../accounts/registration/invites.service.ts';
import { COMMAND_LINE, recordAction } from './operator-audit.service.ts';

describe('the operators’ audit', () => {
  let server: TestServer;
  let operator: TestOperator;
  const inject = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: operator.headers,
      remoteAddress: '192.0.2.44',
      ...(payload === undefined ? {} : { payload }),
    });
  const read = async (query = '') => listAudit.success.body.parse((await inject('GET', `${listAudit.path}${query}`)).json());

  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());

  it('an action leaves a line with operator, time, target and address, and an action that is refused leaves none', async () => {
    const made = (await inject(createInvite.method, createInvite.path, { email: 'mara@example.com' })).json();
    const path = deleteInvite.path.replace('{invite_id}', made.id);
    expect((await inject('DELETE', path)).statusCode).toBe(204);
    expect((await inject('DELETE', path)).statusCode).toBe(404);
    const line = {
      at: server.clock.now().toISOString(),
      by: operator.email,
      target: 'mara@example.com',
      from: '192.0.2.44',
      detail: `invite ${made.id}`,
    };
    expect(await read()).toEqual({
      data: [
        { ...line, action: 'invite.revoked' },
        { ...line, action: 'invite.created' },
      ],
      total: 2,
    });
    expect(JSON.stringify(await read())).not.toContain(made.code);
  });

  it('what commands do is recorded as done on the command line', async () => {
    await createInviteOnServer(server.platform, COMMAND_LINE, { email: null, createdBy: null });
    const { data } = await read('?per_page=1');
    expect(data).toMatchObject([{ by: 'command line', from: null, action: 'invite.created', target: null }]);
  });

  it('a line is written only with the transaction of its action', async () => {
    const { total } = await read();
    const failing = server.database.transaction(async (transaction) => {
      await recordAction(server.platform, transaction, COMMAND_LINE, { action: 'invite.created', target: null });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await read()).total).toBe(total);
  });

  it('the pages of the audit hold each line once', async () => {
    const { total } = await read();
    const pages = [await read('?page=1&per_page=2'), await read('?page=2&per_page=2')];
    expect(pages.map((page) => page.total)).toEqual([total, total]);
    expect(pages.flatMap(({ data }) => data)).toEqual((await read()).data);
    for (const query of ['?per_page=101', '?page=0', '?page=x', '?unknown=1'])
      expect((await inject('GET', `${listAudit.path}${query}`)).statusCode).toBe(400);
  });

  it.each([
    "update operator_audit set by = 'nobody'",
    'delete from operator_audit',
    'delete from operator_audit where false',
    'truncate operator_audit',
    'truncate operator_audit cascade',
  ])('the database refuses "%s"', async (statement) => {
    const before = await read();
    await expect(server.database.$client.query(statement)).rejects.toThrow(/cannot be changed or removed/);
    expect(await read()).toEqual(before);
  });
});
