import { randomUUID } from 'node:crypto';
import { createErasure, listErasures } from '@leadloom/shared/contract/erasures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('access to erasure requests', () => {
  let server: TestServer;
  let operator: TestOperator;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());

  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    operator.browser.call(method, path, { bearer: operator.accessToken, ...(body === undefined ? {} : { body }) });
  const letter = { name: 'Maren Holt', domain: 'nordlys.example' };

  it('for anyone but an operator, the console’s endpoints do not exist', async () => {
    const account = await createVerifiedAccount(server);
    for (const [method, path] of [
      ['GET', '/operator/erasures'],
      ['POST', '/operator/erasures'],
      ['POST', `/operator/erasures/${randomUUID()}/carry-out`],
      ['POST', `/operator/erasures/${randomUUID()}/refuse`],
    ] as const) {
      for (const bearer of [account.accessToken, null]) {
        const answer = await account.browser.call(method, path, {
          ...(bearer === null ? {} : { bearer }),
          ...(method === 'POST' ? { body: {} } : {}),
        });
        expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      }
    }
  });

  it('a request that nobody confirmed is not there for operators', async () => {
    await server.app.inject({ method: 'POST', url: '/api/v1/erasure-requests', payload: { email: 'maren@nordlys.example' } });
    const { rows } = await server.database.$client.query<{ id: string }>('select id from erasures');
    const { data } = listErasures.success.body.parse((await call('GET', '/operator/erasures')).body);
    expect(data).toEqual([]);
    for (const action of ['carry-out', 'refuse']) {
      const answer = await call('POST', `/operator/erasures/${rows[0]?.id}/${action}`, action === 'refuse' ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: 'ERASURE.NOT_FOUND' } });
    }
  });

  it('carrying out needs a recent proof of the operator, and a request is decided once', async () => {
    const entered = createErasure.success.body.parse((await call('POST', '/operator/erasures', letter)).body);
    await server.database.$client.query("update sessions set proved_at = now() - interval '1 day'");
    const path = `/operator/erasures/${entered.id}/carry-out`;
    expect(await call('POST', path)).toMatchObject({ status: 403, body: { code: 'AUTH.PROOF_NEEDED' } });
    await call('POST', '/prove', { password: operator.password, code: operator.authenticator.nextCode() });
    const answers = await Promise.all([call('POST', path), call('POST', path), call('POST', path)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    expect(await call('POST', `/operator/erasures/${entered.id}/refuse`, {})).toMatchObject({
      status: 409,
      body: { code: 'ERASURE.DECIDED' },
    });
    const { rows } = await server.database.$client.query(
      "select action, target from operator_audit where action like 'erasure%' order by id",
    );
    expect(rows).toEqual([
      { action: 'erasure.entered', target: entered.id },
      { action: 'erasure.carried_out', target: entered.id },
    ]);
  });
});
