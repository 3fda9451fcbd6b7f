import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/clock.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens, createAccessTokens } from './access-token.ts';

const publicUrl = 'https://leadloom.example';
const audience = `${publicUrl}/api/v1`;
const key = randomBytes(32);
const claims = { accountId: 7, sessionId: randomUUID() };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (header: object, payload: object, secret: Buffer | string = key): string => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

describe('access tokens', () => {
  let clock: TestClock;
  let tokens: AccessTokens;
  let payload: Record<string, unknown>;
  const header = { alg: 'HS256', typ: 'at+jwt' };

  beforeEach(() => {
    clock = createTestClock();
    tokens = createAccessTokens([key], publicUrl, clock.now);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    payload = {
      sub: '7',
      sid: claims.sessionId,
      jti: randomUUID(),
      iss: publicUrl,
      aud: audience,
      iat: seconds,
      exp: seconds + 900,
    };
  });

  it('an access token names the account and the session it was issued for', async () => {
    expect(await tokens.read(await tokens.issue(claims))).toEqual(claims);
    expect(await tokens.read(signed(header, payload))).toEqual(claims);
  });

  it('an access token expires after fifteen minutes and can still be used to sign out', async () => {
    const token = await tokens.issue(claims);
    clock.advance((ACCESS_TOKEN_SECONDS - 1) * 1000);
    expect(await tokens.read(token)).toEqual(claims);
    clock.advance(2000);
    expect(await tokens.read(token)).toBeNull();
    expect(await tokens.readExpired(token)).toEqual(claims);
  });

  it('a cached access token expires on time, and near copies of it are refused', async () => {
    const token = await tokens.issue(claims);
    for (let reads = 0; reads < 3; reads += 1) expect(await tokens.read(token)).toEqual(claims);
    expect(await tokens.read(`${token}=`)).toBeNull();
    for (let others = 0; others < 2100; others += 1) await tokens.read(await tokens.issue({ ...claims, accountId: others + 1 }));
    expect(await tokens.read(token)).toEqual(claims);
    clock.advance(ACCESS_TOKEN_SECONDS * 1000);
    expect(await tokens.read(token)).toBeNull();
    expect(await tokens.read(token)).toBeNull();
  });

  it('an access token with another algorithm, or none, is refused', async () => {
    const unsigned = (alg: string) => `${encode({ ...header, alg })}.${encode(payload)}.`;
    for (const alg of ['none', 'None', 'NONE', '']) expect(await tokens.read(unsigned(alg))).toBeNull();
    const text = `${encode({ ...header, alg: 'HS512' })}.${encode(payload)}`;
    expect(await tokens.read(`${text}.${createHmac('sha512', key).update(text).digest('base64url')}`)).toBeNull();
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(privateKey);
    expect(await tokens.read(rsa)).toBeNull();
    // RS256/HS256 confusion: a public key used as the secret.
    expect(await tokens.read(signed(header, payload, publicKey.export({ type: 'spki', format: 'pem' })))).toBeNull();
  });

  it('an access token signed with another key, or with a header that contains its own key, is refused', async () => {
    expect(await tokens.read(signed(header, payload, randomBytes(32)))).toBeNull();
    const foreign = randomBytes(32);
    const headers = [
      { ...header, kid: '../../../../dev/null' },
      { ...header, jwk: { kty: 'oct', k: foreign.toString('base64url') } },
      { ...header, jku: 'https://evil.example/keys.json' },
      { ...header, x5u: 'https://evil.example/chain.pem' },
      { ...header, crit: ['exp'] },
    ];
    for (const own of headers) {
      expect(await tokens.read(signed(own, payload, foreign))).toBeNull();
      expect(await tokens.read(signed(own, payload))).toBeNull();
    }
    expect(await tokens.read(signed({ ...header, kid: '/dev/null' }, payload, ''))).toBeNull();
  });

  it.each([
    ['another type', { typ: 'JWT' }, {}],
    ['no type', { typ: undefined }, {}],
    ['another issuer', {}, { iss: 'https://evil.example' }],
    ['another audience', {}, { aud: 'https://evil.example' }],
    ['no expiry', {}, { exp: undefined }],
    ['no session', {}, { sid: undefined }],
    ['a session that is no id', {}, { sid: "' or 1=1" }],
    ['an account that is no number', {}, { sub: '7 ' }],
    ['a start in the future', {}, { nbf: Math.floor(Date.now() / 1000) + 3600 }],
  ])('an access token with %s is refused', async (_, headerChange, payloadChange) => {
    expect(await tokens.read(signed({ ...header, ...headerChange }, { ...payload, ...payloadChange }))).toBeNull();
  });

  it('an access token with any single bit changed is refused', async () => {
    const token = await tokens.issue(claims);
    const accepted: string[] = [];
    for (let index = 0; index < token.length; index += 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const flipped =
          token.slice(0, index) + String.fromCharCode(token.charCodeAt(index) ^ (1 << bit)) + token.slice(index + 1);
        if ((await tokens.read(flipped)) !== null) accepted.push(flipped);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('an access token in a non-canonical spelling is refused', async () => {
    const token = await tokens.issue(claims);
    for (const other of [
      `${token}=`,
      `${token}.`,
      `.${token}`,
      ` ${token}`,
      `${token}A`,
      token.slice(0, -1),
      '',
      '../..',
      'a.b.c',
      'x'.repeat(5000),
    ])
      expect(await tokens.read(other)).toBeNull();
  });
});
