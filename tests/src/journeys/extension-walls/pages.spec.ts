/** Hostile scripts on the app's own page: forged replies and tampered globals. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { evaluateInBridge } from '../../testing/bridge.fixture.ts';
import { barePage, hostilePage, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, fetchData, MESSAGE_COUNT, message, type Posted, profileAddress } from './messages.ts';
import { root, runVite } from './run-vite.ts';

test('E14: the app accepts the extension’s reply and no forged one', async ({ arena }) => {
  const client = await buildPageClient();
  const page = await arena.openProved(barePage);
  await page.evaluate(client);
  const frames = await page.evaluate(addFrames, [hostilePage, `${barePage}/inner`, null]);
  const popupOpened = page.waitForEvent('popup');
  await page.evaluate((address) => void window.open(address), barePage);
  const popup = await popupOpened;

  arena.linkedIn.control.setDelay(1_500);
  const { payload } = fetchData(profileAddress(arena.identity));
  const id = await page.evaluate(sendThroughClient, payload);
  await expect.poll(() => arena.fetched().length).toBe(1);
  const data = { ...Object(payload), body: 'forged' };
  const forged = [
    { channel: 'leadloom', kind: 'reply', id, reply: { ok: true, data } },
    { channel: 'leadloom', kind: 'reply', id, reply: { ok: false, error: { code: 'internal' } } },
  ];
  const children = page.frames().filter((frame) => frame !== page.mainFrame());
  for (const frame of children)
    await frame.evaluate((replies) => {
      for (const reply of replies) window.parent.postMessage(reply, '*');
    }, forged);
  await popup.evaluate((replies) => {
    for (const reply of replies) window.opener.postMessage(reply, '*');
  }, forged);
  const misshapen = [
    { channel: 'leadloom', kind: 'reply', id: crypto.randomUUID(), reply: { ok: true, data } },
    { channel: 'leadloom', kind: 'reply', id, reply: { ok: true, data: null } },
    { channel: 'leadloom', kind: 'reply', id, reply: { ok: true, data: { body: 1 } } },
    { channel: 'leadloom', kind: 'reply', id, reply: { ok: false, error: { code: 'no such code' } } },
    { channel: 'other', kind: 'reply', id, reply: { ok: true, data } },
    JSON.parse(`{"channel":"leadloom","kind":"reply","id":"${id}","reply":{"__proto__":{"ok":true,"polluted":true}}}`),
  ];
  await page.evaluate((text) => {
    for (const reply of JSON.parse(text)) window.postMessage(reply, location.origin);
  }, JSON.stringify(misshapen));

  const outcome = await page.evaluate<{ ok: boolean; data?: { body: string } }>('window.__outcome');
  expect(outcome.ok).toBe(true);
  expect(outcome.data?.body).toContain(arena.identity);
  for (const value of [
    await page.evaluate('({}).polluted'),
    await evaluateInBridge(page, '({}).polluted'),
    await arena.worker.evaluate('({}).polluted'),
  ])
    expect(value).toBeUndefined();
  // A reply is no request: of all this the background heard the one question.
  expect(await arena.heardByBackground()).toHaveLength(1);
  expect(children).toHaveLength(frames);
  const cases = (frames + 1) * forged.length + misshapen.length;
  report('E14', cases, `${cases} forged replies to one request: 0 accepted, 0 forwarded`);
});

test('E17: a page whose globals were tampered with gets the same replies as any other', async ({ arena }) => {
  const operations = eachMessage(arena.identity);
  const clean = await exchange(await arena.openProved(barePage), operations);

  const page = await arena.context.newPage();
  await page.addInitScript(tamper);
  await page.goto(barePage);
  await arena.prove(page);
  const again = operations.map(({ name, payload }) =>
    name === 'fetchData' ? fetchData(profileAddress(arena.identity)) : message(name, payload),
  );
  const texts = await page.evaluate<string[], readonly Posted[]>((posted) => Reflect.get(window, '__exchange')(posted), again);
  const tampered: typeof clean = texts.map((text) => JSON.parse(text));
  expect(tampered.map(codeOf)).toEqual(Array(MESSAGE_COUNT).fill('ok'));
  const withoutIds = (replies: typeof clean) =>
    replies.map((reply) =>
      // What is left today is less after the first five.
      reply?.ok === true ? { ...Object(reply.data), requestId: undefined, allowance: undefined } : reply,
    );
  expect(withoutIds(tampered)).toEqual(withoutIds(clean));
  const heard = await arena.heardByBackground();
  expect(heard.filter((text) => text.includes('evil.example.com'))).toEqual([]);
  expect(heard).toHaveLength(10);
  expect(arena.arrivals()).toEqual([]);
  const count = await page.evaluate<number>(() => Reflect.get(window, '__tampered'));
  report('E17', count, `${count} globals tampered with: 5 of 5 replies equal`);
});

/** @param sources addresses; null is a sandboxed document. @returns how many frames there are now */
async function addFrames(sources: readonly (string | null)[]): Promise<number> {
  for (const source of sources) {
    const frame = document.createElement('iframe');
    if (source === null) {
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = '<title>x</title>';
    } else frame.src = source;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
  }
  return window.frames.length;
}

/** @returns the id of the envelope that the client posted */
function sendThroughClient(payload: unknown): Promise<string> {
  return new Promise((resolve) => {
    window.addEventListener('message', ({ data }) => {
      if (data?.kind === 'request') resolve(data.id);
    });
    Reflect.set(window, '__outcome', Reflect.get(window, 'pageClient').exchangeMessage('fetchData', payload));
  });
}

/** Runs before the page's own scripts. Keeps what it needs itself, then makes everything lie. */
function tamper(): void {
  const { stringify } = JSON;
  const { postMessage, addEventListener, setTimeout } = window;
  const readData = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get;
  const evil = 'https://evil.example.com/collect';
  let count = 0;
  let ready = false;
  const lie = (owner: object, name: string, value: unknown): void => {
    const original = Reflect.get(owner, name);
    // Honest until asked: the browser's driver uses some of these to get here.
    const replacement = function (this: unknown, ...given: unknown[]): unknown {
      return ready ? value : Reflect.apply(original, this, given);
    };
    Object.defineProperty(owner, name, { value: replacement, configurable: true, writable: true });
    count += 1;
  };
  Reflect.set(
    window,
    '__exchange',
    (posted: { id: string }[]) =>
      new Promise<string[]>((resolve) => {
        const replies: string[] = [];
        let left = posted.length;
        addEventListener.call(window, 'message', (event) => {
          const data = readData?.call(event);
          if (data?.kind !== 'reply') return;
          for (let index = 0; index < posted.length; index += 1)
            if (posted[index]?.id === data.id) {
              replies[index] = stringify(data.reply);
              left -= 1;
            }
          if (left > 0) return;
          ready = false;
          setTimeout(() => resolve(replies), 0);
        });
        ready = true;
        for (let index = 0; index < posted.length; index += 1)
          postMessage.call(window, posted[index], { targetOrigin: location.origin });
      }),
  );
  lie(JSON, 'parse', { url: evil });
  lie(JSON, 'stringify', `{"url":"${evil}"}`);
  for (const name of ['map', 'every', 'some', 'includes', 'filter', 'forEach', 'push', 'join'])
    lie(Array.prototype, name, [evil]);
  for (const name of ['keys', 'entries', 'getPrototypeOf', 'hasOwn', 'create']) lie(Object, name, [evil]);
  for (const name of ['has', 'add', 'get']) lie(name === 'get' ? Map.prototype : Set.prototype, name, true);
  for (const name of ['startsWith', 'includes', 'replace', 'slice']) lie(String.prototype, name, evil);
  for (const name of ['test', 'exec']) lie(RegExp.prototype, name, true);
  lie(URL, 'canParse', true);
  lie(crypto, 'randomUUID', 'not-an-id');
  lie(window, 'postMessage', undefined);
  lie(EventTarget.prototype, 'addEventListener', undefined);
  lie(EventTarget.prototype, 'dispatchEvent', true);
  for (const name of ['origin', 'source', 'data']) {
    const original = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get;
    Object.defineProperty(MessageEvent.prototype, name, {
      get(this: MessageEvent) {
        return ready ? evil : original?.call(this);
      },
      configurable: true,
    });
    count += 1;
  }
  Object.defineProperty(Object.prototype, 'url', {
    get: () => (ready ? evil : undefined),
    set(value) {
      if (ready) throw new Error('no');
      Object.defineProperty(this, 'url', { value, configurable: true, enumerable: true, writable: true });
    },
    configurable: true,
  });
  Reflect.set(window, '__tampered', count + 1);
}

/**
 * The app's own side of the messages, built as the app builds it, for a page that has no app on it.
 * @returns a script that leaves the client's exports in the global `pageClient`
 */
async function buildPageClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-page-client-'));
  const settings = {
    root: join(root, 'web'),
    configFile: false,
    publicDir: false,
    build: {
      lib: { entry: 'src/lib/extension-client/exchange-message.ts', formats: ['iife'], name: 'pageClient', fileName: 'client' },
      outDir: folder,
      minify: false,
    },
  };
  try {
    const config = join(folder, 'vite.config.mjs');
    await writeFile(config, `export default ${JSON.stringify(settings)};`);
    await runVite({}, '--config', config, '--configLoader', 'native');
    return await readFile(join(folder, 'client.iife.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
