import { createHash } from 'node:crypto';
import { createSessions } from '@leadloom/server/modules/accounts/sessions/sessions.service';
import { readKeyId } from '@leadloom/server/modules/keys/key-text';
import { createKey, createKeyFinder } from '@leadloom/server/modules/keys/keys.service';
import { tablesHolding } from '@leadloom/server/testing/fill-tables';
import { makerOf } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { MAX_API_KEYS } from '@leadloom/shared/contract/keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, nextAddress, type Person, tell } from './testing/security.fixture.ts';

const ATTEMPTS = 25;

describe('API keys', () => {
  let server: TestServer;
  const counts = {
    'parallel creations': 0,
    'keys beyond the limit': 0,
    'keys by stolen sessions': 0,
    'keys found in the database': 0,
    'wrong checksums': 0,
    'asked the database': 0,
    'dead keys alive': 0,
  };
  const create = (person: Person) =>
    (['GET', 'POST'] as const).map((method) =>
      server.app.inject({ method, url: '/api/v1/create-api-key', headers: person.bearer, remoteAddress: nextAddress() }),
    );
  const keyOf = async (person: Person) => (await createKey(server.platform, makerOf(person.id))).api_key ?? '';

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('API keys (S14)', counts);
    await server.close();
  });

  it(`an account has at most ${MAX_API_KEYS} keys, however many are created at once`, async () => {
    const person = await addPerson(server);
    const answers = await Promise.all(Array.from({ length: ATTEMPTS }, () => create(person)).flat());
    counts['parallel creations'] += answers.length;
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_API_KEYS);
    const { rows } = await server.database.$client.query('select count(*)::int as total from api_keys where account_id = $1', [
      person.id,
    ]);
    counts['keys beyond the limit'] += rows[0]?.total - MAX_API_KEYS;
    expect(rows).toEqual([{ total: MAX_API_KEYS }]);
  });

  it('no session without a recent proof of its owner creates a key, neither from our page nor with a stolen token', async () => {
    const person = await addPerson(server);
    server.clock.advance((server.platform.config.proofSeconds + 1) * 1000);
    const tokens = await createSessions(server.platform).refresh(person.tokens.refreshToken, person.tokens.binding);
    for (const method of ['GET', 'POST'] as const) {
      const headers = { authorization: `Bearer ${tokens.accessToken}`, 'sec-fetch-site': 'same-origin' };
      const answer = await server.app.inject({ method, url: '/api/v1/create-api-key', headers, remoteAddress: nextAddress() });
      expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.PROOF_NEEDED' });
    }
    const { rows } = await server.database.$client.query('select id from api_keys where account_id = $1', [person.id]);
    counts['keys by stolen sessions'] += rows.length;
    expect(rows).toEqual([]);
  });

  it('keys are stored only as their SHA-256', async () => {
    const text = await keyOf(await addPerson(server));
    for (const secret of [text, text.slice(16, 48)])
      counts['keys found in the database'] += (await tablesHolding(server, secret)).length;
    expect(counts['keys found in the database']).toBe(0);
    expect(await tablesHolding(server, createHash('sha256').update(text).digest('hex'))).toEqual(['api_keys']);
  });

  it('a key with a wrong character is refused without a database query', async () => {
    const text = await keyOf(await addPerson(server));
    expect(readKeyId(text)).not.toBeNull();
    const deaf = {
      ...server.platform,
      database: new Proxy(server.database, { get: () => expect.fail('the database was asked') }),
    };
    for (let index = 0; index < text.length; index += 1) {
      const wrong = text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
      counts['wrong checksums'] += 1;
      const found = await createKeyFinder(deaf)(wrong).catch(() => 'asked');
      if (found !== null) counts['asked the database'] += 1;
    }
    expect(counts['asked the database']).toBe(0);
  });

  it.each([
    ['deleted', 'delete from api_keys where account_id = $1'],
    ['of a deleted account', 'delete from accounts where id = $1'],
  ])('keys that are %s stop working at once', async (_, statement) => {
    const person = await addPerson(server);
    const text = await keyOf(person);
    expect(await createKeyFinder(server.platform)(text)).not.toBeNull();
    await server.database.$client.query(statement, [person.id]);
    if ((await createKeyFinder(server.platform)(text)) !== null) counts['dead keys alive'] += 1;
    expect(counts['dead keys alive']).toBe(0);
  });

  it('keys are never read from an address', async () => {
    const text = await keyOf(await addPerson(server));
    for (const name of ['api_key', 'key', 'access_token', 'token', 'apikey', 'authorization']) {
      const answer = await server.app.inject({ url: `/api/v1/me?${name}=${text}`, remoteAddress: nextAddress() });
      expect(answer.statusCode).toBe(401);
      expect(answer.payload).not.toContain(text);
    }
  });
});
