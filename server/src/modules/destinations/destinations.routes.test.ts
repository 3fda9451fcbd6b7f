import { destinationSchema, listDestinations, MAX_DESTINATIONS } from '@leadloom/shared/contract/destinations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Caller, callApi, type Method } from '../../testing/call-api.ts';
import { startS3Server, type TestStore } from '../../testing/s3-server.ts';
import { hasSshd, NO_SSHD, startSftpServer } from '../../testing/sftp-server.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const s3 = {
  ...{ kind: 's3', name: 'Archive', endpoint: 'https://s3.example', region: 'eu-north-1', bucket: 'leads' },
  ...{ access_key_id: 'AKEXAMPLE', secret_access_key: 'a-secret-of-s3' },
};
const sftp = { kind: 'sftp', name: 'Drop', host: 'files.example', port: 22, username: 'leads', folder: 'in' };
const serviceAccount = { type: 'service_account', client_email: 'sheets@project.example', private_key: 'a-secret-of-google' };
const sheets = {
  ...{ kind: 'google-sheets', name: 'Team sheet', spreadsheet_id: '1aB_c-9', sheet: 'Leads', service_account: serviceAccount },
};
const slack = { kind: 'slack', name: 'Sales', url: 'https://hooks.slack.example/services/T0/B0/a-secret-of-slack' };
const crm = { object: 'companies', key: 'domain', mapping: [{ column: 'name', property: 'name', rule: 'ours' }] };
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const isSshdThere = await hasSshd();

describe('destinations of a workspace', () => {
  let server: TestServer;
  let account: TestAccount;
  let other: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    other = await createVerifiedAccount(server);
  });
  beforeEach(() => server.database.execute(sql`delete from destinations`));
  afterAll(() => server.close());

  const call = (method: Method, path: string, payload?: object, as: Caller = account) =>
    callApi(server, as, method, path, payload);
  async function create(content: object, as: Caller = account) {
    const { status, body } = await call('POST', '/destinations', content, as);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(JSON.stringify(body)).not.toContain('a-secret-of');
    return destinationSchema.parse(body);
  }
  const list = async (as: Caller = account) =>
    listDestinations.success.body.parse((await call('GET', '/destinations', undefined, as)).body);

  it('destinations are stored, listed, changed and deleted, and their secrets are never answered', async () => {
    const made = await create(s3);
    expect(made).toMatchObject({ kind: 's3', name: 'Archive', state: 'active', reason: null, bucket: 'leads' });
    const others = [await create({ ...sftp, password: 'a-secret-of-sftp' }), await create(sheets), await create(slack)];
    expect(others[0]).toMatchObject({ kind: 'sftp', host_key: null, folder: 'in' });
    expect(others[1]).toMatchObject({ kind: 'google-sheets', service_account_email: 'sheets@project.example' });
    const listed = await list();
    expect(listed.total).toBe(4);
    expect(listed.data).toEqual(expect.arrayContaining([made, ...others].map((one) => ({ ...one, last: null }))));
    const stored = await server.database.execute(sql`select settings::text, encode(secret, 'escape') from destinations`);
    expect(JSON.stringify(stored.rows)).not.toContain('a-secret-of');
    const changed = await call('PATCH', `/destinations/${made.id}`, { name: 'Attic', prefix: '2026/', state: 'disabled' });
    expect(changed.body).toEqual({ ...made, name: 'Attic', prefix: '2026/', state: 'disabled', reason: 'You disabled it.' });
    expect((await call('DELETE', `/destinations/${made.id}`)).status).toBe(204);
    expect((await list()).total).toBe(3);
  });

  it('the list has the last delivery of each, as the list of its deliveries has it', async () => {
    const [first, second] = [await create(s3), await create(slack)];
    const none = await list();
    expect(none.data.map(({ last }) => last)).toEqual([null, null]);
    for (const [at, state] of [
      ['2026-03-01', 'failed'],
      ['2026-03-03', 'waiting'],
      ['2026-03-02', 'delivered'],
    ])
      await server.database.execute(sql`
        insert into destination_deliveries (id, account_id, destination_id, event, task, state, created_at, next_try_at)
        select gen_random_uuid(), account_id, id, 'export.finished', '{"kind":"read"}', ${state}, ${at}::timestamptz,
          case when ${state} = 'waiting' then '2099-01-01'::timestamptz end
        from destinations where id = ${first.id}`);
    const { data } = await list();
    const { body } = await call('GET', `/destinations/${first.id}/deliveries`);
    expect(data.find(({ id }) => id === first.id)?.last).toEqual(body.data[0]);
    expect(body.data[0]).toMatchObject({ state: 'waiting', created_at: '2026-03-03T00:00:00.000Z' });
    expect(data.find(({ id }) => id === second.id)?.last).toBeNull();
  });

  it('whoever adds or changes one gets a mail, which names no address', async () => {
    const mailed = () => server.mails.filter(({ to, subject }) => to === account.email && subject.includes('destination'));
    const before = mailed().length;
    const { id } = await create(slack);
    await call('PATCH', `/destinations/${id}`, { name: 'Sales' });
    await call('PATCH', `/destinations/${id}`, { url: `${slack.url}-2` });
    await expect.poll(() => mailed().length - before).toBe(2);
    const texts = mailed()
      .slice(before)
      .map(({ text }) => text);
    expect(texts[0]).toContain('Slack destination “Sales”');
    expect(texts[1]).toContain('It has new secrets.');
    expect(texts.join()).not.toContain('hooks.slack');
  });

  it('what is no destination is refused with its name', async () => {
    for (const wrong of [
      {},
      { ...s3, kind: 'ftp' },
      { ...s3, secret_access_key: '' },
      { ...s3, host: 'files.example' },
      { ...sftp, password: 'x', port: 0 },
      sftp,
      { ...sheets, service_account: 'text' },
      { ...slack, url: undefined },
    ])
      expect((await call('POST', '/destinations', wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await call('GET', '/destinations/1/deliveries')).status).toBe(400);
    const { id } = await create(s3);
    for (const wrong of [{ host: 'files.example' }, { host_key: null }, { kind: 'sftp' }, { port: 22 }, { bucket: '' }])
      expect((await call('PATCH', `/destinations/${id}`, wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it.each([
    [{ ...s3, endpoint: 'ftp://s3.example' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...s3, endpoint: 'http://s3.example' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...s3, endpoint: 'https://user:pass@s3.example' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...s3, bucket: '../x' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...s3, endpoint: 'https://127.0.0.1' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...s3, endpoint: 'https://localhost:9000' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...s3, endpoint: 'https://[fd00::1]' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...sftp, password: 'x', host: 'a b' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...sftp, password: 'x', host: 'sftp://files.example' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...sftp, password: 'x', host: '0x7f.1' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...sftp, password: 'x', host: '169.254.169.254' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...sheets, spreadsheet_id: 'https://docs.example/d/1/edit' }, 'DESTINATION.ADDRESS_INVALID'],
    [{ ...slack, url: 'https://10.0.0.1/x' }, 'DESTINATION.ADDRESS_PRIVATE'],
    [{ ...crm, kind: 'hubspot', name: 'CRM', access_token: 't', source: { kind: 'view', id: 'nope' } }, 'VIEW.NOT_FOUND'],
    [{ ...crm, kind: 'hubspot', name: 'CRM', access_token: 't', source: { kind: 'list', id: 999 } }, 'ROW_LIST.NOT_FOUND'],
  ])('%j is refused: %s', async (content, code) => {
    const { status, body } = await call('POST', '/destinations', content);
    expect(body.code, JSON.stringify(body)).toBe(code);
    expect(status).toBe(code.endsWith('NOT_FOUND') ? 404 : 400);
  });

  it('another address needs the secrets again, and they are not sent there before', async () => {
    const { id } = await create(s3);
    const change = (changes: object, which = id) => call('PATCH', `/destinations/${which}`, changes);
    for (const changes of [{ endpoint: 'https://evil.example' }, { access_key_id: 'OTHER' }])
      expect((await change(changes)).body.code).toBe('DESTINATION.SECRET_NEEDED');
    expect((await change({ endpoint: s3.endpoint, region: 'eu-west-1' })).status).toBe(200);
    expect((await change({ endpoint: 'https://other.example', secret_access_key: 'a-secret-of-other' })).status).toBe(200);
    const drop = await create({ ...sftp, password: 'a-secret-of-sftp' });
    for (const changes of [{ host: 'evil.example' }, { port: 2222 }, { username: 'root' }])
      expect((await change(changes, drop.id)).body.code).toBe('DESTINATION.SECRET_NEEDED');
    expect((await change({ host: 'new.example', private_key: 'a-secret-of-key' }, drop.id)).status).toBe(200);
    const unreadable = Buffer.alloc(64).toString('hex');
    await server.database.execute(sql`update destinations set secret = decode(${unreadable}, 'hex') where id = ${id}`);
    expect((await change({ bucket: 'other' })).body.code).toBe('DESTINATION.SECRET_NEEDED');
    expect((await change({ secret_access_key: 'a-secret-of-again' })).status).toBe(200);
  });

  it('an account has ten destinations, also when it makes many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/destinations', slack)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_DESTINATIONS);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('another account’s destinations do not exist', async () => {
    const { id } = await create(s3);
    for (const [method, path, payload] of [
      ['PATCH', `/destinations/${id}`, { state: 'disabled' }],
      ['DELETE', `/destinations/${id}`, undefined],
      ['POST', `/destinations/${id}/test`, undefined],
      ['GET', `/destinations/${id}/deliveries`, undefined],
      ['POST', `/destinations/${id}/deliveries/${NOWHERE}/again`, undefined],
    ] as const)
      expect((await call(method, path, payload, other)).status, `${method} ${path}`).toBe(404);
    expect(await list(other)).toEqual({ data: [], total: 0 });
    expect((await list()).data[0]).toMatchObject({ id, state: 'active' });
  });

  it('members of a shared workspace see who made one, and what happened to it is noted', async () => {
    const shared = await createSharedWorkspace(server, account, [{ account: other, role: 'member', rights: ['connect'] }]);
    const [mine, theirs] = [account, other].map((one) => ({ headers: shared.headersOf(one) }));
    const { id } = await create(s3, theirs);
    expect((await list(mine)).data).toMatchObject([{ id, created_by: other.email }]);
    await call('DELETE', `/destinations/${id}`, undefined, mine);
    const { rows } = await server.database.execute(
      sql`select action, target from workspace_activity where workspace_id = ${shared.id} order by id`,
    );
    const target = 'S3 destination “Archive”';
    expect(rows).toEqual([
      { action: 'connected', target },
      { action: 'disconnected', target },
    ]);
  });
});

describe('the test of a destination', () => {
  let server: TestServer;
  let account: TestAccount;
  let store: TestStore;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DESTINATION_PRIVATE: 'on' } });
    account = await createVerifiedAccount(server);
    store = await startS3Server();
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  const call = (method: Method, path: string, payload?: object) => callApi(server, account, method, path, payload);
  async function create(content: object) {
    const { status, body } = await call('POST', '/destinations', content);
    expect(status, JSON.stringify(body)).toBe(201);
    return destinationSchema.parse(body).id;
  }

  it('says whether it works, and what does not in a sentence', async () => {
    const works = await create({ ...store.settings, name: 'Archive' });
    expect(await call('POST', `/destinations/${works}/test`)).toEqual({ status: 200, body: { ok: true } });
    const fails = await create({ ...store.settings, name: 'Archive', secret_access_key: 'wrong' });
    const error = 'The secret access key is not right.';
    expect(await call('POST', `/destinations/${fails}/test`)).toEqual({ status: 200, body: { ok: false, error } });
    await call('PATCH', `/destinations/${works}`, { state: 'disabled' });
    expect((await call('POST', `/destinations/${works}/test`)).body.code).toBe('DESTINATION.DISABLED');
  });

  it.skipIf(!isSshdThere)(`pins the host key of an SFTP server once${isSshdThere ? '' : NO_SSHD}`, async () => {
    const sshd = await startSftpServer();
    try {
      const id = await create({ ...sshd.settings, name: 'Drop' });
      const keyOf = async () =>
        (await call('GET', '/destinations')).body.data.find((one: { id: string }) => one.id === id).host_key;
      expect(await keyOf()).toBeNull();
      expect((await call('POST', `/destinations/${id}/test`)).body).toEqual({ ok: true });
      const pinned = await keyOf();
      expect(pinned).toMatch(/^SHA256:/);
      await sshd.changeHostKey();
      const { body } = await call('POST', `/destinations/${id}/test`);
      expect(body).toEqual({ ok: false, error: expect.stringContaining('another host key') });
      expect(await keyOf()).toBe(pinned);
      expect((await call('PATCH', `/destinations/${id}`, { host_key: null })).body.host_key).toBeNull();
      expect((await call('POST', `/destinations/${id}/test`)).body).toEqual({ ok: true });
      expect(await keyOf()).not.toBe(pinned);
    } finally {
      await sshd.close();
    }
  });
});
