import sinonChrome from 'sinon-chrome';
import { describe, expect, it } from 'vitest';
import { app } from '../testing/background-parts.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { checkCookies } from './check-cookies.ts';

describe('the cookie check', () => {
  it('says yes when both cookies are there, and nothing about their values', async () => {
    const result = await checkCookies({}, app);
    expect(result).toEqual({ ok: true, data: { available: true } });
    expect(JSON.stringify(result)).not.toMatch(/AQED|ajax/);
  });

  it.each(['li_at', 'JSESSIONID'])('says no without %s', async (name) => {
    fakeBrowser.cookies.delete(name);
    expect(await checkCookies({}, app)).toEqual({ ok: true, data: { available: false } });
  });

  it.each(['', 'delete me'])('says no when the session cookie was overwritten with %j', async (value) => {
    fakeBrowser.cookies.set('li_at', value);
    expect(await checkCookies({}, app)).toEqual({ ok: true, data: { available: false } });
  });

  it('says that access is missing instead of looking', async () => {
    fakeBrowser.access.clear();
    expect(await checkCookies({}, app)).toEqual({ ok: false, error: { code: 'no_permission' } });
    expect(sinonChrome.cookies.get.called).toBe(false);
  });

  it('stores nothing', async () => {
    await checkCookies({}, app);
    expect([...fakeBrowser.local.keys(), ...fakeBrowser.session.keys()]).toEqual([]);
  });
});
