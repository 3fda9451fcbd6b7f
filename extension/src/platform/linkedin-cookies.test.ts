import sinonChrome from 'sinon-chrome';
import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { settle } from '../testing/manual-clock.ts';
import { onLinkedInCookieSet, readLinkedInCookie } from './linkedin-cookies.ts';

describe('LinkedIn’s cookies', () => {
  it.each(['.www.linkedin.com', 'www.linkedin.com', '.linkedin.com'])(
    'a cookie of %s is read, because the browser sends it to www.linkedin.com',
    async (domain) => {
      fakeBrowser.cookieDomains.set('li_at', domain);
      expect(await readLinkedInCookie('li_at')).toBe('AQEDcanary');
    },
  );

  it.each(['linkedin.com', 'de.linkedin.com', '.evil.example'])('a cookie of %s is not read', async (domain) => {
    fakeBrowser.cookieDomains.set('li_at', domain);
    expect(await readLinkedInCookie('li_at')).toBeNull();
  });
});

describe('a cookie that is set', () => {
  const report = async (change: { readonly removed?: boolean; readonly name?: string; readonly domain?: string }) => {
    const listener = vi.fn();
    onLinkedInCookieSet('li_at', listener);
    const { removed = false, name = 'li_at', domain = '.www.linkedin.com' } = change;
    sinonChrome.cookies.onChanged.dispatch({ removed, cookie: { name, domain }, cause: 'explicit' });
    await settle();
    return listener.mock.calls.length > 0;
  };

  it.each(['.www.linkedin.com', '.linkedin.com'])('is reported for %s', async (domain) => {
    fakeBrowser.cookieDomains.set('li_at', domain);
    expect(await report({ domain })).toBe(true);
  });

  it.each([{ removed: true }, { name: 'lang' }, { domain: '.linkedin.com.evil.example' }])(
    '%j is not reported',
    async (change) => {
      expect(await report(change)).toBe(false);
    },
  );

  it('a cookie that LinkedIn overwrites to end the session is not reported', async () => {
    fakeBrowser.cookies.set('li_at', 'delete me');
    expect(await report({})).toBe(false);
  });

  it('a cookie that the browser does not send to www.linkedin.com is not reported', async () => {
    fakeBrowser.cookieDomains.set('li_at', 'de.linkedin.com');
    expect(await report({ domain: 'de.linkedin.com' })).toBe(false);
  });
});
