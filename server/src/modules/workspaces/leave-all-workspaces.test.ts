import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi } from '../../testing/call-api.ts';
import { addBelonging, belongingKinds, findBelongings } from '../../testing/member-belongings.ts';
import { createOperator, OPERATOR_EMAILS, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('deleting the account of a member', () => {
  let server: TestServer;
  let operator: TestOperator;
  let owner: TestAccount;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server, OPERATOR_EMAILS[0]);
    owner = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const ways = {
    'the owner': async (account: TestAccount) =>
      callApi(server, account, 'POST', '/delete-account', { password: account.password }),
    'an operator': async (account: TestAccount) =>
      callApi(server, operator, 'DELETE', `/operator/accounts/${await accountIdOf(server, account.email)}`),
  };
  const exists = async ({ email }: TestAccount) =>
    (await server.database.execute(sql`select 1 from accounts where email = ${email}`)).rows.length === 1;

  it.each(Object.entries(ways))('by %s hands private things over, and what is shared stays', async (_, remove) => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    const { id } = await createSharedWorkspace(server, owner, [{ account, role: 'owner' }]);
    for (const kind of belongingKinds) {
      await addBelonging(server, kind, { workspaceId: id, createdBy: accountId, name: 'Private' });
      await addBelonging(server, kind, { workspaceId: id, createdBy: accountId, name: 'Shared', visibility: 'workspace' });
    }
    await server.database.execute(sql`insert into row_notes (account_id, created_by, table_name, row_id, text, created_at, updated_at)
      values (${id}, ${accountId}, 'companies', 1, 'Called', now(), now())`);
    expect((await remove(account)).status).toBeLessThan(300);
    expect(await exists(account)).toBe(false);
    const ownerId = await accountIdOf(server, owner.email);
    const found = await findBelongings(server, id);
    expect(found).toHaveLength(6);
    expect(found.every(({ name, createdBy }) => createdBy === (name === 'Private' ? ownerId : accountId))).toBe(true);
    const notes = await server.database.execute(sql`select text from row_notes where account_id = ${id}`);
    expect(notes.rows).toEqual([{ text: 'Called' }]);
    expect((await callApi(server, owner, 'GET', `/workspaces/${id}/members`)).body.total).toBe(1);
  });

  it.each(Object.entries(ways))('by %s is refused while a workspace would have no owner', async (_, remove) => {
    const account = await createVerifiedAccount(server);
    const { id } = await createSharedWorkspace(server, account, [{ account: owner, role: 'admin' }], 'Ownerless');
    const refused = await remove(account);
    expect(refused).toMatchObject({ status: 409, body: { code: 'WORKSPACE.LAST_OWNER' } });
    expect(refused.body.message).toContain('“Ownerless”');
    expect(await exists(account)).toBe(true);
    await callApi(server, account, 'PATCH', `/workspaces/${id}/members/${await accountIdOf(server, owner.email)}`, {
      role: 'owner',
    });
    expect((await remove(account)).status).toBeLessThan(300);
  });

  it('of two owners who delete their accounts at once, one stays', async () => {
    const [one, two] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    await createSharedWorkspace(server, one, [{ account: two, role: 'owner' }]);
    const answers = await Promise.all([ways['the owner'](one), ways['the owner'](two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a blocked member stays one, without keys', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    const { id, headersOf } = await createSharedWorkspace(server, owner, [{ account, role: 'admin' }]);
    const { body } = await callApi(server, { headers: headersOf(account) }, 'POST', '/create-api-key', {});
    const key = { headers: { authorization: `Bearer ${body.api_key}` } };
    expect((await callApi(server, key, 'GET', '/table/companies')).status).toBe(200);
    expect((await callApi(server, operator, 'PATCH', `/operator/accounts/${accountId}`, { blocked: true })).status).toBe(200);
    expect((await callApi(server, key, 'GET', '/table/companies')).status).toBe(401);
    expect((await callApi(server, owner, 'GET', `/workspaces/${id}/members`)).body.total).toBe(2);
  });
});
