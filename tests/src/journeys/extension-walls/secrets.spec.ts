/** LinkedIn's cookie values stay in the browser, and go to LinkedIn alone. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Arena, appPage, barePage, signIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, fetchData, MESSAGE_COUNT, profileAddress } from './messages.ts';

test('E16: no cookie value is in a message, a reply, a store, a console, a log or a request of ours', async ({ arena }) => {
  const consoles: string[] = [];
  arena.context.on('console', (line) => consoles.push(line.text()));
  arena.worker.on('console', (line) => consoles.push(line.text()));
  const pages = [await openWatched(arena, appPage), await openWatched(arena, barePage)];
  const codes = new Set<string>();
  const faults = [
    undefined,
    'csrf',
    'restricted',
    'server-error',
    'truncated-json',
    'session-killed',
    'challenge-page',
    'throttled',
  ] as const;
  for (const kind of faults) {
    // Each begins signed in and without a pause, whatever the one before led to.
    await signIn(arena.context, arena.session);
    await arena.worker.evaluate("chrome.storage.local.remove('coolDown')");
    const lift = kind === undefined ? () => undefined : arena.linkedIn.control.fault({ kind });
    for (const page of pages) {
      const messages = [
        ...eachMessage(arena.identity),
        fetchData('https://evil.example.com/'),
        fetchData(profileAddress('nobody')),
      ];
      for (const reply of await exchange(page, messages)) codes.add(codeOf(reply));
    }
    lift();
  }
  // Success, refusal and failure were all among it.
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'ok',
      'url_not_allowed',
      'signed_out',
      'forbidden',
      'upstream_error',
      'not_json',
      'challenged',
      'throttled',
    ]),
  );

  const places: Readonly<Record<string, string>> = {
    'messages on the page': (await Promise.all(pages.map(messagesSeen))).join('\n'),
    'the pages and their storage': (await Promise.all(pages.map(pageContent))).join('\n'),
    'messages in the background': (await arena.heardByBackground()).join('\n'),
    'the extension’s storage': await arena.worker.evaluate<string>(STORAGE),
    consoles: consoles.join('\n'),
    'requests to the app’s server': arena.frontDoor.received().join('\n'),
    'requests to the hostile host': JSON.stringify(arena.hostile.requests()),
    'addresses of requests to LinkedIn': arena.fetched().join('\n'),
    'the server’s log': arena.leadloom.log(),
    'the outbox': await readFolder(join(arena.leadloom.dataDir, 'outbox')),
  };
  for (const place of ['messages on the page', 'messages in the background', 'the extension’s storage', 'the server’s log'])
    expect(places[place], place).not.toBe('');
  const canaries = canariesOf(arena);
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${canary} in ${place}`),
  );
  expect(leaks).toEqual([]);
  // Tables, indexes, log ahead and all else the server keeps, byte by byte.
  const { files, found } = await searchFiles(arena.leadloom.dataDir, canaries);
  expect(files).toBeGreaterThan(100);
  expect(found).toEqual([]);
  // They are where they belong, so the search does look for the right thing.
  const sent = arena.linkedIn.control.requests().filter(({ path }) => path.startsWith('/voyager/'));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent[0]?.headers.cookie).toContain(arena.session.liAt);
  expect(sent[0]?.headers['csrf-token']).toBe(arena.session.csrfToken);
  report(
    'E16',
    canaries.length * (Object.keys(places).length + 1),
    `${canaries.length} spellings of 2 secrets sought in ${Object.keys(places).length} places and ${files} files of the server after ${sent.length} requests: 0 found`,
  );
});

test('E16: a request to LinkedIn carries our headers and nothing that names the app', async ({ arena }) => {
  const page = await arena.openProved(barePage);
  expect((await exchange(page, eachMessage(arena.identity))).map(codeOf)).toEqual(Array(MESSAGE_COUNT).fill('ok'));
  for (const { headers } of arena.linkedIn.control.requests()) {
    expect(headers.referer).toBeUndefined();
    expect(JSON.stringify(headers)).not.toMatch(/localhost|leadloom/i);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual(['x-li-lang', 'x-restli-protocol-version']);
  }
});

/** Everything on the window is kept, from before the page's own scripts on. */
async function openWatched(arena: Arena, address: string): Promise<Page> {
  const page = await arena.context.newPage();
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Reflect.set(window, '__seen', messages);
    window.addEventListener('message', ({ data }) => messages.push(data));
  });
  await page.goto(address);
  await arena.prove(page);
  return page;
}

function messagesSeen(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(Reflect.get(window, '__seen')));
}

function pageContent(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      window.name,
    ]),
  );
}

/** As they are, without their prefixes, and as they would look encoded. */
function canariesOf({ session }: Arena): readonly string[] {
  const plain = [
    session.liAt,
    session.liAt.split('.')[1],
    /Canary\d+/.exec(session.liAt)?.[0],
    session.csrfToken,
    session.csrfToken.slice(5),
  ];
  const texts = plain.filter((text) => text !== undefined);
  const encoded = texts.flatMap((text) => [
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('hex'),
    [...text].toReversed().join(''),
  ]);
  return [...new Set([...texts, ...encoded])];
}

/** The database's files change and go while they are read; what is gone holds nothing. */
async function searchFiles(folder: string, texts: readonly string[]): Promise<{ files: number; found: readonly string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  let files = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    files += 1;
    found.push(...texts.filter((text) => content.includes(text)).map((text) => `${text} in ${entry.name}`));
  }
  return { files, found };
}

async function readFolder(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

/** Runs in the worker: every store an extension has. */
const STORAGE = `Promise.all([
  chrome.storage.local.get(), chrome.storage.session.get(), chrome.storage.sync.get(), indexedDB.databases(), caches.keys(),
]).then(JSON.stringify)`;
