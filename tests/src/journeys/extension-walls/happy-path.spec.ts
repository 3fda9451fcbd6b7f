import { setTimeout as sleep } from 'node:timers/promises';
import { buildSectionsUrl } from '@leadloom/shared/linkedin/build-url';
import { sectionResources } from '@leadloom/shared/linkedin/endpoint-grammar';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { appPage, barePage, endBackground, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, exchangeAll, fetchData, message, profileAddress } from './messages.ts';

test('each message is answered on a page of the app, and on one without its policies', async ({ arena }) => {
  for (const address of [appPage, barePage]) {
    const page = await arena.openProved(address);
    const [extension, cookies, connections, search, data] = await exchange(page, eachMessage(arena.identity));
    const version = expect.stringMatching(/^\d+\.\d+\.\d+$/);
    expect(extension).toEqual({
      ok: true,
      data: { installed: true, version, allowance: expect.any(Object), isKeyConfirmed: true, unansweredSeconds: 0 },
    });
    expect(cookies).toEqual({ ok: true, data: { available: true } });
    expect(connections).toEqual({ ok: true, data: { page: 1, body: expect.stringContaining('CollectionResponse') } });
    expect(search).toEqual({ ok: true, data: { page: 1, body: expect.stringContaining('EntityResult') } });
    expect(data).toEqual({ ok: true, data: { requestId: expect.any(String), body: expect.stringContaining(arena.identity) } });
  }
  const requests = arena.linkedIn.control.requests();
  expect(requests.map(({ method, status }) => `${method} ${status}`)).toEqual(Array(6).fill('GET 200'));
  expect(arena.arrivals()).toEqual([]);
  report('Happy path', 0, '10 messages answered, 6 GET requests at LinkedIn');
});

test('the sections of a member are requested by resource, and count as that member once', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const before = await usedUp(page);
  const memberId = arena.linkedIn.control.findMember(arena.identity)?.id ?? '';
  const addresses = sectionResources.flatMap((resource) => [
    buildSectionsUrl(resource, memberId, 0, 100),
    buildSectionsUrl(resource, memberId, 100, 1),
  ]);
  const codes = (
    await exchangeAll(
      page,
      addresses.map((url) => fetchData(url)),
    )
  ).map(codeOf);
  expect(codes).not.toContain('url_not_allowed');
  expect(arena.fetched().toSorted()).toEqual(addresses.map((url) => url.replace('https://www.linkedin.com', '')).toSorted());
  const after = await usedUp(page);
  expect(after.requests - before.requests).toBe(addresses.length);
  expect(after.profiles - before.profiles).toBeLessThanOrEqual(1);
});

test('without LinkedIn’s cookies nothing is requested from LinkedIn, and the page learns why', async ({ arena }) => {
  await arena.context.clearCookies({ domain: '.www.linkedin.com' });
  const page = await arena.openProved(appPage);
  const [extension, cookies, ...rest] = await exchange(page, eachMessage(arena.identity));
  expect(codeOf(extension)).toBe('ok');
  expect(cookies).toEqual({ ok: true, data: { available: false } });
  expect(rest.map(codeOf)).toEqual(['signed_out', 'signed_out', 'signed_out']);
  expect(arena.fetched()).toEqual([]);
});

test('a session whose cookies belong to all of linkedin.com is a session', async ({ arena }) => {
  await arena.context.clearCookies();
  const common = { domain: '.linkedin.com', path: '/', secure: true, sameSite: 'None' } as const;
  await arena.context.addCookies([
    { name: 'li_at', value: arena.session.liAt, httpOnly: true, ...common },
    { name: 'JSESSIONID', value: arena.session.jsessionId, ...common },
  ]);
  const page = await arena.openProved(appPage);
  const replies = await exchange(page, [message('checkCookies', {}), fetchData(profileAddress(arena.identity))]);
  expect(replies[0]).toEqual({ ok: true, data: { available: true } });
  expect(codeOf(replies[1])).toBe('ok');
  await arena.context.clearCookies({ domain: '.linkedin.com' });
});

test('E20: a terminated worker restarts for the next message and still knows the used ids', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const used = fetchData(profileAddress(arena.identity));
  expect(codeOf((await exchange(page, [used]))[0])).toBe('ok');

  await endBackground(page);
  const [again, repeated] = await exchange(page, [message('checkExtension', {}), message('fetchData', used.payload)]);
  expect(codeOf(again)).toBe('ok');
  expect(codeOf(repeated)).toBe('duplicate_request');
  expect(await arena.worker.evaluate('typeof globalThis.__heard')).toBe('undefined');

  // Ended in the middle of a request: the page hears of it and may ask again.
  arena.linkedIn.control.clear();
  arena.linkedIn.control.setDelay(30_000);
  const cut = exchange(page, [fetchData(profileAddress(arena.identity))]);
  await expect.poll(() => arena.fetched().length).toBe(1);
  await endBackground(page);
  expect((await cut).map(codeOf)).toEqual(['internal']);
  arena.linkedIn.control.setDelay(0);
  const [after] = await exchange(page, [fetchData(profileAddress(arena.identity))]);
  expect(codeOf(after)).toBe('ok');
  expect(arena.fetched()).toHaveLength(2);
  report('E20', 2, 'ended 2 times, once in the middle of a request; 3 messages after it answered, 0 requests repeated');
});

test('E20: wherever in a request the worker is terminated, the page gets an error, and a retry costs one request', async ({
  arena,
}) => {
  const ANSWER_MS = 60;
  const page = await arena.openProved(barePage);
  const { control } = arena.linkedIn;
  const arrived = () => expect.poll(() => arena.fetched().length, { intervals: [2] }).toBe(1);
  /** Milliseconds, from the message or from the request's arrival: before it leaves, while LinkedIn thinks, as the answer comes. */
  const moments = [
    ...[0, 2, 5, 10, 20].map((wait) => ({ wait, from: 'message' as const })),
    ...[0, 20, ANSWER_MS, ANSWER_MS + 3, ANSWER_MS + 8, ANSWER_MS + 20].map((wait) => ({ wait, from: 'request' as const })),
    { wait: 100, from: 'body' as const },
  ];
  for (const { wait, from } of moments) {
    control.clear();
    control.setDelay(ANSWER_MS);
    const lift = from === 'body' ? control.fault({ kind: 'drip', match: 'profile' }) : () => undefined;
    const cut = exchange(page, [fetchData(profileAddress(arena.identity))]);
    if (from !== 'message') await arrived();
    await sleep(wait);
    await endBackground(page);
    // Silence would leave the page waiting; anything but data or an error would be made up.
    const [outcome] = (await cut).map(codeOf);
    expect(['ok', 'internal'], `${wait} ms after the ${from}`).toContain(outcome);
    lift();
    const [again] = await exchange(page, [fetchData(profileAddress(arena.identity))]);
    expect(codeOf(again)).toBe('ok');
    expect(arena.fetched().length, `${wait} ms after the ${from}`).toBeLessThanOrEqual(2);
  }
  report(
    'E20, at every step',
    moments.length,
    `ended at ${moments.length} moments of a request: each answered or reported, at most 1 request repeated`,
  );
});

const allowanceSchema = z.object({
  ok: z.literal(true),
  data: z.object({ allowance: z.object({ profiles: z.object({ used: z.int() }), requests: z.object({ used: z.int() }) }) }),
});

/** By all tests of this browser so far. */
async function usedUp(page: Page): Promise<{ readonly profiles: number; readonly requests: number }> {
  const [reply] = await exchange(page, [message('checkExtension', {})]);
  const { profiles, requests } = allowanceSchema.parse(reply).data.allowance;
  return { profiles: profiles.used, requests: requests.used };
}
