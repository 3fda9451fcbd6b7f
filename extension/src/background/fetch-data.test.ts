import { describe, expect, it } from 'vitest';
import { readLedgerDay } from '../state/ledger.ts';
import { app, createBackgroundParts, PROFILE_URL } from '../testing/background-parts.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { json } from '../testing/fake-linkedin.ts';
import { until } from '../testing/manual-clock.ts';
import { createFetchData } from './fetch-data.ts';
import { noPause } from './pacer.ts';
import { createUsedIds } from './used-ids.ts';

const requestId = '3b6f0a5e-1111-4222-8333-444455556666';

describe('fetching an address', () => {
  it('fetching an address returns the body as text with the id', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    linkedIn.answer(() => json('{"included":[]}'));
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    expect(await fetchData({ url: PROFILE_URL, json: false, requestId }, app)).toEqual({
      ok: true,
      data: { requestId, body: '{"included":[]}' },
    });
  });

  it('fetching an address requests the dialect that the page wants', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    await fetchData({ url: PROFILE_URL, json: true, requestId }, app);
    expect(new Headers(linkedIn.requests[0]?.init.headers).get('accept')).toBe('application/json');
  });

  it('a used id is refused, even if its worker has been terminated', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    await fetchData({ url: PROFILE_URL, json: false, requestId }, app);
    const duplicate = { ok: false, error: { code: 'duplicate_request' } };
    expect(await fetchData({ url: PROFILE_URL, json: false, requestId }, app)).toEqual(duplicate);
    const afterRestart = createFetchData(client, createUsedIds(clock.now));
    expect(await afterRestart({ url: PROFILE_URL, json: false, requestId }, app)).toEqual(duplicate);
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('of two simultaneous requests with one id, one is sent', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    const results = await Promise.all([1, 2, 3].map(() => fetchData({ url: PROFILE_URL, json: false, requestId }, app)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(linkedIn.requests).toHaveLength(1);
  });

  it('an address off the list is refused without using up the id', async () => {
    const { client, linkedIn, clock } = createBackgroundParts();
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    const refused = await fetchData({ url: 'https://www.linkedin.com@evil.example/voyager/api/me', json: false, requestId }, app);
    expect(refused).toEqual({ ok: false, error: { code: 'url_not_allowed' } });
    expect(linkedIn.requests).toEqual([]);
    expect((await fetchData({ url: PROFILE_URL, json: false, requestId }, app)).ok).toBe(true);
  });

  it('a request beyond the queue is refused, and nothing is stored for it', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ pace: { ...noPause, concurrency: 1, maxWaiting: 1 } });
    linkedIn.answer(() => new Promise<Response>(() => undefined));
    const fetchData = createFetchData(client, createUsedIds(clock.now));
    const ids = [1, 2, 3, 4].map((number) => requestId.replace('3b6f', `3b6${number}`));
    const pending = ids.slice(0, 2).map((id) => fetchData({ url: PROFILE_URL, json: false, requestId: id }, app));
    await until(() => linkedIn.requests.length === 1);
    const refused = await Promise.all(ids.slice(2).map((id) => fetchData({ url: PROFILE_URL, json: false, requestId: id }, app)));
    expect(refused).toEqual(ids.slice(2).map(() => ({ ok: false, error: { code: 'rate_limited', retryAfterSeconds: 1 } })));
    expect(fakeBrowser.session.size).toBe(0);
    expect((await readLedgerDay(clock.now())).entries).toMatchObject([{ requestId: ids[0], outcome: 'started' }]);
    expect(pending).toHaveLength(2);
  });
});
