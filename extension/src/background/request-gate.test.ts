import { buildSectionsUrl } from '@leadloom/shared/linkedin/build-url';
import { HARD_LIMITS } from '@leadloom/shared/linkedin/catalogue';
import { type SectionResource, sectionResources } from '@leadloom/shared/linkedin/endpoint-grammar';
import sinonChrome from 'sinon-chrome';
import { describe, expect, it } from 'vitest';
import { type AllowanceRules, memberAllowance } from '../state/allowance.ts';
import { FIRST_REQUEST_KEY } from '../state/allowance-record.ts';
import { readRequestLog } from '../state/ledger.ts';
import { app, CONNECTIONS_DECORATION, createBackgroundParts, profileUrl } from '../testing/background-parts.ts';
import { fakeBrowser, makeStorageSlow } from '../testing/fake-browser.ts';
import { json, text } from '../testing/fake-linkedin.ts';
import { until } from '../testing/manual-clock.ts';
import { createCheckConnections } from './check-connections.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const rules: AllowanceRules = { limits: { profiles: 3, searchPages: 2, lookups: 1, requests: 100 }, warmUpDays: 0 };
const byId = (id: string) =>
  `https://www.linkedin.com/voyager/api/graphql?variables=(profileUrn:urn%3Ali%3Afsd_profile%3A${id})&queryId=voyagerIdentityDashProfileCards.0123456789abcdef0123456789abcdef`;
const sectionOf = (id: string, resource: SectionResource = 'profilePositions', start = 0) =>
  buildSectionsUrl(resource, id, start, 100);
const company = (name: string) =>
  `https://www.linkedin.com/voyager/api/organization/companies?q=universalName&universalName=${name}`;
const spent = (retryAfterSeconds: number) => ({ ok: false, error: { code: 'allowance_spent', retryAfterSeconds } });

/** How many of the members' requests were sent. */
async function ask(client: { get(url: string, plain: boolean): Promise<{ ok: boolean }> }, members: readonly string[]) {
  const results: boolean[] = [];
  for (const member of members) results.push((await client.get(profileUrl(member), false)).ok);
  return results;
}

describe('the allowance', () => {
  it('the allowance admits its number of members, and nothing is sent for others', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ rules });
    expect(await ask(client, ['a', 'b', 'c'])).toEqual([true, true, true]);
    await clock.advance(HOUR);
    expect(await client.get(profileUrl('d'), false)).toEqual(spent(23 * 3600));
    expect(linkedIn.requests).toHaveLength(3);
    expect(await readRequestLog(clock.now())).toHaveLength(3);
  });

  it('of three simultaneous requests for the last member, one is sent', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules });
    await ask(client, ['a', 'b']);
    makeStorageSlow();
    const results = await Promise.all(['c', 'd', 'e'].map((member) => client.get(profileUrl(member), false)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(linkedIn.requests).toHaveLength(3);
  });

  it('a member counts once, whatever is requested and however it is spelled', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules });
    expect(await ask(client, ['a', 'b', 'c', 'a', 'A', 'b'])).toEqual(Array(6).fill(true));
    for (const id of ['ACoA1', 'ACoA2', 'ACoA3', 'ACoA1']) expect((await client.get(byId(id), false)).ok).toBe(true);
    expect((await client.get(byId('ACoA4'), false)).ok).toBe(false);
    expect(linkedIn.requests).toHaveLength(10);
  });

  it('all sections of a member count as that member, once, together with what else is requested by the id', async () => {
    const { client, gate } = createBackgroundParts({ rules });
    const rows = sectionResources.flatMap((resource) => [0, 100].map((start) => sectionOf('ACoA1', resource, start)));
    for (const url of [byId('ACoA1'), ...rows, byId('ACoA1')]) expect((await client.get(url, false)).ok).toBe(true);
    expect(await gate.describe()).toMatchObject({ profiles: { used: 1 }, requests: { used: 12 } });
  });

  it('of 151 members whose sections are requested, the last one is beyond the highest limit an operator can set', async () => {
    const limits = { ...memberAllowance.limits, ...HARD_LIMITS };
    const { client, linkedIn, gate } = createBackgroundParts({ rules: { limits, warmUpDays: 0 } });
    const members = Array.from({ length: 151 }, (_, number) => sectionOf(`ACoA${number}`));
    const results: boolean[] = [];
    for (const url of members) results.push((await client.get(url, false)).ok);
    expect(results).toEqual([...Array(150).fill(true), false]);
    expect(await client.get(members[150] ?? '', false)).toEqual(spent(86_400));
    expect(await client.get(byId('ACoA150'), false)).toEqual(spent(86_400));
    // More of a member who counts already is still allowed.
    expect((await client.get(sectionOf('ACoA0', 'profileSkills'), false)).ok).toBe(true);
    expect(linkedIn.requests).toHaveLength(151);
    expect((await gate.describe()).profiles.used).toBe(150);
  });

  it('the sections of one member cannot be requested endlessly', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules: { ...rules, limits: { ...rules.limits, requests: 40 } } });
    const results: boolean[] = [];
    for (let row = 0; row < 45; row++) results.push((await client.get(sectionOf('ACoA1', 'profileSkills', row), false)).ok);
    expect(results.lastIndexOf(true)).toBe(39);
    expect(linkedIn.requests).toHaveLength(40);
  });

  it('the repeated request of a stale token is sent even if it was the last one', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules: { ...rules, limits: { ...rules.limits, profiles: 1 } } });
    linkedIn.answer(
      () => text('CSRF check failed.', 403),
      () => json('{}'),
    );
    expect((await client.get(profileUrl('a'), false)).ok).toBe(true);
  });

  it('pages and lookups have allowances of their own, and the session check is free', async () => {
    const { client } = createBackgroundParts({ rules });
    const checkConnections = createCheckConnections(client);
    const page = () => checkConnections({ page: 1, candidate: { kind: 'rest', decorationId: CONNECTIONS_DECORATION } }, app);
    expect([(await page()).ok, (await page()).ok, (await page()).ok]).toEqual([true, true, false]);
    expect((await client.get(company('one'), false)).ok).toBe(true);
    expect(await client.get(company('one'), false)).toEqual(spent(86_400));
    for (let number = 0; number < 5; number++)
      expect((await client.get('https://www.linkedin.com/voyager/api/me', false)).ok).toBe(true);
    expect(await ask(client, ['a', 'b', 'c'])).toEqual([true, true, true]);
  });

  it('the number of requests is limited too, whatever they are about', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ rules: { ...rules, limits: { ...rules.limits, requests: 5 } } });
    expect(await ask(client, ['a', 'a', 'a'])).toEqual([true, true, true]);
    await clock.advance(HOUR);
    expect((await client.get(company('one'), false)).ok).toBe(true);
    expect((await client.get('https://www.linkedin.com/voyager/api/me', false)).ok).toBe(true);
    for (const url of [profileUrl('a'), profileUrl('b'), byId('ACoA1'), 'https://www.linkedin.com/voyager/api/me'])
      expect(await client.get(url, false), url).toEqual(spent(23 * 3600));
    expect(linkedIn.requests).toHaveLength(5);
    await clock.advance(23 * HOUR);
    expect(await ask(client, ['a', 'b', 'c', 'd'])).toEqual([true, true, true, false]);
  });

  it('the count of requests survives the worker', async () => {
    const limited = { ...rules, limits: { ...rules.limits, requests: 2 } };
    const first = createBackgroundParts({ rules: limited });
    for (let number = 0; number < 2; number++) await first.client.get('https://www.linkedin.com/voyager/api/me', false);
    const next = createBackgroundParts({ rules: limited, clock: first.clock });
    expect(await next.client.get('https://www.linkedin.com/voyager/api/me', false)).toEqual(spent(86_400));
    expect(next.linkedIn.requests).toEqual([]);
  });

  it('the allowance is rolling: each member expires a day after the last request about them', async () => {
    const { client, clock } = createBackgroundParts({ rules });
    await ask(client, ['a']);
    await clock.advance(HOUR);
    await ask(client, ['b', 'c']);
    await clock.advance(10 * HOUR);
    await ask(client, ['a']);
    await clock.advance(14 * HOUR - 1);
    expect(await ask(client, ['d'])).toEqual([false]);
    await clock.advance(1);
    expect(await ask(client, ['d', 'e', 'f'])).toEqual([true, true, false]);
  });

  it('a request that did not reach LinkedIn is not counted, in this worker or the next', async () => {
    const { client, linkedIn, clock } = createBackgroundParts({ rules });
    linkedIn.answer(() => Promise.reject(new TypeError('Failed to fetch')));
    await ask(client, ['a', 'b', 'c']);
    linkedIn.answer(() => json('{}'));
    expect(await ask(createBackgroundParts({ rules, clock, linkedIn }).client, ['d', 'e', 'f'])).toEqual([true, true, true]);
    expect(await ask(client, ['g', 'h', 'i', 'j'])).toEqual([true, true, true, false]);
  });

  it('a request that LinkedIn may have received is counted, even without an answer', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules });
    linkedIn.answer(() => Promise.reject(new DOMException('', 'AbortError')));
    await ask(client, ['a', 'b', 'c']);
    expect(await client.get(profileUrl('d'), false)).toEqual(spent(86_400));
  });

  it('the allowance survives the worker, including its running requests', async () => {
    const first = createBackgroundParts({ rules });
    first.linkedIn.answer(() => new Promise<Response>(() => undefined));
    for (const member of ['a', 'b', 'c']) void first.client.get(profileUrl(member), false);
    await until(() => first.linkedIn.requests.length === 3);
    const next = createBackgroundParts({ rules, clock: first.clock });
    expect(await ask(next.client, ['d'])).toEqual([false]);
    expect(next.linkedIn.requests).toEqual([]);
  });

  it('setting the clock back does not restore the allowance, within a worker or between two', async () => {
    const first = createBackgroundParts({ rules });
    await ask(first.client, ['a', 'b', 'c']);
    first.clock.turnBack(100 * DAY);
    expect(await first.client.get(profileUrl('d'), false)).toEqual(spent(86_400));
    first.clock.turnBack(100 * DAY);
    const next = createBackgroundParts({ rules, clock: first.clock });
    expect(await next.client.get(profileUrl('d'), false)).toEqual(spent(86_400));
    await first.clock.advance(DAY);
    expect(await ask(next.client, ['d'])).toEqual([true]);
  });
});

describe('the warm-up', () => {
  it('the warm-up admits a seventh on the first day, and everything on the seventh', async () => {
    const { client, clock, gate } = createBackgroundParts({ rules: memberAllowance });
    await ask(client, ['a']);
    const limits: (readonly [number | null, number, number, number])[] = [];
    for (let day = 1; day <= 8; day++) {
      const { warmUpDay, profiles, searchPages, lookups } = await gate.describe();
      limits.push([warmUpDay, profiles.limit, searchPages.limit, lookups.limit]);
      await clock.advance(DAY);
    }
    expect(limits).toEqual([
      [1, 12, 6, 15],
      [2, 23, 12, 29],
      [3, 35, 18, 43],
      [4, 46, 23, 58],
      [5, 58, 29, 72],
      [6, 69, 35, 86],
      [7, 80, 40, 100],
      [null, 80, 40, 100],
    ]);
  });

  it('the warm-up continues with its next day before the oldest request is a day old', async () => {
    const { client, clock, gate } = createBackgroundParts({ rules: { limits: { ...rules.limits, profiles: 7 }, warmUpDays: 7 } });
    const begin = clock.now();
    await client.get('https://www.linkedin.com/voyager/api/me', false);
    await clock.advance(20 * HOUR);
    await ask(client, ['a']);
    expect((await gate.describe()).profiles).toEqual({ used: 1, limit: 1, continuesAt: begin + DAY });
    await clock.advance(4 * HOUR);
    expect(await ask(client, ['b', 'c'])).toEqual([true, false]);
  });

  it('the warm-up does not restart with a worker, and does with an unreadable time', async () => {
    const first = createBackgroundParts({ rules: memberAllowance });
    await ask(first.client, ['a']);
    await first.clock.advance(10 * DAY);
    const next = createBackgroundParts({ rules: memberAllowance, clock: first.clock });
    expect((await next.gate.describe()).warmUpDay).toBeNull();
    fakeBrowser.local.set(FIRST_REQUEST_KEY, 'long ago');
    const last = createBackgroundParts({ rules: memberAllowance, clock: first.clock });
    expect((await last.gate.describe()).warmUpDay).toBe(1);
  });
});

describe('storage that fails', () => {
  it('nothing is sent that cannot be recorded', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules });
    sinonChrome.storage.local.set.callsFake((_: unknown, answer: () => void) => {
      Object.assign(sinonChrome.runtime, { lastError: { message: 'quota' } });
      answer();
      Object.assign(sinonChrome.runtime, { lastError: null });
    });
    await expect(client.get(profileUrl('a'), false)).rejects.toThrow();
    expect(linkedIn.requests).toEqual([]);
  });

  it('nothing is sent that cannot be counted', async () => {
    const { client, linkedIn } = createBackgroundParts({ rules });
    sinonChrome.storage.local.get.callsFake((_: unknown, answer: () => void) => {
      Object.assign(sinonChrome.runtime, { lastError: { message: 'corrupt' } });
      answer();
      Object.assign(sinonChrome.runtime, { lastError: null });
    });
    await expect(client.get(profileUrl('a'), false)).rejects.toThrow();
    expect(linkedIn.requests).toEqual([]);
  });

  it('an unreadable record counts as used', async () => {
    const { client, clock } = createBackgroundParts({ rules });
    fakeBrowser.local.set(`ledger:${clock.now() - HOUR}:x`, { lost: true });
    expect(await client.get(profileUrl('a'), false)).toEqual(spent(23 * 3600));
    expect((await client.get(byId('ACoA1'), false)).ok).toBe(false);
    expect((await client.get(company('one'), false)).ok).toBe(false);
  });
});
