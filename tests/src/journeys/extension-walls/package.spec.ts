/** The content of the package, what pages can see of it, and its removal under an open page. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { bridgeCount } from '../../testing/bridge.fixture.ts';
import { becomeCollector } from '../become-collector.ts';
import { extensionFolder, launchBrowser } from '../browser.ts';
import { journeyKey } from '../journey-secret.ts';
import { openOutbox } from '../open-outbox.ts';
import { appOrigin, backgroundOf, barePage, hostilePage, signIn as signInToLinkedIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, MESSAGE_COUNT, message } from './messages.ts';
import { addressesIn, buildExtension, forbiddenCode, hashPackage, readPackage } from './package-audit.ts';
import { provePage } from './prove-page.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src https://www.linkedin.com; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test('E22: the package contains what it needs and nothing else, and two builds are identical', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-package-'));
  try {
    const [first, second, elsewhere, ours] = await Promise.all([
      buildExtension(join(folder, 'first')),
      buildExtension(join(folder, 'second')),
      buildExtension(join(folder, 'elsewhere'), 'https://leads.example.com'),
      buildExtension(join(folder, 'ours'), '', journeyKey.publicKey),
    ]);
    expect(hashPackage(second)).toBe(hashPackage(first));
    expect(hashPackage(elsewhere)).not.toBe(hashPackage(first));
    // The server's key is a constant of one file, which nothing but a build changes.
    expect([...ours.values()].filter((content) => content.includes(journeyKey.publicKey))).toHaveLength(1);

    const manifest: unknown = JSON.parse(first.get('manifest.json')?.toString('utf8') ?? '');
    expect(manifest).toEqual({
      manifest_version: 3,
      name: 'Leadloom',
      description: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      minimum_chrome_version: expect.any(String),
      incognito: 'not_allowed',
      icons: expect.any(Object),
      action: expect.any(Object),
      background: { service_worker: 'service-worker-loader.js', type: 'module' },
      content_scripts: [
        {
          js: ['src/entrypoints/bridge.iife.js'],
          matches: ['127.0.0.1', 'localhost'].flatMap((host) => [`http://${host}:3000/app`, `http://${host}:3000/app/*`]),
          run_at: 'document_start',
          all_frames: false,
        },
      ],
      permissions: ['cookies', 'storage', 'scripting'],
      host_permissions: ['https://www.linkedin.com/*'],
      optional_host_permissions: ['https://*/*', 'http://*/*'],
      externally_connectable: { ids: [], matches: [] },
      content_security_policy: { extension_pages: policy },
    });
    expect(JSON.parse(elsewhere.get('manifest.json')?.toString('utf8') ?? '').content_scripts[0].matches).toEqual([
      'https://leads.example.com/app',
      'https://leads.example.com/app/*',
    ]);

    for (const [path, content] of first) {
      expect(path).toMatch(/\.(?:js|json|html|css|png)$/);
      if (path.endsWith('.png')) continue;
      const text = content.toString('utf8');
      for (const [what, pattern] of forbiddenCode) expect(pattern.exec(text)?.[0], `${what} in ${path}`).toBeUndefined();
    }
    const page = first.get('src/popup/popup.html')?.toString('utf8') ?? '';
    expect(page.match(/<script(?![^>]*\bsrc="\/)[^>]*>|\son\w+=|javascript:|<iframe|<style|\sstyle=/gi) ?? []).toEqual([]);
    expect(addressesIn(first).filter((address) => !knownAddresses.some((known) => known.test(address)))).toEqual([]);
    report(
      'E22',
      first.size * forbiddenCode.length,
      `${first.size} files, 3 permissions, 1 host; ${forbiddenCode.length} kinds of forbidden code: 0 found; 2 builds equal`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Written in the code; only the first can be asked anything. */
const knownAddresses = [
  /^https:\/\/www\.linkedin\.com(?:\/(?:\*|voyager\/api)?)?$/,
  /^http:\/\/(?:localhost|127\.0\.0\.1):3000(?:\/app(?:\/\*)?)?$/,
  /^https?:\/\/\*\/\*$/,
  // Names of JSON schema dialects, which the validator carries, and what the popup shows as an example.
  /^https?:\/\/json-schema\.org\/[\w/.-]+#?$/,
  /^https:\/\/leads\.example\.com\.?$/,
];

test('E22: a package for a store contains no address and no key of a server, and no script that starts by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-store-'));
  try {
    const stores = await Promise.all(
      // The settings of this machine's server are there, as they are for somebody who runs one.
      (['chrome', 'firefox'] as const).map((store) =>
        buildExtension(join(folder, store), 'https://leads.example.net', journeyKey.publicKey, store),
      ),
    );
    for (const files of stores) {
      const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(files.get('manifest.json')?.toString('utf8') ?? ''));
      expect(manifest).not.toHaveProperty('content_scripts');
      expect(manifest).not.toHaveProperty('web_accessible_resources');
      expect(files.has('src/entrypoints/bridge.iife.js')).toBe(true);
      expect([...files.values()].filter((content) => content.includes(journeyKey.publicKey))).toEqual([]);
      for (const [path, content] of files) {
        if (path.endsWith('.png')) continue;
        const text = content.toString('utf8');
        for (const [what, pattern] of forbiddenCode) expect(pattern.exec(text)?.[0], `${what} in ${path}`).toBeUndefined();
      }
      const withoutServers = knownAddresses.filter((known) => !known.test('http://localhost:3000'));
      expect(addressesIn(files).filter((address) => !withoutServers.some((known) => known.test(address)))).toEqual([]);
    }
    report('E22, for stores', stores.length, '2 packages: no server’s address or key, no script that starts by itself');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('E22: a package for a store answers nobody before a server is connected in its popup, and then that server', async ({
  arena,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'leadloom-store-'));
  await buildExtension(folder, '', '', 'chrome');
  await grantInAdvance(folder, `${appOrigin}/*`);
  const browser = await launchBrowser(arena.hostRules, appOrigin, [folder]);
  try {
    await signInToLinkedIn(browser.context, arena.session);
    const operations = eachMessage(arena.identity);
    const page = await browser.context.newPage();
    await page.goto(barePage);
    expect((await exchange(page, operations, 1_000)).map(codeOf)).toEqual(Array(MESSAGE_COUNT).fill('silence'));
    expect(await bridgeCount(page)).toBe(0);

    const worker = await backgroundOf(browser.context);
    const popup = await browser.context.newPage();
    await popup.goto(`chrome-extension://${new URL(worker.url()).host}/src/popup/popup.html`);
    await expect(popup.getByRole('link', { name: 'Open the collector' })).toBeHidden();
    await popup.getByLabel('Address of the server').fill(appOrigin);
    await popup.getByRole('button', { name: 'Connect' }).click();
    await expect(popup.getByRole('link', { name: appOrigin })).toBeVisible();

    // The page that was open gets the bridge, and so does one that is opened now.
    await expect.poll(() => bridgeCount(page)).toBe(1);
    const opened = await browser.context.newPage();
    await opened.goto(barePage);
    for (const each of [page, opened]) {
      const codes = (await exchange(each, operations)).map(codeOf);
      expect(codes.toSorted()).toEqual(['ok', ...Array(MESSAGE_COUNT - 1).fill('unproved')]);
      await provePage(each);
    }
    expect(codeOf((await exchange(page, [message('checkCookies', {})]))[0])).toBe('ok');

    // The key was learned, not built in: the person is asked to compare it.
    await expect(popup.getByText(/^Key .* Compare it/)).toBeVisible();
    await popup.getByRole('button', { name: `Disconnect ${appOrigin}` }).click();
    await expect(popup.getByRole('heading', { name: 'Connect your Leadloom' })).toBeVisible();
    const refused = (await exchange(page, eachMessage(arena.identity))).map(codeOf);
    expect(refused).toEqual(Array(MESSAGE_COUNT).fill('sender_not_allowed'));
    report('E22, for stores', operations.length * 2, '10 messages before a server was connected and after: 0 answered');
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The browser asks for access in a window that nothing here can press; a package that has it already is not asked. */
async function grantInAdvance(folder: string, pattern: string): Promise<void> {
  const file = join(folder, 'manifest.json');
  const manifest = z.looseObject({ host_permissions: z.array(z.string()) }).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions: [...manifest.host_permissions, pattern] }));
}

test('E19: no page can load a file of the package, message it by its id, or detect it', async ({ arena, expectComplaints }) => {
  // Which file was asked for, the browser does not even say.
  expectComplaints(/ \(chrome-extension:\/\/invalid\/\): Failed to load resource/);
  const files = [...(await readPackage(extensionFolder)).keys()].map((path) => `chrome-extension://${arena.extensionId}/${path}`);
  const pages = [hostilePage, barePage, `${appOrigin}/bare`, 'https://www.linkedin.com/feed/'];
  for (const address of pages) {
    const page = await arena.open(address);
    expect(await page.evaluate(loadFiles, files), address).toEqual([]);
    expect(await page.evaluate(`typeof globalThis.chrome?.runtime?.sendMessage`), address).toBe('undefined');
    expect(await bridgeCount(page), address).toBe(address === barePage ? 1 : 0);
  }
  // The page with the bridge against the same page without one.
  const [withBridge, without] = [await arena.openProved(barePage), await arena.open(`${appOrigin}/bare`)];
  expect(await withBridge.evaluate(tracesOn)).toEqual(await without.evaluate(tracesOn));
  report(
    'E19',
    files.length * pages.length * 5,
    `${files.length} files asked for from ${pages.length} pages in 5 ways: 0 loaded; 0 traces, 0 scripts on LinkedIn`,
  );
});

test('E05: another extension gets no answer from ours', async ({ arena }) => {
  const stranger = await mkdtemp(join(tmpdir(), 'leadloom-stranger-'));
  await writeFile(
    join(stranger, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Stranger', version: '1', background: { service_worker: 'worker.js' } }),
  );
  await writeFile(join(stranger, 'worker.js'), 'self.isStranger = true;');
  const browser = await launchBrowser(arena.hostRules, appOrigin, [extensionFolder, stranger]);
  try {
    await expect.poll(() => browser.context.serviceWorkers().length).toBe(2);
    const workers = browser.context.serviceWorkers();
    const marks = await Promise.all(workers.map((worker) => worker.evaluate<boolean>('self.isStranger === true')));
    const other = workers[marks.indexOf(true)];
    const ours = workers[marks.indexOf(false)];
    if (other === undefined || ours === undefined) throw new Error('both extensions should be running');
    const id = JSON.stringify(new URL(ours.url()).host);
    const outcomes = await other.evaluate<string[]>(`Promise.all([
      ...${JSON.stringify(eachMessage(arena.identity))}.map((message) =>
        chrome.runtime.sendMessage(${id}, message).then(() => 'answered', (error) => error.message)),
      new Promise((resolve) => {
        const port = chrome.runtime.connect(${id});
        port.onMessage.addListener(() => resolve('answered'));
        port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message ?? 'ended'));
        port.postMessage('checkExtension');
      }),
      fetch('chrome-extension://' + ${id} + '/manifest.json').then(() => 'answered', () => 'Receiving end does not exist'),
    ])`);
    expect(outcomes).toHaveLength(7);
    expect(outcomes.filter((outcome) => !outcome.includes('Receiving end does not exist'))).toEqual([]);
    report('E05', outcomes.length, '5 messages, a connection and a file asked for by another extension: 0 answered');
  } finally {
    await browser.close();
    await rm(stranger, { recursive: true, force: true });
  }
});

test('E21: a page that outlives its extension gets no answer and no error', async ({ arena }) => {
  const browser = await launchBrowser(arena.hostRules, appOrigin);
  try {
    const page = await browser.context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (line) => errors.push(line.text()));
    await page.goto(barePage);
    await provePage(page);
    const check = async (limitMs: number) => codeOf((await exchange(page, [message('checkExtension', {})], limitMs))[0]);
    expect(await check(4_000)).toBe('ok');
    // What an update, or its removal, does to the pages that are open.
    const worker = await backgroundOf(browser.context);
    await worker.evaluate('void setTimeout(() => chrome.runtime.reload(), 0)');
    await expect.poll(() => check(400)).toBe('silence');
    expect(await check(400)).toBe('silence');
    expect(errors).toEqual([]);
    report('E21', 2, 'extension ended under an open page: silence, 0 errors on the page');
  } finally {
    await browser.close();
  }
});

test('E21: the collector says that the extension is no longer installed, and nothing breaks', async ({ arena }) => {
  const browser = await launchBrowser(arena.hostRules, appOrigin);
  try {
    await signInToLinkedIn(browser.context, arena.session);
    const page = await browser.context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openOutbox(browser.context, arena.leadloom);
    await becomeCollector({ page, leadloom: arena.leadloom }, { email: 'signe.moen@example.com', password: 'loom-and-weft-8' });
    await page.goto('/app/linkedin/collector');
    await expect(page.getByText('Leadloom Extension installed')).toBeVisible();
    const worker = await backgroundOf(browser.context);
    await worker.evaluate('void setTimeout(() => chrome.runtime.reload(), 0)');
    await expect.poll(async () => codeOf((await exchange(page, [message('checkExtension', {})], 400))[0])).toBe('silence');
    // The person comes back to the page from where extensions are updated.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('Extension not Installed')).toBeVisible();
    expect(errors).toEqual([]);
    report('E21, on the screen', 1, 'extension ended under the open collector: shown as not installed, 0 errors');
  } finally {
    await browser.close();
  }
});

/** @returns the files that did load, and how. Runs on the page. */
async function loadFiles(files: readonly string[]): Promise<string[]> {
  const byElement = (name: string, attribute: string, url: string) =>
    new Promise<boolean>((resolve) => {
      const element = document.createElement(name);
      element.setAttribute(attribute, url);
      if (name === 'link') element.setAttribute('rel', 'stylesheet');
      element.addEventListener('load', () => resolve(true));
      element.addEventListener('error', () => resolve(false));
      document.body.append(element);
    });
  const outcomes = files.flatMap((url) => [
    fetch(url, { mode: 'no-cors' }).then(
      () => `fetch ${url}`,
      () => null,
    ),
    byElement('img', 'src', url).then((isLoaded) => (isLoaded ? `img ${url}` : null)),
    byElement('script', 'src', url).then((isLoaded) => (isLoaded ? `script ${url}` : null)),
    byElement('link', 'href', url).then((isLoaded) => (isLoaded ? `link ${url}` : null)),
    import(url).then(
      () => `import ${url}`,
      () => null,
    ),
  ]);
  return (await Promise.all(outcomes)).filter((outcome) => outcome !== null);
}

/** What a page can see of its own window and document. */
function tracesOn(): unknown {
  const { documentElement } = document;
  const { protocol } = location;
  return {
    globals: Object.getOwnPropertyNames(window).toSorted(),
    html: documentElement.outerHTML,
    attributes: documentElement.getAttributeNames(),
    resources: performance.getEntriesByType('resource').map(({ name }) => name),
    styles: document.styleSheets.length + document.adoptedStyleSheets.length,
    protocol,
  };
}
