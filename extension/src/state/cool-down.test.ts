import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { COOL_DOWN_KEY, endUserCoolDown, readCoolDown, refusalDuring, startCoolDown } from './cool-down.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('a pause', () => {
  it('lasts as long as asked, a day at most', async () => {
    await startCoolDown('throttled', 60, NOW);
    expect(await readCoolDown(NOW + 59_999)).toEqual({ cause: 'throttled', until: NOW + 60_000 });
    expect(await readCoolDown(NOW + 60_000)).toBeNull();
    await startCoolDown('throttled', 1e9, NOW);
    expect((await readCoolDown(NOW))?.until).toBe(NOW + 86_400_000);
  });

  it('is not shortened by a shorter one', async () => {
    await startCoolDown('throttled', 600, NOW);
    await startCoolDown('signed_out', 60, NOW);
    expect(await readCoolDown(NOW)).toEqual({ cause: 'throttled', until: NOW + 600_000 });
  });

  it('that LinkedIn asked for is not ended by the user', async () => {
    await startCoolDown('throttled', 60, NOW);
    await endUserCoolDown(['challenged', 'signed_out'], NOW);
    expect(await readCoolDown(NOW)).not.toBeNull();
  });

  it('for a challenge is ended by the user, not by signing in', async () => {
    await startCoolDown('challenged', 60, NOW);
    await endUserCoolDown(['signed_out'], NOW);
    expect(await readCoolDown(NOW)).not.toBeNull();
    await endUserCoolDown(['challenged'], NOW);
    expect(await readCoolDown(NOW)).toBeNull();
  });

  it('refuses with its end in whole seconds', () => {
    expect(refusalDuring({ cause: 'throttled', until: NOW + 1_001 }, NOW)).toEqual({ code: 'throttled', retryAfterSeconds: 2 });
    expect(refusalDuring({ cause: 'challenged', until: NOW + 1 }, NOW)).toEqual({ code: 'throttled', retryAfterSeconds: 1 });
    expect(refusalDuring({ cause: 'signed_out', until: NOW + 1 }, NOW)).toEqual({ code: 'signed_out', retryAfterSeconds: 1 });
  });

  it('that cannot be read is none', async () => {
    fakeBrowser.local.set(COOL_DOWN_KEY, { cause: 'weather', until: NOW + 1_000 });
    expect(await readCoolDown(NOW)).toBeNull();
  });
});
