import { CHANNEL, requestEnvelopeSchema } from '@leadloom/shared/messages/envelope';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeMessage } from './exchange-message.ts';
import { anAllowance, type FakeExtension, failed, installFakeExtension, postReply, succeeded } from './fake-extension.ts';

const installed = succeeded({ installed: true as const, version: '1.2.3', allowance: anAllowance() });

let sent: { id: string; name: string; payload: unknown }[] = [];
let extension: FakeExtension | undefined;

function recordSent(event: MessageEvent<unknown>): void {
  const envelope = requestEnvelopeSchema.safeParse(event.data);
  if (envelope.success) sent.push(envelope.data);
}

beforeEach(() => {
  sent = [];
  window.addEventListener('message', recordSent);
});

afterEach(() => {
  extension?.remove();
  window.removeEventListener('message', recordSent);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Sends checkExtension and answers its id once it is on the window. */
async function sendCheck(): Promise<{ id: string; outcome: Promise<unknown>; isSettled: () => boolean }> {
  const before = sent.length;
  let settled = false;
  const outcome = exchangeMessage('checkExtension', {}).finally(() => {
    settled = true;
  });
  await vi.waitFor(() => expect(sent.length).toBe(before + 1));
  return { id: sent[before]?.id ?? '', outcome, isSettled: () => settled };
}

test('a message is answered with the data of its definition', async () => {
  extension = installFakeExtension({ checkExtension: () => installed, checkCookies: () => succeeded({ available: false }) });
  expect(await exchangeMessage('checkExtension', {})).toEqual(installed);
  expect(await exchangeMessage('checkCookies', {})).toEqual({ ok: true, data: { available: false } });
});

test('the request goes to this origin only, under a fresh id', async () => {
  const post = vi.spyOn(window, 'postMessage');
  extension = installFakeExtension({ checkExtension: () => installed });
  await exchangeMessage('checkExtension', {});
  await exchangeMessage('checkExtension', {});
  expect(post.mock.calls.map((call) => call[1])).toEqual([window.location.origin, window.location.origin]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

test('an error of the extension comes back as data', async () => {
  extension = installFakeExtension({ checkCookies: () => failed('throttled', 900) });
  expect(await exchangeMessage('checkCookies', {})).toEqual(failed('throttled', 900));
});

test('silence is a timeout after the time in the definition', async () => {
  vi.useFakeTimers();
  const outcome = exchangeMessage('checkExtension', {});
  const seen = vi.fn();
  outcome.then(seen);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(seen).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toHaveBeenCalledWith(failed('timeout'));
  // The window delivers on its own time; the next test counts what arrives.
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent.length).toBe(1));
});

test('an aborted caller gets a timeout at once, before and after sending', async () => {
  expect(await exchangeMessage('checkExtension', {}, { signal: AbortSignal.abort() })).toEqual(failed('timeout'));
  const controller = new AbortController();
  const outcome = exchangeMessage('checkExtension', {}, { signal: controller.signal });
  await vi.waitFor(() => expect(sent.length).toBe(1));
  controller.abort();
  expect(await outcome).toEqual(failed('timeout'));
});

test('a request that does not match its definition is never sent', async () => {
  const post = vi.spyOn(window, 'postMessage');
  const outcome = await exchangeMessage('fetchData', { url: 'x'.repeat(9_000), json: false, requestId: crypto.randomUUID() });
  expect(outcome).toEqual(failed('bad_request'));
  expect(post).not.toHaveBeenCalled();
});

test('replies from a frame, from another window or from nowhere are ignored', async () => {
  const check = await sendCheck();
  const otherSource = new MessageChannel();
  postReply(check.id, installed, { source: otherSource.port1 });
  postReply(check.id, installed, { source: null });
  postReply(check.id, installed, { origin: 'https://evil.example' });
  postReply(check.id, installed, { origin: 'null' });
  otherSource.port1.close();
  await Promise.resolve();
  expect(check.isSettled()).toBe(false);
  postReply(check.id, installed);
  expect(await check.outcome).toEqual(installed);
});

test('a reply with an unknown id, or one sent before the request, is ignored', async () => {
  postReply('7d7f7f4e-58a0-4a9e-9a0b-0d7a2f7a5f10', installed);
  const check = await sendCheck();
  postReply('7d7f7f4e-58a0-4a9e-9a0b-0d7a2f7a5f10', installed);
  await Promise.resolve();
  expect(check.isSettled()).toBe(false);
  postReply(check.id, installed);
  await check.outcome;
});

test('a second reply to the same request changes nothing', async () => {
  const check = await sendCheck();
  postReply(check.id, installed);
  postReply(check.id, failed('internal'));
  expect(await check.outcome).toEqual(installed);
  postReply(check.id, installed);
});

test('a reply without the promised shape is ignored, and extra fields do not get in', async () => {
  const check = await sendCheck();
  postReply(check.id, succeeded({ installed: 'yes' }));
  postReply(check.id, succeeded(null));
  window.dispatchEvent(
    new MessageEvent('message', {
      data: { channel: CHANNEL, kind: 'reply', id: check.id },
      source: window,
      origin: location.origin,
    }),
  );
  await Promise.resolve();
  expect(check.isSettled()).toBe(false);
  postReply(check.id, succeeded({ ...installed.data, token: 'secret' }));
  expect(await check.outcome).toEqual(installed);
});

test('an own __proto__ key in a reply pollutes nothing', async () => {
  const check = await sendCheck();
  const hostile: unknown = JSON.parse(`{"__proto__":{"polluted":true},${JSON.stringify(installed.data).slice(1)}`);
  postReply(check.id, succeeded(hostile));
  expect(await check.outcome).toEqual(installed);
  expect('polluted' in {}).toBe(false);
});
