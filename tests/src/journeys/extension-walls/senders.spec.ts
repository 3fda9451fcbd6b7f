/** Who may speak to the extension: pages that are not of the app, frames, other windows, other extensions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Frame, type Page } from '@playwright/test';
import { bridgeCount, evaluateInBridge } from '../../testing/bridge.fixture.ts';
import { policyHeld } from '../strict-test.ts';
import { type Arena, appOrigin, appPage, barePage, hostilePage, test } from './arena.ts';
import { report } from './attack-report.ts';
import {
  codeOf,
  eachMessage,
  exchange,
  listenForReplies,
  MESSAGE_COUNT,
  message,
  type Posted,
  repliesReceived,
} from './messages.ts';

/** How long silence is waited for, once for all cases of a test. */
const SILENCE_MS = 1_000;

const { port } = new URL(appOrigin);
const strangers = [
  'https://evil.example.com/app/login',
  'http://evil.example.com/app/',
  `http://localhost.evil.example.com:${port}/app/login`,
  `http://app.localhost:${port}/app/login`,
  `http://xlocalhost:${port}/app/login`,
  `http://localhostx:${port}/app/login`,
  `http://localhost:${Number(port) + 1}/app/login`,
  `http://localhost:${port}0/app/login`,
  'http://localhost/app/login',
  `https://localhost:${port}/app/login`,
  `http://127.0.0.1:${port}/app/login`,
  `http://[::1]:${port}/app/login`,
  'https://www.linkedin.com/app/login',
  'https://www.linkedin.com/feed/',
  'http://www.linkedin.com/app/login',
  'https://linkedin.com/app',
  // Our own origin, but not the app.
  `${appOrigin}/`,
  `${appOrigin}/outbox`,
  `${appOrigin}/application/login`,
  `${appOrigin}/App/login`,
  `${appOrigin}//app/login`,
  `${appOrigin}/api/v1/app/login`,
  'about:blank',
  'data:text/html,<title>data</title>',
];

test('E01: messages from other origins, and from our origin outside the app, are ignored', async ({ arena }) => {
  const pages = await Promise.all(
    strangers.map(async (address) => {
      const page = await arena.context.newPage();
      // Any origin, without its server; what the page then asks for does leave.
      await page.route('**/*', (route) =>
        route.request().isNavigationRequest()
          ? route.fulfill({ contentType: 'text/html', body: '<title>x</title>' })
          : route.continue(),
      );
      await page.goto(address);
      await listenForReplies(page);
      await postTo(page, 'self', eachMessage(arena.identity));
      return page;
    }),
  );
  await sleep(SILENCE_MS);
  for (const page of pages) {
    expect(await repliesReceived(page), page.url()).toEqual([]);
    expect(await bridgeCount(page), page.url()).toBe(0);
  }
  await expectNothingHappened(arena);
  report(
    'E01',
    strangers.length * 5,
    `${strangers.length} origins and addresses, ${strangers.length * 5} messages: 0 replies, 0 forwarded, 0 fetched`,
  );
});

test('E01: the background refuses addresses that the browser treats as the app’s but that are spelled differently', async ({
  arena,
}) => {
  const addresses = [`http://localhost.:${port}/app/login`, `${appOrigin}/%61pp/login`, `${appOrigin}/%61pp`];
  for (const address of addresses) {
    const page = await arena.context.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }));
    await page.goto(address);
    // The browser did start the bridge here: what refuses is the background alone.
    expect(await bridgeCount(page)).toBe(1);
    const replies = await exchange(page, eachMessage(arena.identity));
    expect(replies.map(codeOf), address).toEqual(Array(MESSAGE_COUNT).fill('sender_not_allowed'));
  }
  expect(arena.fetched()).toEqual([]);
  report(
    'E01, background alone',
    addresses.length * 5,
    `${addresses.length * 5} messages through a bridge at another address: all refused, 0 fetched`,
  );
});

test('E02: frames inside the app reach neither the bridge nor the background', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  await listenForReplies(page);
  const kinds = {
    'another site': { src: hostilePage },
    'the app’s host under its number': { src: `http://127.0.0.1:${port}/stage` },
    'the app itself': { src: `${barePage}/inner` },
    'the app in a sandbox': { src: `${barePage}/inner`, sandbox: 'allow-scripts' },
    'a sandboxed document': { srcdoc: '<title>x</title>', sandbox: 'allow-scripts' },
    'a sandbox with our origin': { srcdoc: '<title>x</title>', sandbox: 'allow-scripts allow-same-origin' },
    'an inline document': { srcdoc: '<title>x</title>' },
    'a blank page': { src: 'about:blank' },
    'a data address': { src: 'data:text/html,<title>x</title>' },
    'a blob of ours': {
      src: await page.evaluate(() => URL.createObjectURL(new Blob(['<title>x</title>'], { type: 'text/html' }))),
    },
  };
  let sent = 0;
  for (const [kind, attributes] of Object.entries(kinds)) {
    const frame = await addFrame(page, attributes);
    await listenForReplies(frame);
    for (const where of ['top', 'self'] as const) {
      await postTo(frame, where, eachMessage(arena.identity));
      sent += 5;
    }
    expect(frame.parentFrame(), kind).toBe(page.mainFrame());
  }
  await sleep(SILENCE_MS);
  for (const frame of page.frames()) expect(await repliesReceived(frame), frame.url()).toEqual([]);
  expect(await bridgeCount(page)).toBe(1);
  await expectNothingHappened(arena);
  expect(codeOf((await exchange(page, [message('checkExtension', {})]))[0])).toBe('ok');
  report('E02', sent, `${Object.keys(kinds).length} kinds of frames, ${sent} messages: 0 replies, 0 forwarded, 0 fetched`);
});

test('E02: the app’s own policy prevents foreign frames from loading', async ({ arena, expectComplaints }) => {
  expectComplaints(policyHeld);
  const page = await arena.open(appPage);
  const sources = [hostilePage, 'data:text/html,x', `http://127.0.0.1:${port}/stage`, `${appOrigin}/outbox`];
  const blocked = await page.evaluate(
    (addresses) =>
      new Promise<number>((resolve) => {
        let count = 0;
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective === 'frame-src') count += 1;
          if (count === addresses.length) resolve(count);
        });
        for (const src of addresses) document.body.append(Object.assign(document.createElement('iframe'), { src }));
      }),
    sources,
  );
  expect(blocked).toBe(sources.length);
  expect(arena.hostile.requests()).toEqual([]);
  report('E02, the app’s policy', sources.length, `${sources.length} frames blocked`);
});

test('E03: messages from a page that opened the app, from one that the app opened, and from scripted events are ignored', async ({
  arena,
}) => {
  const openers = [hostilePage, `${appOrigin}/bare`, barePage];
  let sent = 0;
  for (const opener of openers) {
    const page = await arena.open(opener);
    const popupOpened = page.waitForEvent('popup');
    await page.evaluate((address) => Reflect.set(window, '__opened', window.open(address)), barePage);
    const popup = await popupOpened;
    await popup.waitForLoadState();
    await Promise.all([listenForReplies(page), listenForReplies(popup)]);
    await postTo(page, 'opened', eachMessage(arena.identity));
    await postTo(popup, 'opener', eachMessage(arena.identity));
    sent += 10;
  }
  const page = await arena.openProved(barePage);
  await listenForReplies(page);
  await page.evaluate(dispatchOnWindow, eachMessage(arena.identity));
  sent += 5;
  await sleep(SILENCE_MS);
  for (const open of arena.context.pages()) expect(await open.evaluate(() => Reflect.get(window, '__replies') ?? [])).toEqual([]);
  await expectNothingHappened(arena);
  report('E03', sent, `${openers.length} openers both ways and synthetic events, ${sent} messages: 0 forwarded, 0 fetched`);
});

test('E04: the app cannot be framed, and a frame has no bridge even if it could', async ({ arena, expectComplaints }) => {
  expectComplaints(policyHeld);
  const page = await arena.open(hostilePage);
  await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), appPage);
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
  const bare = await addFrame(page, { src: barePage });
  await Promise.all([listenForReplies(page), listenForReplies(bare)]);
  await postTo(bare, 'self', eachMessage(arena.identity));
  await postTo(bare, 'top', eachMessage(arena.identity));
  await page.evaluate((messages) => {
    for (const child of Array.from(frames, (_, index) => frames[index]))
      for (const envelope of messages) child?.postMessage(envelope, '*');
  }, eachMessage(arena.identity));
  await sleep(SILENCE_MS);
  expect(await bridgeCount(page)).toBe(0);
  expect([...(await repliesReceived(page)), ...(await repliesReceived(bare))]).toEqual([]);
  await expectNothingHappened(arena);
  report('E04', 21, 'the app refused to be framed; 20 messages to and from a frame without that refusal: 0 forwarded');
});

test('the background answers only the bridge: not the popup, not our script on LinkedIn’s page', async ({ arena }) => {
  const operations = eachMessage(arena.identity);
  const popup = await arena.open(`chrome-extension://${arena.extensionId}/src/popup/popup.html`);
  const send = `Promise.all(${JSON.stringify(operations)}.map((message) => chrome.runtime.sendMessage(message)))`;
  const fromPopup = await popup.evaluate<{ error?: { code: string } }[]>(send);
  expect(fromPopup.map(({ error }) => error?.code)).toEqual(Array(MESSAGE_COUNT).fill('sender_not_allowed'));

  const linkedIn = await arena.open('https://www.linkedin.com/feed/');
  const fromLinkedIn = await arena.worker.evaluate<{ error?: { code: string } }[]>(
    `chrome.tabs.query({ url: 'https://www.linkedin.com/*' })
      .then(([tab]) => chrome.scripting.executeScript({
        target: { tabId: tab.id },
        func: (messages) => Promise.all(messages.map((message) => chrome.runtime.sendMessage(message))),
        args: [${JSON.stringify(operations)}],
      }))
      .then(([{ result }]) => result)`,
  );
  expect(linkedIn.url()).toContain('/feed/');
  expect(fromLinkedIn.map(({ error }) => error?.code)).toEqual(Array(MESSAGE_COUNT).fill('sender_not_allowed'));
  expect(arena.fetched()).toEqual([]);
  report('Sender rule alone', 10, '10 messages past the bridge: 10 refused, 0 fetched');
});

test('a connection from the bridge’s world gets no answer, because nothing listens for one', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  const outcome = await evaluateInBridge(
    page,
    `new Promise((resolve) => {
      const port = chrome.runtime.connect();
      port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message ?? 'ended'));
      port.onMessage.addListener(() => resolve('answered'));
      port.postMessage({ name: 'checkExtension' });
    })`,
  );
  expect(outcome).toContain('Receiving end does not exist');
});

async function expectNothingHappened(arena: Arena): Promise<void> {
  expect(await arena.heardByBackground()).toEqual([]);
  expect(arena.fetched()).toEqual([]);
  expect(arena.arrivals()).toEqual([]);
}

async function addFrame(page: Page, attributes: Readonly<Record<string, string>>): Promise<Frame> {
  const element = await page.evaluateHandle((given) => {
    const frame = Object.assign(document.createElement('iframe'), given);
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    for (const [name, value] of Object.entries(given)) frame.setAttribute(name, value);
    document.body.append(frame);
    return loaded.then(() => frame);
  }, attributes);
  const frame = await element.asElement()?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('the frame did not load');
  return frame;
}

async function postTo(
  target: Page | Frame,
  where: 'self' | 'top' | 'opener' | 'opened',
  messages: readonly Posted[],
): Promise<void> {
  await target.evaluate(
    ({ key, envelopes }) => {
      const receivers = { self: window, top: window.top, opener: window.opener, opened: Reflect.get(window, '__opened') };
      for (const envelope of envelopes) receivers[key]?.postMessage(envelope, '*');
    },
    { key: where, envelopes: messages },
  );
}

/** Everything about these events is as it should be, except that no browser made them. */
function dispatchOnWindow(messages: readonly Posted[]): void {
  for (const data of messages)
    window.dispatchEvent(new MessageEvent('message', { data, source: window, origin: location.origin }));
}
