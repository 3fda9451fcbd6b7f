/** Too much of everything: messages, and messages that are too large. */
import { expect } from '@playwright/test';
import { askBackground } from '../../testing/bridge.fixture.ts';
import { barePage, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, exchange, fetchData, message, type Posted, profileAddress } from './messages.ts';

const FLOOD = 500;
const GREAT_FLOOD = 10_000;
const ANSWER_MS = 250;
/** Clocks and timers are a little apart. */
const CERTAINLY_MS = ANSWER_MS - 30;

test('E13: in a flood LinkedIn receives at most three requests at a time, and the page still gets answers', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  arena.linkedIn.control.setDelay(ANSWER_MS);
  const flood = Array.from({ length: FLOOD }, () => fetchData(profileAddress(arena.identity)));
  const check = Array.from({ length: 200 }, () => message('checkExtension', {}));
  const { codes, pendingAtAnswer } = await page.evaluate(floodAndAsk, { flood, check });

  const served = codes.filter((code) => code === 'ok').length;
  expect(codes).toHaveLength(FLOOD);
  expect(codes.filter((code) => code !== 'ok' && code !== 'rate_limited')).toEqual([]);
  expect(arena.linkedIn.control.requestCount()).toBe(served);
  expect(served).toBeGreaterThan(3);
  expect(served).toBeLessThan(FLOOD / 5);
  expect(maxAtOnce(arena.linkedIn.control.requests().map(({ time }) => time))).toBeLessThanOrEqual(3);
  // Answered before the flood was worked off.
  expect(pendingAtAnswer).toBeGreaterThan(0);
  report(
    'E13',
    FLOOD,
    `${FLOOD} messages: ${served} fetched, at most 3 at once, ${FLOOD - served} rate limited; the page was answered with ${pendingAtAnswer} pending`,
  );
});

test('E13: ten thousand messages are all answered, nearly all with a refusal, and the next one is handled', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  arena.linkedIn.control.setDelay(ANSWER_MS);
  const flood = Array.from({ length: GREAT_FLOOD }, () => fetchData(profileAddress(arena.identity)));
  const codes = (await exchange(page, flood, 60_000)).map(codeOf);
  const served = codes.filter((code) => code === 'ok').length;
  expect(codes.filter((code) => code !== 'ok' && code !== 'rate_limited')).toEqual([]);
  expect(arena.linkedIn.control.requestCount()).toBe(served);
  expect(served).toBeLessThan(FLOOD / 5);
  expect(maxAtOnce(arena.linkedIn.control.requests().map(({ time }) => time))).toBeLessThanOrEqual(3);
  expect((await exchange(page, [message('checkExtension', {})])).map(codeOf)).toEqual(['ok']);
  report('E13, great flood', GREAT_FLOOD, `${GREAT_FLOOD} messages: ${served} fetched, at most 3 at once, the next one answered`);
});

test('E13: the background limits a flood by itself as well', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  arena.linkedIn.control.setDelay(ANSWER_MS);
  const replies = await askBackground(
    page,
    Array.from({ length: FLOOD }, () => fetchData(profileAddress(arena.identity))),
  );
  const served = replies.filter((reply) => codeOf(reply) === 'ok').length;
  expect(replies.filter((reply) => !['ok', 'rate_limited'].includes(codeOf(reply)))).toEqual([]);
  expect(arena.linkedIn.control.requestCount()).toBe(served);
  expect(served).toBeLessThan(FLOOD / 5);
  expect(maxAtOnce(arena.linkedIn.control.requests().map(({ time }) => time))).toBeLessThanOrEqual(3);
  report('E13, background alone', FLOOD, `${FLOOD} messages: ${served} fetched, at most 3 at once`);
});

test('E13: messages of a megabyte are refused, each with a reply', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const codes = await page.evaluate(postLarge, 60);
  expect(codes).toEqual(Array(60).fill('bad_request'));
  const past = await askBackground(page, [
    fetchData('x'.repeat(1024 ** 2)),
    message('checkExtension', { x: 'x'.repeat(1024 ** 2) }),
  ]);
  expect(past.map(codeOf)).toEqual(['bad_request', 'bad_request']);
  expect(arena.fetched()).toEqual([]);
  expect((await exchange(page, [message('checkExtension', {})])).map(codeOf)).toEqual(['ok']);
  report('E13, large', 62, '62 messages of 1 MiB refused, 0 fetched');
});

/** Every answer takes ANSWER_MS, so requests that began within a little less ran together. */
function maxAtOnce(times: readonly number[]): number {
  return Math.max(...times.map((time) => times.filter((other) => other <= time && other > time - CERTAINLY_MS).length));
}

/** Posts the flood in one go, then asks until it is heard. Runs on the page. */
function floodAndAsk({ flood, check }: { flood: readonly Posted[]; check: readonly Posted[] }) {
  return new Promise<{ codes: string[]; pendingAtAnswer: number }>((resolve) => {
    const codes = new Map<string, string>();
    const isFlood = new Set(flood.map(({ id }) => id));
    const isCheck = new Set(check.map(({ id }) => id));
    let pendingAtAnswer = -1;
    let asked = 0;
    const ask = (): void => window.postMessage(check[asked++], location.origin);
    window.addEventListener('message', ({ data }) => {
      if (data?.kind !== 'reply') return;
      const code = data.reply.ok ? 'ok' : data.reply.error.code;
      if (isFlood.has(data.id)) codes.set(data.id, code);
      else if (isCheck.has(data.id) && code === 'ok') pendingAtAnswer = flood.length - codes.size;
      else if (isCheck.has(data.id) && asked < check.length) setTimeout(ask, 20);
      if (codes.size === flood.length && pendingAtAnswer >= 0) resolve({ codes: [...codes.values()], pendingAtAnswer });
    });
    for (const envelope of flood) window.postMessage(envelope, location.origin);
    ask();
  });
}

function postLarge(count: number): Promise<string[]> {
  const large = 'x'.repeat(1024 ** 2);
  const post = () =>
    new Promise<string>((resolve) => {
      const id = crypto.randomUUID();
      window.addEventListener('message', ({ data }) => {
        if (data?.kind === 'reply' && data.id === id) resolve(data.reply.ok ? 'ok' : data.reply.error.code);
      });
      const payload = { url: large, json: false, requestId: crypto.randomUUID() };
      window.postMessage({ channel: 'leadloom', kind: 'request', id, name: 'fetchData', payload }, location.origin);
    });
  return Promise.all(Array.from({ length: count }, post));
}
