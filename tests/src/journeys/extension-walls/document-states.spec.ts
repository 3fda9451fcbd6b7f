/** Documents of the app that are not on the screen: prerendered ones, and those kept for the way back. */
import { type Browser, chromium, expect } from '@playwright/test';
import { z } from 'zod';
import { evaluateInBridge } from '../../testing/bridge.fixture.ts';
import { browserArguments, chromiumProgram, extensionFolder, launchBrowser } from '../browser.ts';
import { ONLY_IN_FULL } from '../thorough.ts';
import { type Arena, appOrigin, backgroundOf, barePage, hostilePage, signIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { eachMessage, MESSAGE_COUNT } from './messages.ts';
import { provePage } from './prove-page.ts';

const PRERENDERED = '/app/bare/prerendered';
const HEARD = '/app/bare/heard';
const PRERENDER_ATTEMPTS = 10;

/** What a page tells the front door of a reply it got. */
const heardSchema = z.object({
  isPrerendering: z.boolean(),
  reply: z.object({ ok: z.boolean(), error: z.object({ code: z.string() }).optional() }),
});

test('E06: a prerendered page of the app is refused until it is shown', ONLY_IN_FULL, async ({ arena }) => {
  test.setTimeout(420_000);
  const operations = eachMessage(arena.identity);
  arena.frontDoor.show('/app/bare', `<body>${speculationRules}</body>`);
  arena.frontDoor.show(
    PRERENDERED,
    `<body><script>(${askEarlyAndLate})(${JSON.stringify(operations)}, '${HEARD}')</script></body>`,
  );
  const { browser, show } = await openUntilPrerendered(arena);
  try {
    await expect.poll(() => heardBy(arena).length, { timeout: 60_000 }).toBe(operations.length);
    const early = heardBy(arena);
    expect(early.map(({ isPrerendering }) => isPrerendering)).toEqual(Array(MESSAGE_COUNT).fill(true));
    expect(early.map(({ reply }) => reply.error?.code)).toEqual(Array(MESSAGE_COUNT).fill('sender_not_allowed'));
    expect(arena.linkedIn.control.requests()).toEqual([]);

    // The very same document, once it is what the person sees.
    await show();
    await expect.poll(() => heardBy(arena).length).toBe(operations.length * 2);
    const late = heardBy(arena).slice(operations.length);
    expect(late.map(({ isPrerendering }) => isPrerendering)).toEqual(Array(MESSAGE_COUNT).fill(false));
    // Heard now: what is asked of it next is a proof, as of any page.
    const codes = late.map(({ reply }) => reply.error?.code ?? 'ok');
    expect(codes.toSorted()).toEqual(['ok', ...Array(MESSAGE_COUNT - 1).fill('unproved')]);
    expect(arena.arrivals()).toEqual([]);
    report(
      'E06',
      operations.length,
      `${operations.length} messages of a prerendered page refused, 0 fetched; answered once it was shown`,
    );
  } finally {
    await browser.close();
  }
});

test('E06: a page in the back/forward cache is refused, and may send messages again when it is shown', async ({ arena }) => {
  const operations = eachMessage(arena.identity);
  const { context, close } = await launchBrowser(arena.hostRules, appOrigin, [extensionFolder], {
    withoutSwitches: ['--disable-back-forward-cache'],
  });
  try {
    await signIn(context, arena.session);
    const worker = await backgroundOf(context);
    const page = await context.newPage();
    await page.goto(barePage);
    await provePage(page);
    await worker.evaluate(NOTE_LIFECYCLES);
    await evaluateInBridge(page, `(${askOnLeaving})(${JSON.stringify(operations)})`);
    // Left and come back to as a person does; the driver's own ways would not know the document again.
    const session = await context.newCDPSession(page);
    await session.send('Page.navigate', { url: hostilePage });
    await expect.poll(() => worker.evaluate('globalThis.__lifecycles')).toEqual(Array(MESSAGE_COUNT).fill('cached'));
    const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
    await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? -1 });
    await expect.poll(() => evaluateInBridge(page, 'globalThis.__returned').catch(() => null)).toBe(true);
    expect(await evaluateInBridge(page, 'globalThis.__answers.filter(({ ok }) => ok)')).toEqual([]);
    expect(arena.linkedIn.control.requests()).toEqual([]);

    const [first] = operations;
    expect(await evaluateInBridge(page, `chrome.runtime.sendMessage(${JSON.stringify(first)})`)).toMatchObject({ ok: true });
    report('E06', operations.length, `${operations.length} messages of a page that was left: 0 answered, 0 fetched`);
  } finally {
    await close();
  }
});

const speculationRules = `<script type="speculationrules">${JSON.stringify({
  prerender: [{ source: 'list', urls: [PRERENDERED], eagerness: 'immediate' }],
})}</script>`;

/**
 * A browser that is short of time or memory may leave a prerendering out, and then does so for a while: a new browser is
 * asked again.
 */
async function openUntilPrerendered(arena: Arena): Promise<{ readonly browser: Browser; readonly show: () => Promise<void> }> {
  for (let attempt = 1; ; attempt += 1) {
    // Not a browser that Playwright drives: its pages refuse to prerender.
    const browser = await chromium.launch({
      ...chromiumProgram(),
      // With features switched off, the first page that is opened does not prerender, and the next one is tried much later.
      args: browserArguments(arena.hostRules, [extensionFolder]).filter(
        (argument) => !argument.startsWith('--disable-features='),
      ),
      ignoreDefaultArgs: ['--disable-background-networking'],
    });
    const show = await openUnwatched(browser, arena);
    const isHeard = await expect
      .poll(() => heardBy(arena).length, { timeout: 20_000 })
      .toBeGreaterThan(0)
      .then(
        () => true,
        () => false,
      );
    if (isHeard || attempt === PRERENDER_ATTEMPTS) return { browser, show };
    await browser.close();
  }
}

/** Opens the bare page in a browser whose pages nobody drives. `show` leads that page to the prerendered one. */
async function openUnwatched(browser: Browser, { session: { liAt, jsessionId } }: Arena): Promise<() => Promise<void>> {
  const session = await browser.newBrowserCDPSession();
  const common = { domain: '.www.linkedin.com', path: '/', secure: true, sameSite: 'None' } as const;
  await session.send('Storage.setCookies', {
    cookies: [
      { name: 'li_at', value: liAt, httpOnly: true, ...common },
      { name: 'JSESSIONID', value: jsessionId, ...common },
    ],
  });
  const { targetId } = await session.send('Target.createTarget', { url: barePage });
  return async () => {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const expression = `location.href = '${PRERENDERED}'`;
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }),
    });
  };
}

function heardBy({ frontDoor }: Arena) {
  return frontDoor
    .received()
    .filter((request) => request.startsWith(`POST ${HEARD}\n`))
    .map((request) => heardSchema.parse(JSON.parse(request.split('\n').at(-1) ?? '')));
}

/** Runs on the prerendered page, as text: asks at once, and again as soon as it is shown. */
const askEarlyAndLate = `(messages, heard) => {
  addEventListener('message', ({ data }) => {
    if (data?.kind !== 'reply') return;
    const { ok, error } = data.reply;
    fetch(heard, { method: 'POST', body: JSON.stringify({ isPrerendering: document.prerendering, reply: { ok, error } }) });
  });
  const post = (envelope) => postMessage(envelope, location.origin);
  const again = ({ payload, ...rest }) => ({
    ...rest,
    id: crypto.randomUUID(),
    payload: payload.requestId === undefined ? payload : { ...payload, requestId: crypto.randomUUID() },
  });
  messages.forEach(post);
  document.addEventListener('prerenderingchange', () => messages.map(again).forEach(post));
}`;

/** Runs in the bridge's world, as text: the last moment in which a page that is left can say anything. */
const askOnLeaving = `(messages) => {
  globalThis.__answers = [];
  addEventListener('pagehide', () => {
    for (const message of messages)
      chrome.runtime.sendMessage(message).then((reply) => globalThis.__answers.push(reply ?? {}), () => undefined);
  });
  addEventListener('pageshow', ({ persisted }) => { globalThis.__returned = persisted; });
}`;

/** Runs in the worker. */
const NOTE_LIFECYCLES = `{
  globalThis.__lifecycles = [];
  chrome.runtime.onMessage.addListener((_, { documentLifecycle }) => void globalThis.__lifecycles.push(documentLifecycle));
}`;
