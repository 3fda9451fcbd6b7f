import { codeIn, createVerifiedAccount, signIn, waitForMail } from '@leadloom/server/testing/accounts';
import { openBrowser } from '@leadloom/server/testing/browser';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, nextAddress, PASSWORD, type Person, tell } from './testing/security.fixture.ts';

const USES = 100;

describe('a mailed code', () => {
  let server: TestServer;
  const counts = {
    'parallel uses': 0,
    'uses that worked': 0,
    'links to another host': 0,
    'codes found in the database': 0,
    'old codes that worked': 0,
  };
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers, remoteAddress: nextAddress() });
  const askReset = async ({ email }: Person, skip = 0, headers: Record<string, string> = {}) => {
    expect((await post('/reset-password', { email }, headers)).statusCode).toBe(200);
    const mail = await waitForMail(server, email, /reset/i, skip);
    return { mail, code: codeIn(mail) };
  };
  const setPassword = (code: string, password = 'another password') => post('/new-password', { password, password_code: code });

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('mailed codes (S06)', counts);
    await server.close();
  });

  it(`a mailed code sets a password once, however many of ${USES} requests use it at once, and ends every session`, async () => {
    const person = await addPerson(server);
    const { code } = await askReset(person);
    expect(Buffer.from(code, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    const answers = await Promise.all(Array.from({ length: USES }, (_, index) => setPassword(code, `password number ${index}`)));
    counts['parallel uses'] += USES;
    const winners = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []));
    counts['uses that worked'] += winners.length;
    expect(winners).toHaveLength(1);
    for (const { statusCode, headers } of answers) {
      expect([200, 403, 503]).toContain(statusCode);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await server.app.inject({ url: '/api/v1/me', headers: person.bearer })).statusCode).toBe(401);
    await signIn(openBrowser(server.app), person.email, `password number ${winners[0]}`);
    expect((await post('/login', { email: person.email, password: PASSWORD })).statusCode).toBe(401);
  });

  it('the link of a mailed code leads to the configured host, whatever host the request names', async () => {
    const poisons = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example;proto=https' },
      { origin: 'https://evil.example', referer: 'https://evil.example/' },
    ];
    for (const headers of poisons) {
      const { mail } = await askReset(await addPerson(server), 0, headers);
      const text = JSON.stringify(mail);
      if (text.includes('evil.example')) counts['links to another host'] += 1;
      expect(text).toContain(`${server.platform.config.publicUrl}/app/new-password/`);
    }
    expect(counts['links to another host']).toBe(0);
  });

  it('a mailed code is stored only as a hash', async () => {
    const { code } = await askReset(await addPerson(server));
    const { rows } = await server.database.$client.query('select mailed_codes::text as row from mailed_codes');
    const hex = Buffer.from(code, 'base64url').toString('hex');
    counts['codes found in the database'] += rows.filter(
      ({ row }) => String(row).includes(code) || String(row).includes(hex),
    ).length;
    expect(counts['codes found in the database']).toBe(0);
  });

  it('a mailed code is refused once it was used, replaced, an hour old, or issued for another purpose', async () => {
    const person = await addPerson(server);
    const first = await askReset(person);
    const second = await askReset(person, 1);
    const stranger = await createVerifiedAccount(server);
    const verification = codeIn(await waitForMail(server, stranger.email, /verify/i));
    const used = await askReset(await addPerson(server));
    expect((await setPassword(used.code)).statusCode).toBe(200);
    const worthless = [first.code, verification, used.code, `${second.code}A`, second.code.slice(0, -1)];
    const old = await askReset(await addPerson(server));
    for (const code of worthless) if ((await setPassword(code)).statusCode === 200) counts['old codes that worked'] += 1;
    for (const code of [second.code, used.code]) {
      const answer = await server.app.inject({ url: `/api/v1/verify/${code}`, remoteAddress: nextAddress() });
      if (answer.statusCode === 200) counts['old codes that worked'] += 1;
      if ((await post('/confirm-email', { code })).statusCode === 200) counts['old codes that worked'] += 1;
    }
    server.clock.advance(3_600_001);
    if ((await setPassword(old.code)).statusCode === 200) counts['old codes that worked'] += 1;
    expect(counts['old codes that worked']).toBe(0);
  });
});
