import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { COOL_DOWN_KEY, endUserCoolDown, readCoolDown, refusalDuring, startCoolDown } from './cool-down.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('a pause', () => {
  it('a pause lasts as long as requested, at most a day', async () => {
    await startCoolDown('throttled', 60, NOW);
    expect(await readCoolDown(NOW + 59_999)).toEqual({ cause: 'throttled', until: NOW + 60_000 });
    expect(await readCoolDown(NOW + 60_000)).toBeNull();
    await startCoolDown('throttled', 1e9, NOW);
    expect((await readCoolDown(NOW))?.until).toBe(NOW + 86_400_000);
  });

  it('a shorter pause does not shorten a longer one', async () => {
    await startCoolDown('throttled', 600, NOW);
    await startCoolDown('signed_out', 60, NOW);
    expect(await readCoolDown(NOW)).toEqual({ cause: 'throttled', until: NOW + 600_000 });
  });

  it('a pause is replaced by a shorter one that explains it', async () => {
    await startCoolDown('redirected', 900, NOW);
    await startCoolDown('signed_out', 600, NOW, 'redirected');
    expect(await readCoolDown(NOW)).toEqual({ cause: 'signed_out', until: NOW + 600_000 });
  });

  it.each(['throttled', 'upstream_error'] as const)('a pause for %s cannot be ended by the user', async (cause) => {
    await startCoolDown(cause, 60, NOW);
    await endUserCoolDown(NOW);
    expect(await readCoolDown(NOW)).not.toBeNull();
  });

  it.each(['challenged', 'redirected', 'refused'] as const)(
    'a pause for %s is ended by the user, not by signing in',
    async (cause) => {
      await startCoolDown(cause, 60, NOW);
      await endUserCoolDown(NOW, ['signed_out']);
      expect(await readCoolDown(NOW)).not.toBeNull();
      await endUserCoolDown(NOW);
      expect(await readCoolDown(NOW)).toBeNull();
    },
  );

  it.each([
    ['throttled', 'throttled'],
    ['challenged', 'challenged'],
    ['signed_out', 'signed_out'],
    ['redirected', 'redirected'],
    ['refused', 'throttled'],
    ['upstream_error', 'upstream_error'],
  ] as const)('for %s refuses as %s, with its end in whole seconds', (cause, code) => {
    expect(refusalDuring({ cause, until: NOW + 1_001 }, NOW)).toEqual({ code, retryAfterSeconds: 2 });
    expect(refusalDuring({ cause, until: NOW + 1 }, NOW)).toEqual({ code, retryAfterSeconds: 1 });
  });

  it('a pause for a session that is gone ends when the member is signed in again, whatever the browser reports', async () => {
    fakeBrowser.cookies.delete('li_at');
    await startCoolDown('signed_out', 600, NOW);
    expect(await readCoolDown(NOW)).toEqual({ cause: 'signed_out', until: NOW + 600_000 });
    fakeBrowser.cookies.set('li_at', 'AQEDnew');
    expect(await readCoolDown(NOW)).toBeNull();
    fakeBrowser.cookies.delete('li_at');
    expect(await readCoolDown(NOW)).toBeNull();
  });

  it('a cookie that LinkedIn no longer accepts does not end the pause, until it is gone and set again', async () => {
    await startCoolDown('signed_out', 600, NOW);
    expect(await readCoolDown(NOW)).not.toBeNull();
    fakeBrowser.cookies.set('li_at', 'delete me');
    expect(await readCoolDown(NOW)).not.toBeNull();
    fakeBrowser.cookies.set('li_at', 'AQEDnew');
    expect(await readCoolDown(NOW)).toBeNull();
  });

  it('without access to cookies nothing is known of the session, and the pause stays', async () => {
    await startCoolDown('signed_out', 600, NOW);
    fakeBrowser.access.clear();
    expect(await readCoolDown(NOW)).not.toBeNull();
    fakeBrowser.access.add('https://www.linkedin.com/*');
    expect(await readCoolDown(NOW)).not.toBeNull();
  });

  it.each(['challenged', 'throttled'] as const)('signing in again does not end a pause for %s', async (cause) => {
    fakeBrowser.cookies.delete('li_at');
    await startCoolDown(cause, 600, NOW);
    fakeBrowser.cookies.set('li_at', 'AQEDnew');
    expect(await readCoolDown(NOW)).not.toBeNull();
  });

  it.each<[string, unknown]>([
    ['of another cause', { cause: 'weather', until: NOW + 1_000 }],
    ['without an end', { cause: 'throttled' }],
    ['that is text', 'throttled'],
  ])('an unreadable pause, %s, lasts a quarter of an hour', async (_, stored) => {
    fakeBrowser.local.set(COOL_DOWN_KEY, stored);
    expect(await readCoolDown(NOW)).toEqual({ cause: 'throttled', until: NOW + 900_000 });
    expect(await readCoolDown(NOW + 900_000)).toBeNull();
  });

  it('after the clock was set back, a pause lasts at most a day', async () => {
    await startCoolDown('throttled', 600, NOW + 400 * 86_400_000);
    expect((await readCoolDown(NOW))?.until).toBe(NOW + 86_400_000);
    expect(await readCoolDown(NOW + 86_400_000)).toBeNull();
  });
});
