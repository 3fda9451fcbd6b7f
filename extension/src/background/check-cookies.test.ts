import sinonChrome from 'sinon-chrome';
import { describe, expect, it } from 'vitest';
import { app } from '../testing/background-parts.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { checkCookies } from './check-cookies.ts';

describe('the cookie check', () => {
  it('the cookie check returns true if both cookies exist, and nothing about their values', async () => {
    const result = await checkCookies({}, app);
    expect(result).toEqual({ ok: true, data: { available: true } });
    expect(JSON.stringify(result)).not.toMatch(/AQED|ajax/);
  });

  it.each(['li_at', 'JSESSIONID'])('the cookie check returns false without %s', async (name) => {
    fakeBrowser.cookies.delete(name);
    expect(await checkCookies({}, app)).toEqual({ ok: true, data: { available: false } });
  });

  it.each(['', 'delete me'])('the cookie check returns false if the session cookie was overwritten with %j', async (value) => {
    fakeBrowser.cookies.set('li_at', value);
    expect(await checkCookies({}, app)).toEqual({ ok: true, data: { available: false } });
  });

  it('without access the cookie check says so', async () => {
    fakeBrowser.access.clear();
    expect(await checkCookies({}, app)).toEqual({ ok: false, error: { code: 'no_permission' } });
    expect(sinonChrome.cookies.get.called).toBe(false);
  });

  it('the cookie check stores nothing', async () => {
    await checkCookies({}, app);
    expect([...fakeBrowser.local.keys(), ...fakeBrowser.session.keys()]).toEqual([]);
  });
});
