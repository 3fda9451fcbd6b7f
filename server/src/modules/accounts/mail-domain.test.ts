import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttempts } from '../../limits/attempts.ts';
import { createTestClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { ALL_LOOK_UPS_LIMIT, createMailDomainCheck, LOOK_UP_LIMIT, type MailResolver } from './mail-domain.ts';

const MINUTE = 60_000;

const fail = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));
const none = fail('ENODATA');

/** Long enough that an answer at its end is told from one at once. */
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
      secret: randomBytes(32),
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
  /** What a caller can tell: the answer, and whether it came before the time was up. */
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
  ])('%s takes mail', async (_, resolver) => {
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
  ])('%s is answered like every other that takes none, in the same time', async (_, resolver) => {
    expect(await checkWith(resolver).observe('leadloom.dev')).toEqual({ answer: false, isEarly: false });
  });

  it.each<[string, Partial<MailResolver>]>([
    ['fail', { resolveMx: fail('ENOTFOUND'), resolveNs: fail('ENOTFOUND') }],
    ['never answer', { resolveMx: never, resolveNs: never }],
  ])('is taken to be good where the name servers %s, whatever is asked', async (_, resolver) => {
    const { observe, asked } = checkWith(resolver);
    expect(await observe('leadloom.dev')).toEqual({ answer: true, isEarly: false });
    await observe('leadloom.dev');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ...['example.com', 'mail.example.org', 'firm.example', 'firm.test', 'printer.local', 'nas.lan', 'db.internal'],
    ...['hidden.onion', '1.168.192.in-addr.arpa', 'router.home.arpa', 'files.corp', 'app.localhost'],
  ])('%s is set aside, so nobody is asked', async (domain) => {
    const { check, asked } = checkWith({ resolveMx: fail('ENOTFOUND') });
    expect(await check(domain)).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each([
    ...['localhost', 'intranet', '10.0.0.1', '[10.0.0.1]', '::1', '2130706433', '0x7f.1', 'leadloom..dev', '.leadloom.dev'],
    ...['leadloom.dev.', 'leadloom.dev:53', 'lead loom.dev', 'leadloom.dev/x', '-a.dev', 'a_b.dev', `${'a'.repeat(64)}.dev`],
    ...[`${'a.'.repeat(130)}dev`, '', 'dev', 'LEADLOOM.dev', 'lëadloom.dev'],
  ])('%j is no name to ask about', async (domain) => {
    const { check, asked } = checkWith({});
    expect(await check(domain)).toBe(false);
    expect(asked).toEqual([]);
  });

  it('is asked about once in ten minutes when it takes mail, and once in a minute when it does not', async () => {
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

  it('is asked about once, however many wait for it', async () => {
    const { check, asked } = checkWith({ resolveMx: fail('ENOTFOUND') });
    expect(await Promise.all(Array.from({ length: 50 }, () => check('leadloom.dev')))).toEqual(Array(50).fill(false));
    expect(asked).toHaveLength(1);
  });

  it('is not asked about for a caller who asked about many, and is taken to be good', async () => {
    const { check, asked } = checkWith({ resolveMx: async () => [{ exchange: '.' }] });
    const domains = Array.from({ length: LOOK_UP_LIMIT.max }, (_, index) => `d${index}.dev`);
    expect(new Set(await Promise.all(domains.map((domain) => check(domain))))).toEqual(new Set([false]));
    expect(await check('one-more.dev')).toBe(true);
    expect(await check('d1.dev')).toBe(false);
    expect(asked.toSorted()).toEqual(domains.toSorted());
    expect(await check('one-more.dev', '203.0.113.2')).toBe(false);
  });

  it('is not asked about more often than the name servers should hear from this server', async () => {
    const { check, asked } = checkWith({ resolveMx: async () => [{ exchange: 'mx.leadloom.dev' }] });
    for (let index = 0; index < ALL_LOOK_UPS_LIMIT.max + 5; index += 1) await check(`d${index}.dev`, `asker ${index}`);
    expect(asked).toHaveLength(ALL_LOOK_UPS_LIMIT.max);
  });

  it('is disposable with all below it, and not with all that ends alike', () => {
    expect(isDisposableDomain('mailinator.com')).toBe(true);
    expect(isDisposableDomain('a.b.mailinator.com')).toBe(true);
    expect(isDisposableDomain('notmailinator.com')).toBe(false);
    expect(isDisposableDomain('com')).toBe(false);
  });
});
