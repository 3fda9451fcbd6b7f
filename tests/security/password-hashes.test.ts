import { argon2Sync, randomBytes } from 'node:crypto';
import { createPasswords, HASH_PARAMETERS } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { codeIn, uniqueEmail, waitForMail } from '@leadloom/server/testing/accounts';
import { tablesHolding } from '@leadloom/server/testing/fill-tables';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextAddress, tell } from './testing/security.fixture.ts';

const MEBIBYTE = 1024;
const rowsSchema = z.tuple([z.object({ hash: z.string() })]);

interface Parameters {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** By another implementation than the server's, so that omissions and additions are found. */
function argon2id(password: string, { memory, passes }: Parameters, salt: Buffer): string {
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength: 32, memory, passes });
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(salt)}$${encode(tag)}`;
}

const forty = (character: string) => character.repeat(40);
/** Each with a variant that a hash that truncates, folds or stops early would not distinguish. */
const passwords: readonly (readonly [what: string, password: string, nearMisses: readonly string[]])[] = [
  ['40 letters', forty('x'), [`${'x'.repeat(39)}y`, 'x'.repeat(39), `${forty('x')}x`, forty('X')]],
  ['40 characters of four bytes', forty('😀'), [`${'😀'.repeat(39)}😁`, '😀'.repeat(18), '😀'.repeat(39)]],
  ['40 characters of three bytes', forty('夜'), [`${'夜'.repeat(39)}昼`, '夜'.repeat(24)]],
  ['spaces around', '  a spaced one  ', ['a spaced one', '  a spaced one', 'a spaced one  ']],
  ['accents', 'dès l’été', ['des l’ete', 'dès l’ete', 'DÈS L’ÉTÉ']],
  ['letters that look alike', 'раssword of two scripts', ['password of two scripts']],
  ['an end of text in the middle', 'one\u0004two\uFEFFthree', ['one\u0004twothree', 'one\u0004']],
  ['as long as a block of the hash', `${'b'.repeat(39)}1`, [`${'b'.repeat(39)}2`]],
];

describe('the hash of a password', () => {
  let server: TestServer;
  const counts = {
    'hashes read': 0,
    'weaker than 46 MiB and one pass': 0,
    'not of the whole password': 0,
    'passwords found in the database': 0,
    'near misses': 0,
    'let in': 0,
    'renewed when parameters rose': 0,
  };
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers, remoteAddress: nextAddress() });
  const signIn = (email: string, password: string) => post('/login', { email, password });
  const register = async (password: string) => {
    const email = uniqueEmail();
    expect((await post('/register', { email, password })).statusCode).toBe(200);
    return email;
  };
  const hashOf = async (email: string) => {
    const { rows } = await server.database.$client.query('select password_hash as hash from accounts where email = $1', [email]);
    return rowsSchema.parse(rows)[0].hash;
  };
  /** Reads the stored hash and checks it. */
  async function expectStrong(email: string, password: string): Promise<string> {
    const stored = await hashOf(email);
    const [, memory, passes, saltText = ''] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$[\w+/]+$/.exec(stored) ?? [];
    const parameters = { memory: Number(memory), passes: Number(passes) };
    const salt = Buffer.from(saltText, 'base64');
    counts['hashes read'] += 1;
    const isStrong = parameters.memory >= 46 * MEBIBYTE && parameters.passes >= 1 && salt.length >= 16;
    if (!isStrong) counts['weaker than 46 MiB and one pass'] += 1;
    expect(isStrong, stored).toBe(true);
    const isWhole = stored === argon2id(password.normalize('NFC'), parameters, salt);
    if (!isWhole) counts['not of the whole password'] += 1;
    expect(isWhole).toBe(true);
    return stored;
  }

  beforeAll(async () => {
    server = await startTestServer({ platform: { hashParameters: HASH_PARAMETERS } });
  });
  afterAll(async () => {
    tell('password hashes (S07)', counts);
    await server.close();
  });

  it('every stored password hash is argon2id of at least 46 MiB with a new salt', async () => {
    const password = 'a password of two people';
    const [email, other] = [await register(password), await register(password)];
    const hashes = [await expectStrong(email, password), await expectStrong(other, password)];

    const signedIn = z.object({ access_token: z.string() }).parse((await signIn(email, password)).json());
    const change = { current_password: password, new_password: 'a password changed' };
    const headers = { authorization: `Bearer ${signedIn.access_token}` };
    expect((await post('/change-password', change, headers)).statusCode).toBe(200);
    hashes.push(await expectStrong(email, 'a password changed'));

    await post('/reset-password', { email });
    const code = codeIn(await waitForMail(server, email, /reset/i));
    expect((await post('/new-password', { password: 'a password reset', password_code: code })).statusCode).toBe(200);
    hashes.push(await expectStrong(email, 'a password reset'));
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const plain of [password, 'a password changed', 'a password reset'])
      counts['passwords found in the database'] += (await tablesHolding(server, plain)).length;
    expect(counts['passwords found in the database']).toBe(0);
  });

  it.each(passwords)('the hash covers the whole password: %s', async (_, password, nearMisses) => {
    const email = await register(password);
    await expectStrong(email, password);
    for (const nearMiss of nearMisses) {
      counts['near misses'] += 1;
      const { statusCode } = await signIn(email, nearMiss);
      if (statusCode === 200) counts['let in'] += 1;
      expect(statusCode, JSON.stringify(nearMiss)).toBe(401);
    }
    expect((await signIn(email, password)).statusCode).toBe(200);
  });

  it('a password that is too long or no text is refused, not cut', async () => {
    for (const password of [`${forty('x')}x`, `${forty('😀')}😀`, 'x'.repeat(1024)])
      expect((await post('/register', { email: uniqueEmail(), password })).json()).toMatchObject({ code: 'PASSWORD.TOO_LONG' });
    const email = await register('weft-before');
    for (const password of ['weft-before\0', 'weft-before\0after', '\0weft-before', 'weft-before\uD83D']) {
      expect((await post('/register', { email: uniqueEmail(), password })).statusCode, password).toBe(400);
      counts['near misses'] += 1;
      const { statusCode } = await signIn(email, password);
      if (statusCode === 200) counts['let in'] += 1;
      expect(statusCode).toBe(400);
    }
  });

  it('a NUL and what follows it would be hashed, if they got that far', async () => {
    const hashing = createPasswords();
    for (const [password, nearMisses] of [
      ['before\0after', ['before\0other', 'before', 'before\0', 'beforeafter']],
      ['\0nothing here\0', ['\0other text\0\0', 'nothing here', '\0nothing here', '']],
    ] as const) {
      const stored = await hashing.hash(password);
      expect(await hashing.matches(stored, password)).toBe(true);
      for (const nearMiss of nearMisses) {
        counts['near misses'] += 1;
        const isMatch = await hashing.matches(stored, nearMiss);
        if (isMatch) counts['let in'] += 1;
        expect(isMatch).toBe(false);
      }
    }
  });

  it('a password is hashed again at the next sign-in after the parameters were raised, and at no other time', async () => {
    const password = 'an older password';
    const weaker = [
      { memory: 19 * MEBIBYTE, passes: 2 },
      { memory: 12 * MEBIBYTE, passes: 3 },
    ];
    for (const parameters of weaker) {
      const email = await register(password);
      const old = argon2id(password, parameters, randomBytes(16));
      await server.database.$client.query('update accounts set password_hash = $1 where email = $2', [old, email]);
      expect((await signIn(email, 'a wrong password')).statusCode).toBe(401);
      expect(await hashOf(email)).toBe(old);
      expect((await signIn(email, password)).statusCode).toBe(200);
      const renewed = await expectStrong(email, password);
      expect(renewed).not.toBe(old);
      counts['renewed when parameters rose'] += 1;
      expect((await signIn(email, password)).statusCode).toBe(200);
      expect(await hashOf(email)).toBe(renewed);
    }
  });
});
