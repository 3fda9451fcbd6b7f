import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/clock.ts';
import { isDisposableDomain } from './disposable-domains.ts';
import { createMailDomainCheck, type MailResolver } from './mail-domain.ts';

const fail = (code: string) => async () => Promise.reject(Object.assign(new Error(code), { code }));
const none = fail('ENODATA');

function checkWith(resolver: Partial<MailResolver>, clock = createTestClock()) {
  const asked: string[] = [];
  const full: MailResolver = { resolveMx: none, resolve4: none, resolve6: none, ...resolver };
  const check = createMailDomainCheck({
    now: clock.now,
    timeoutMilliseconds: 30,
    resolver: {
      ...full,
      resolveMx: (domain) => {
        asked.push(domain);
        return full.resolveMx(domain);
      },
    },
  });
  return { check, asked, clock };
}

describe('a mail domain', () => {
  it.each([
    ['with a mail exchange', { resolveMx: async () => [{ exchange: 'mx.leadloom.dev' }] }, true],
    ['with an address alone', { resolve4: async () => ['192.0.2.1'] }, true],
    ['with an IPv6 address alone', { resolve6: async () => ['2001:db8::1'] }, true],
    ['that does not exist', { resolveMx: fail('ENOTFOUND') }, false],
    ['that says it takes no mail', { resolveMx: async () => [{ exchange: '' }] }, false],
    ['with neither exchange nor address', {}, false],
    ['whose servers fail', { resolveMx: fail('ESERVFAIL') }, true],
    ['nobody can ask about', { resolveMx: fail('ECONNREFUSED') }, true],
    ['whose addresses cannot be asked for', { resolve4: fail('ETIMEOUT') }, true],
    ['whose servers never answer', { resolveMx: () => new Promise<never>(() => undefined) }, true],
  ])('%s takes mail: %s', async (_, resolver, takesMail) => {
    expect(await checkWith(resolver).check('leadloom.dev')).toBe(takesMail);
  });

  it.each(['example.com', 'mail.example.org', 'firm.example', 'firm.test', 'localhost', 'printer.local'])(
    '%s is set aside, so nobody is asked',
    async (domain) => {
      const { check, asked } = checkWith({ resolveMx: fail('ENOTFOUND') });
      expect(await check(domain)).toBe(true);
      expect(asked).toEqual([]);
    },
  );

  it('is asked about once in ten minutes, and again when there was no answer', async () => {
    const { check, asked, clock } = checkWith({ resolveMx: fail('ENOTFOUND') });
    await check('leadloom.dev');
    await check('leadloom.dev');
    expect(asked).toHaveLength(1);
    clock.advance(10 * 60 * 1000);
    await check('leadloom.dev');
    expect(asked).toHaveLength(2);
    const unclear = checkWith({ resolveMx: fail('ESERVFAIL') });
    await unclear.check('leadloom.dev');
    await unclear.check('leadloom.dev');
    expect(unclear.asked).toHaveLength(2);
  });

  it('is disposable with all below it, and not with all that ends alike', () => {
    expect(isDisposableDomain('mailinator.com')).toBe(true);
    expect(isDisposableDomain('a.b.mailinator.com')).toBe(true);
    expect(isDisposableDomain('notmailinator.com')).toBe(false);
    expect(isDisposableDomain('com')).toBe(false);
  });
});
