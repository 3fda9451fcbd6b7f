import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttempts } from '../../../limits/attempts.ts';
import { createTestClock } from '../../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { ALL_LOOK_UPS_LIMIT, createMailDomainCheck, LOOK_UP_LIMIT, type MailResolver } from './mail-domain.ts';

const MINUTE = 60_000;

const fail = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));
const none = fail('ENODATA');

/** Long enough to distinguish a delayed response from an immediate one. */
const TIMEOUT = 60;
const never = () => new Promise<never>(() => undefined);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function checkWith(resolver: Partial<MailResolver>, clock = createTestClock()) {
  const asked: string[] = [];
  const full: MailResolver = { resolveMx: none, resolve4: none, resolve6: none, resolveNs: async () => ['a'], ...resolver };
  const takesMail = createMailDomainCheck({
    now: clock.now,
    // Another secret makes other keys: nothing is counted yet.
    attempts: createAttempts({
      database: server.database,
      secrets: [randomBytes(32)],
      databaseNow: () => sql`${clock.now().toISOString()}::timestamptz`,
    }),
    timeoutMilliseconds: TIMEOUT,
    resolver: {
      ...full,
      resolveMx: (domain) => {
        asked.push(domain);
        return full.resolveMx(domain);
      },
    },
  });
  const check = (domain: string, asker = '203.0.113.1') => takesMail(domain, asker);
  /** What a caller can observe: the result, and whether it came before the timeout. */
  const observe = async (domain: string) => {
    const startedAt = performance.now();
    const answer = await check(domain);
    return { answer, isEarly: performance.now() - startedAt < TIMEOUT - 5 };
  };
  return { check, observe, asked, clock };
}

describe('a mail domain', () => {
  it.each<[string, Partial<MailResolver>]>([
    ['with a mail exchange', { resolveMx: async () => [{ exchange: 'mx.leadloom.dev' }] }],
    ['with a public address alone', { resolve4: async () => ['93.184.215.14'] }],
    ['with a public IPv6 address alone', { resolve6: async () => ['2606:2800:21f::1'] }],
    ['with an address, whose other addresses cannot be asked for', { resolve4: async () => ['93.184.215.14'], resolve6: never }],
  ])('%s accepts mail', async (_, resolver) => {
    expect(await checkWith(resolver).check('leadloom.dev')).toBe(true);
  });

  it.each<[string, Partial<MailResolver>]>([
    ['that does not exist', { resolveMx: fail('ENOTFOUND') }],
    ['with neither exchange nor address', {}],
    ['that says it takes no mail', { resolveMx: async () => [{ exchange: '' }] }],
    ['whose servers fail', { resolveMx: fail('ESERVFAIL') }],
    ['whose servers refuse', { resolveMx: fail('EREFUSED') }],
    ['nobody can ask about', { resolveMx: fail('ECONNREFUSED') }],
    ['whose addresses cannot be asked for', { resolve4: fail('ETIMEOUT'), resolve6: fail('ESERVFAIL') }],
    ['whose servers never answer', { resolveMx: never }],
    ['that leads inside a network', { resolve4: async () => ['10.0.0.5', '192.168.1.9'], resolve6: async () => ['fd00::5'] }],
  ])('%s gets the same result at the same time as every domain that accepts no mail', async (_, resolver) => {
    expect(await checkWith(resolver).observe('leadloom.dev')).toEqual({ answer: false, isEarly: false });
  });

  it.each<[string, Partial<MailResolver>]>([
    ['fail', { resolveMx: fail('ENOTFOUND'), resolveNs: fail('ENOTFOUND') }],
    ['never answer', { resolveMx: never, resolveNs: never }],
  ])('a domain counts as valid if the name servers %s', async (_, resolver) => {
    const { observe, asked } = checkWith(resolver);
    expect(await observe('leadloom.dev')).toEqual({ answer: true, isEarly: false });
    await observe('leadloom.dev');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ...['example.com', 'mail.example.org', 'firm.example', 'firm.test', 'printer.local', 'nas.lan', 'db.internal'],
    ...['hidden.onion', '1.168.192.in-addr.arpa', 'router.home.arpa', 'files.corp', 'app.localhost'],
  ])('%s is reserved, so it is not looked up', async (domain) => {
    const { check, asked } = checkWith({ resolveMx: fail('ENOTFOUND') });
    expect(await check(domain)).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each([
    ...['localhost', 'intranet', '10.0.0.1', '[10.0.0.1]', '::1', '2130706433', '0x7f.1', 'leadloom..dev', '.leadloom.dev'],
    ...['leadloom.dev.', 'leadloom.dev:53', 'lead loom.dev', 'leadloom.dev/x', '-a.dev', 'a_b.dev', `${'a'.repeat(64)}.dev`],
    ...[`${'a.'.repeat(130)}dev`, '', 'dev', 'LEADLOOM.dev', 'lëadloom.dev'],
  ])('%j is not a valid domain to look up', async (domain) => {
    const { check, asked } = checkWith({});
    expect(await check(domain)).toBe(false);
    expect(asked).toEqual([]);
  });

  it('a domain that accepts mail is looked up once in ten minutes, and any other once a minute', async () => {
    const good = checkWith({ resolveMx: async () => [{ exchange: 'mx.leadloom.dev' }] });
    const bad = checkWith({ resolveMx: fail('ESERVFAIL') });
    for (const { check, asked, clock, wait } of [
      { ...good, wait: 10 * MINUTE },
      { ...bad, wait: MINUTE },
    ]) {
      await check('leadloom.dev');
      clock.advance(wait - 1);
      await check('leadloom.dev');
      expect(asked).toHaveLength(1);
      clock.advance(1);
      await check('leadloom.dev');
      expect(asked).toHaveLength(2);
    }
  });

  it('simultaneous requests for a domain share one look-up', async () => {
    const { check, asked } = checkWith({ resolveMx: fail('ENOTFOUND') });
    expect(await Promise.all(Array.from({ length: 50 }, () => check('leadloom.dev')))).toEqual(Array(50).fill(false));
    expect(asked).toHaveLength(1);
  });

  it('a domain counts as valid without a look-up if the caller has requested too many', async () => {
    const { check, asked } = checkWith({ resolveMx: async () => [{ exchange: '.' }] });
    const domains = Array.from({ length: LOOK_UP_LIMIT.max }, (_, index) => `d${index}.dev`);
    expect(new Set(await Promise.all(domains.map((domain) => check(domain))))).toEqual(new Set([false]));
    expect(await check('one-more.dev')).toBe(true);
    expect(await check('d1.dev')).toBe(false);
    expect(asked.toSorted()).toEqual(domains.toSorted());
    expect(await check('one-more.dev', '203.0.113.2')).toBe(false);
  });

  it('a domain counts as valid without a look-up if this server has requested too many', async () => {
    const { check, asked } = checkWith({ resolveMx: async () => [{ exchange: 'mx.leadloom.dev' }] });
    for (let index = 0; index < ALL_LOOK_UPS_LIMIT.max + 5; index += 1) await check(`d${index}.dev`, `asker ${index}`);
    expect(asked).toHaveLength(ALL_LOOK_UPS_LIMIT.max);
  });

  it('subdomains of a disposable domain are disposable, and names that only end alike are not', () => {
    expect(isDisposableDomain('mailinator.com')).toBe(true);
    expect(isDisposableDomain('a.b.mailinator.com')).toBe(true);
    expect(isDisposableDomain('notmailinator.com')).toBe(false);
    expect(isDisposableDomain('com')).toBe(false);
  });
});
