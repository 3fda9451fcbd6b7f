import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { deriveTokenKeys } from '@leadloom/server/modules/accounts/sessions/token-keys';
import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { makerOf } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, nextAddress, type Person, tell } from './testing/security.fixture.ts';

const claimsSchema = z.record(z.string(), z.unknown());
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined) =>
  claimsSchema.parse(JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')));

describe('a token that this server did not issue', () => {
  let server: TestServer;
  let person: Person;
  let key: Buffer;
  const counts = { forgeries: 0, accepted: 0, 'endings tried': 0, 'tokens alive after their end': 0 };

  const isAccepted = async (token: string, url = '/api/v1/me'): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await server.app.inject({ url, headers, remoteAddress: nextAddress() })).statusCode === 200;
  };
  async function refuse(forgeries: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, token] of Object.entries(forgeries)) {
      counts.forgeries += 1;
      const passed = await isAccepted(token);
      if (passed) counts.accepted += 1;
      expect(passed, name).toBe(false);
    }
  }
  const signed = (header: object, payload: object, secret: Buffer | string = key, digest = 'sha256'): string => {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${createHmac(digest, secret).update(text).digest('base64url')}`;
  };
  const parts = () => {
    const [header, payload] = person.tokens.accessToken.split('.');
    return { header: decode(header), payload: decode(payload) };
  };

  beforeAll(async () => {
    server = await startTestServer();
    person = await addPerson(server);
    [key] = deriveTokenKeys(server.platform.secrets).accessToken;
  });
  afterAll(async () => {
    tell('token forgeries (S03)', counts);
    await server.close();
  });

  it('the forged token is made as the server makes it, so only the change is refused', async () => {
    const { header, payload } = parts();
    expect(await isAccepted(signed(header, payload))).toBe(true);
  });

  it('a token with another algorithm is refused', async () => {
    const { header, payload } = parts();
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
    const unsigned = ['none', 'None', 'NONE', 'nOnE', ''].map((alg) => `${encode({ ...header, alg })}.${encode(payload)}.`);
    await refuse({
      ...Object.fromEntries(unsigned.map((token, index) => [`unsigned ${index}`, token])),
      'no signature, right algorithm': `${encode(header)}.${encode(payload)}.`,
      HS512: signed({ ...header, alg: 'HS512' }, payload, key, 'sha512'),
      HS384: signed({ ...header, alg: 'HS384' }, payload, key, 'sha384'),
      'RS256 for HS256': signed({ ...header, alg: 'RS256' }, payload, pem.toString()),
      'a public key as secret': signed(header, payload, pem.toString()),
    });
  });

  it('a token with a header or key of its own is refused', async () => {
    const { header, payload } = parts();
    const own = randomBytes(32);
    const additions = [
      { kid: '../../../../dev/null' },
      { kid: "x' union select 'k" },
      { jwk: { kty: 'oct', k: own.toString('base64url') } },
      { jku: 'https://evil.example/keys.json' },
      { x5u: 'https://evil.example/chain.pem' },
      { crit: ['exp'] },
      { b64: false, crit: ['b64'] },
    ];
    for (const addition of additions) {
      for (const secret of [own, key, ''])
        await refuse({ [JSON.stringify(addition)]: signed({ ...header, ...addition }, payload, secret) });
    }
    const keys = deriveTokenKeys(server.platform.secrets);
    for (const [name, [secret]] of Object.entries(keys))
      if (name !== 'accessToken') await refuse({ [name]: signed(header, payload, secret) });
    await refuse({ 'the secret itself': signed(header, payload, server.platform.secrets[0]) });
  });

  it('a token with other claims is refused', async () => {
    const { header, payload } = parts();
    const other = await addPerson(server);
    const now = Math.floor(server.clock.now().getTime() / 1000);
    const changes: readonly object[] = [
      { exp: now - 1 },
      { exp: undefined },
      { exp: 'never' },
      { nbf: now + 3600 },
      { iss: 'https://evil.example' },
      { iss: undefined },
      { aud: 'https://evil.example' },
      { aud: undefined },
      { sub: String(other.id) },
      { sub: '0' },
      { sub: "1' or 1=1" },
      { sub: undefined },
      { sid: randomUUID() },
      { sid: undefined },
      { jti: undefined },
    ];
    for (const change of changes) await refuse({ [JSON.stringify(change)]: signed(header, { ...payload, ...change }) });
    for (const typ of ['JWT', 'rt+jwt', 'at+JWT;x', undefined])
      await refuse({ [`typ ${typ}`]: signed({ ...header, typ }, payload) });
  });

  it('a token with any byte changed is refused', async () => {
    const { accessToken } = person.tokens;
    const flipped: Record<string, string> = {};
    for (let index = 0; index < accessToken.length; index += 1) {
      const changed = String.fromCharCode(accessToken.charCodeAt(index) ^ (1 << (index % 7)));
      flipped[`byte ${index}`] =
        accessToken.slice(0, index) + (/[\x21-\x7e]/.test(changed) ? changed : '~') + accessToken.slice(index + 1);
    }
    await refuse(flipped);
  });

  it('a token is refused where another kind of secret is expected', async () => {
    const { binding, refreshToken, xsrfToken, accessToken } = person.tokens;
    const apiKey = (await createKey(server.platform, makerOf(person.id))).api_key ?? '';
    await refuse({
      binding,
      refreshToken,
      xsrfToken,
      apiKey,
      doubled: `${accessToken}, ${accessToken}`,
      padded: `${accessToken}=`,
    });
    for (const token of [accessToken, binding, xsrfToken, apiKey]) {
      const headers = { authorization: `Bearer ${token}`, ...person.cookies };
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/refresh', headers, remoteAddress: nextAddress() });
      counts.forgeries += 1;
      expect(answer.statusCode).toBe(401);
    }
    for (const url of ['/api/v1/me?access_token=', '/api/v1/me?token=', '/api/v1/me?authorization=Bearer%20']) {
      counts.forgeries += 1;
      expect((await server.app.inject({ url: `${url}${accessToken}`, remoteAddress: nextAddress() })).statusCode).toBe(401);
    }
  });

  it.each([
    ['signing out', (id: number) => `update sessions set revoked_at = now(), revoked_reason = 'logout' where account_id = ${id}`],
    [
      'the end of the session',
      (id: number) => `update sessions set expires_at = now() - interval '1 minute' where account_id = ${id}`,
    ],
    ['blocking the account', (id: number) => `update accounts set blocked_at = now() where id = ${id}`],
    ['deleting the account', (id: number) => `delete from accounts where id = ${id}`],
  ])('a token is refused from the next request after %s', async (_, statement) => {
    const leaving = await addPerson(server);
    const { accessToken, refreshToken } = leaving.tokens;
    expect(await isAccepted(accessToken)).toBe(true);
    await server.database.$client.query(statement(leaving.id));
    counts['endings tried'] += 1;
    const headers = { authorization: `Bearer ${refreshToken}`, ...leaving.cookies };
    const refreshed = await server.app.inject({ method: 'POST', url: '/api/v1/refresh', headers, remoteAddress: nextAddress() });
    const isAlive = (await isAccepted(accessToken)) || refreshed.statusCode === 200;
    if (isAlive) counts['tokens alive after their end'] += 1;
    expect(isAlive).toBe(false);
  });
});
