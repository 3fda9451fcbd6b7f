import { MAX_API_KEYS } from '@leadloom/shared/contract/keys';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { makerOf } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checksumOf, createKeyText } from './key-text.ts';
import { createKey, createKeyFinder, touchKey } from './keys.service.ts';

describe('API keys', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const create = ({ browser, accessToken }: TestAccount, method: 'GET' | 'POST' = 'GET') =>
    browser.call(method, '/create-api-key', { bearer: accessToken });
  const remove = ({ browser, accessToken }: TestAccount, id: unknown) =>
    browser.call('POST', '/delete-api-key', { bearer: accessToken, body: { id } });
  const list = async ({ browser, accessToken }: TestAccount) =>
    (await browser.call('GET', '/api-keys', { bearer: accessToken })).body.keys;
  const countKeys = async ({ email }: TestAccount) => {
    const { rows } = await server.database.execute(
      sql`select count(*)::int as found from api_keys where account_id = ${await accountIdOf(server, email)}`,
    );
    return rows[0]?.found;
  };

  it('a key’s secret is shown when it is created, and never again', async () => {
    const account = await createVerifiedAccount(server);
    const created = await create(account);
    expect(created.status).toBe(200);
    expect(created.headers['cache-control']).toBe('no-store');
    const { api_key: secret, id, prefix } = created.body;
    expect(secret).toMatch(/^ll_live_[0-9A-Za-z]{46}$/);
    expect(String(secret).startsWith(String(prefix))).toBe(true);
    expect(await list(account)).toEqual([
      { id, name: null, rights: 'read', created_at: server.clock.now().toISOString(), api_key: null, prefix, last_used_at: null },
    ]);
  });

  it('a key is stored only as a hash, and the mail to the owner does not contain it', async () => {
    const account = await createVerifiedAccount(server);
    const { api_key: secret, prefix } = (await create(account)).body;
    const mail = await waitForMail(server, account.email, /API key was created/);
    expect(mail.text).toContain(prefix);
    const { rows } = await server.database.execute(sql`select api_keys::text as row from api_keys`);
    const kept = JSON.stringify([...rows, mail]);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(String(secret).slice(16));
  });

  it('a key can be created by POST as well', async () => {
    const account = await createVerifiedAccount(server);
    expect((await create(account, 'POST')).body.api_key).toMatch(/^ll_live_/);
  });

  it('a test key can be created, by POST only', async () => {
    const account = await createVerifiedAccount(server);
    const createKind = (body: object, method: 'GET' | 'POST' = 'POST') =>
      account.browser.call(method, '/create-api-key', { bearer: account.accessToken, body });
    const test = await createKind({ kind: 'test' });
    expect(test.body.api_key).toMatch(/^ll_test_[0-9A-Za-z]{46}$/);
    expect((await createKind({ kind: 'live' })).body.api_key).toMatch(/^ll_live_/);
    expect((await createKind({})).body.api_key).toMatch(/^ll_live_/);
    expect(await list(account)).toMatchObject([
      { prefix: expect.stringMatching(/^ll_test_/) },
      { prefix: expect.stringMatching(/^ll_live_/) },
      { prefix: expect.stringMatching(/^ll_live_/) },
    ]);
    // They count towards the limit of three.
    expect(await createKind({ kind: 'test' })).toMatchObject({ status: 409, body: { code: 'KEYS.LIMIT_REACHED' } });
    for (const body of [{ kind: 'other' }, { kind: 'test', more: 1 }]) expect((await createKind(body)).status).toBe(400);
  });

  it('a key has the given name, on one line', async () => {
    const account = await createVerifiedAccount(server);
    const named = (name: unknown) =>
      account.browser.call('POST', '/create-api-key', { bearer: account.accessToken, body: { name } });
    for (const name of ['x'.repeat(61), 'two\nlines', 'a\tb', 'bell\u0007', 'two\u2028lines', 7, null]) {
      const answer = await named(name);
      expect(answer.status, JSON.stringify(name)).toBe(400);
    }
    expect(await list(account)).toEqual([]);
    const long = 'é'.repeat(60);
    expect((await named(' CRM sync 東京 ')).body).toMatchObject({ name: 'CRM sync 東京' });
    expect((await named(long)).body).toMatchObject({ name: long });
    expect((await named('  ')).body).toMatchObject({ name: null });
    expect(await list(account)).toMatchObject([{ name: 'CRM sync 東京' }, { name: long }, { name: null }]);
  });

  it('a key reads unless the right to write is chosen, and its mail says which it is', async () => {
    const account = await createVerifiedAccount(server);
    const { browser, accessToken: bearer, email } = account;
    const byGet = await browser.call('GET', '/create-api-key?name=Agent&rights=write', { bearer });
    expect(byGet.body).toMatchObject({ name: 'Agent', rights: 'write' });
    expect((await waitForMail(server, email, /API key was created/)).text).toContain('read and change data in your name');
    const byPost = await browser.call('POST', '/create-api-key', { bearer, body: { rights: 'write' } });
    expect(byPost.body).toMatchObject({ name: null, rights: 'write' });
    expect((await create(account)).body).toMatchObject({ rights: 'read' });
    expect(await list(account)).toMatchObject([{ rights: 'write' }, { rights: 'write' }, { rights: 'read' }]);
    for (const rights of ['admin', '', 'read,write'])
      expect((await browser.call('POST', '/create-api-key', { bearer, body: { rights } })).status, rights).toBe(400);
  });

  it('a key of one kind cannot be changed into one of the other', async () => {
    const account = await createVerifiedAccount(server);
    const text = String((await create(account)).body.api_key);
    expect(await createKeyFinder(server.platform)(text)).toMatchObject({ kind: 'live' });
    const body = text.replace('ll_live_', 'll_test_').slice(0, -6);
    expect(await createKeyFinder(server.platform)(`${body}${checksumOf(body)}`)).toBeNull();
  });

  it('an account has at most three keys', async () => {
    const account = await createVerifiedAccount(server);
    const first = await create(account);
    for (let made = 1; made < MAX_API_KEYS; made += 1) expect((await create(account)).status).toBe(200);
    expect(await create(account)).toMatchObject({ status: 409, body: { msg: "You've hit the limit of keys." } });
    expect(await remove(account, first.body.id)).toMatchObject({ status: 204 });
    expect((await create(account)).status).toBe(200);
  });

  it('an account has exactly three keys after fifty parallel creations', async () => {
    const account = await createVerifiedAccount(server);
    const workspaceId = await accountIdOf(server, account.email);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => createKey(server.platform, makerOf(workspaceId))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_API_KEYS);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['KEYS.LIMIT_REACHED']));
    expect(await countKeys(account)).toBe(MAX_API_KEYS);
  });

  it('an account has exactly three keys after fifty parallel requests by GET and POST', async () => {
    const account = await createVerifiedAccount(server);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(account, index % 2 === 0 ? 'GET' : 'POST')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_API_KEYS);
    expect(answers.every(({ status }) => [200, 409, 429].includes(status))).toBe(true);
    expect(await countKeys(account)).toBe(MAX_API_KEYS);
  });

  it('a key can be deleted once', async () => {
    const account = await createVerifiedAccount(server);
    const { id } = (await create(account)).body;
    expect((await remove(account, id)).status).toBe(204);
    expect(await remove(account, id)).toMatchObject({ status: 404, body: { code: 'KEYS.NOT_FOUND' } });
    expect(await list(account)).toEqual([]);
  });

  describe('by which a caller is known', () => {
    it('a key identifies its account, and stops doing so at once when deleted', async () => {
      const account = await createVerifiedAccount(server);
      const workspaceId = await accountIdOf(server, account.email);
      const { api_key: text, id } = (await create(account)).body;
      expect(await createKeyFinder(server.platform)(String(text))).toMatchObject({
        keyId: id,
        accountId: workspaceId,
        membership: { workspaceId },
        email: account.email,
      });
      await remove(account, id);
      expect(await createKeyFinder(server.platform)(String(text))).toBeNull();
    });

    it('a key with another secret identifies nobody, even with a valid checksum', async () => {
      const account = await createVerifiedAccount(server);
      await create(account);
      const workspaceId = await accountIdOf(server, account.email);
      const mine = createKeyText();
      const { secretHash } = createKeyText();
      await server.database.execute(
        sql`insert into api_keys (id, account_id, secret_hash, prefix) values (${mine.id}, ${workspaceId}, ${secretHash}, ${mine.prefix})`,
      );
      expect(await createKeyFinder(server.platform)(mine.text)).toBeNull();
      expect(await createKeyFinder(server.platform)(createKeyText().text)).toBeNull();
    });

    it.each(['blocked_at = now()', 'verified_at = null'])('a key identifies nobody once the account has %s', async (change) => {
      const account = await createVerifiedAccount(server);
      const text = String((await create(account)).body.api_key);
      await server.database.execute(sql`update accounts set ${sql.raw(change)} where email = ${account.email}`);
      expect(await createKeyFinder(server.platform)(text)).toBeNull();
    });

    it('a key with a wrong checksum causes no query', async () => {
      const { text } = createKeyText();
      const wrong = text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
      const nothing = { ...server.platform, identities: refusingDatabase() };
      expect(await createKeyFinder(nothing)(wrong)).toBeNull();
      expect(await createKeyFinder(nothing)('nonsense')).toBeNull();
      await expect(createKeyFinder(nothing)(text)).rejects.toThrow('the database was asked');
    });

    it('the last use of a key is stored to the minute', async () => {
      const account = await createVerifiedAccount(server);
      const key = { keyId: String((await create(account)).body.id), lastUsedAt: null };
      await Promise.all([touchKey(server.platform, key), touchKey(server.platform, key)]);
      const minute = new Date(Math.floor(server.clock.now().getTime() / 60_000) * 60_000).toISOString();
      expect(await list(account)).toMatchObject([{ last_used_at: minute }]);
    });

    it('a key’s row is not written again within the minute of its last use', async () => {
      const time = server.clock.now();
      const nothing = { ...server.platform, identities: refusingDatabase(), now: () => time };
      const thisMinute = new Date(Math.floor(time.getTime() / 60_000) * 60_000);
      await touchKey(nothing, { keyId: 'KEYA0001', lastUsedAt: thisMinute });
      const before = { keyId: 'KEYA0001', lastUsedAt: new Date(thisMinute.getTime() - 60_000) };
      await expect(touchKey(nothing, before)).rejects.toThrow('the database was asked');
    });
  });

  /** A database whose queries all fail. */
  function refusingDatabase(): TestServer['database'] {
    return new Proxy(server.database, {
      get: () => {
        throw new Error('the database was asked');
      },
    });
  }

  it('HEAD creates no key', async () => {
    const account = await createVerifiedAccount(server);
    const answer = await server.app.inject({ method: 'HEAD', url: '/api/v1/create-api-key', headers: account.headers });
    expect(answer.statusCode).toBe(405);
    expect(await countKeys(account)).toBe(0);
  });
});
