/**
 * The package for Firefox in a real Firefox, where one is installed: a server is connected in the popup, its page proves
 * the key, and LinkedIn is read through the extension. LinkedIn is the stand-in, behind a proxy that leads nowhere else.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExtensionProver } from '@leadloom/server/modules/linkedin/catalogue/prove-to-extension';
import { type LoopbackServer, listenOnLoopback } from '@leadloom/server/testing/loopback';
import { buildSectionsUrl } from '@leadloom/shared/linkedin/build-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profileAddress } from '../../src/journeys/extension-walls/messages.ts';
import { buildExtension } from '../../src/journeys/extension-walls/package-audit.ts';
import { journeyKey } from '../../src/journeys/journey-secret.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from '../../src/stand-ins/linkedin/server.ts';
import { type Firefox, findFirefox, startFirefox } from './firefox.ts';

const program = await findFirefox();
if (program === null) process.stderr.write('Firefox is not installed: the package for it is not tried.\n');

const EXTENSION_ID = 'extension@leadloom';
const elementSchema = z.object({ value: z.record(z.string(), z.string()).transform((found) => Object.values(found)[0] ?? '') });
const textSchema = z.object({ value: z.string() });
const replySchema = z.object({
  ok: z.boolean(),
  data: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.string(), retryAfterSeconds: z.number().optional() }).optional(),
});

/** A page of the app that asks the extension what its server tells it to, and hands the replies back. */
const PAGE = `<!doctype html><title>A page of the app</title><script>
  const ask = (message, limitMs) => new Promise((resolve) => {
    const listen = ({ source, origin, data }) => {
      if (source !== window || origin !== location.origin || data?.kind !== 'reply' || data.id !== message.id) return;
      window.removeEventListener('message', listen);
      resolve(data.reply);
    };
    window.addEventListener('message', listen);
    window.postMessage(message, location.origin);
    setTimeout(() => resolve(null), limitMs);
  });
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  (async () => {
    for (;;) {
      const { message, limitMs } = await (await fetch('/next')).json();
      if (message !== undefined) await post('/reply', await ask(message, limitMs));
    }
  })();
</script>`;

interface AppPage {
  readonly origin: string;
  /** null: nobody replied within the limit. */
  ask(name: string, payload: unknown, limitMs?: number): Promise<z.infer<typeof replySchema> | null>;
  close(): Promise<void>;
}

async function servePage(): Promise<AppPage> {
  const messages: {
    readonly sent: { readonly message: unknown; readonly limitMs: number };
    readonly answer: (reply: unknown) => void;
  }[] = [];
  let running: ((reply: unknown) => void) | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/next') {
      const next = messages.shift();
      running = next?.answer ?? running;
      setTimeout(() => response.end(JSON.stringify(next?.sent ?? {})), next === undefined ? 50 : 0);
      return;
    }
    if (request.url !== '/reply') return void response.setHeader('content-type', 'text/html').end(PAGE);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      running?.(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    origin: `http://localhost:${port}`,
    async ask(name, payload, limitMs = 30_000) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const message = { channel: 'leadloom', kind: 'request', id: randomUUID(), name, payload };
      messages.push({ sent: { message, limitMs }, answer: resolve });
      return replySchema.nullable().parse(await promise);
    },
    close,
  };
}

/** Leads to the stand-in what is for LinkedIn, and ends everything else. */
async function startProxy(standIn: LinkedInStandIn): Promise<LoopbackServer> {
  const server = createServer((_, response) => response.writeHead(502).end());
  server.on('connect', ({ url }, socket) => {
    if (url !== 'www.linkedin.com:443') return void socket.destroy();
    const upstream = connect(standIn.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const end of [socket, upstream]) end.on('error', () => [socket, upstream].forEach((other) => void other.destroy()));
    upstream.pipe(socket).pipe(upstream);
  });
  return listenOnLoopback(server);
}

describe.runIf(program !== null)('the package for Firefox', () => {
  const closers: (() => unknown)[] = [];
  let linkedIn: LinkedInStandIn;
  let app: AppPage;
  let firefox: Firefox;

  const find = async (selector: string) =>
    elementSchema.parse(await firefox.send('WebDriver:FindElement', { using: 'css selector', value: selector })).value;
  const textOf = async (selector: string) =>
    textSchema.parse(await firefox.send('WebDriver:GetElementText', { id: await find(selector) })).value;
  const click = async (selector: string) => firefox.send('WebDriver:ElementClick', { id: await find(selector) });
  let popup: string;

  /** @param script of the browser itself; `policy` is what it knows of the extension */
  async function runInBrowser(script: string): Promise<unknown> {
    await firefox.send('Marionette:SetContext', { value: 'chrome' });
    const whole = `const policy = WebExtensionPolicy.getByID(arguments[0]); ${script}`;
    const result = await firefox.send('WebDriver:ExecuteScript', { script: whole, args: [EXTENSION_ID] });
    await firefox.send('Marionette:SetContext', { value: 'content' });
    return result;
  }

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadloom-firefox-'));
    closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await buildExtension(join(folder, 'package'), '', '', 'firefox');
    linkedIn = await startLinkedInStandIn({ memberCount: 20, locale: 'en_US' });
    const proxy = await startProxy(linkedIn);
    app = await servePage();
    closers.push(() => linkedIn.close(), proxy.close, app.close);
    const profile = await mkdtemp(join(tmpdir(), 'leadloom-firefox-profile-'));
    closers.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    firefox = await startFirefox(program ?? '', profile, {
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxy.port,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxy.port,
      // The certificate of the stand-in is its own.
      'network.stricttransportsecurity.preloadlist': false,
      // The question is asked in a window that nobody sees here; it counts as allowed.
      'extensions.webextOptionalPermissionPrompts': false,
    });
    closers.push(() => firefox.close());
    await firefox.send('Addon:Install', { path: join(folder, 'package'), temporary: true });
    const host = textSchema.parse(await runInBrowser('return policy.mozExtensionHostname')).value;
    popup = `moz-extension://${host}/src/popup/popup.html`;
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  it('a server is connected, proves its key, and reads LinkedIn through the extension; another port learns nothing', async () => {
    await firefox.send('WebDriver:Navigate', { url: 'https://www.linkedin.com/stand-in/sign-in' });
    await firefox.send('WebDriver:Navigate', { url: popup });
    await expect.poll(() => textOf('#connect-heading')).toBe('Connect your Leadloom');
    expect(await textOf('#linkedin-status')).toBe('Signed in');
    await firefox.send('WebDriver:ElementSendKeys', { id: await find('#address'), text: app.origin });
    await click('#connect button');
    await expect.poll(() => textOf('#connected')).toContain(app.origin);

    await firefox.send('WebDriver:Navigate', { url: `${app.origin}/app/bare` });
    const first = await app.ask('checkExtension', {});
    expect(first).toMatchObject({ ok: true, data: { installed: true, challenge: expect.any(String) } });
    expect(await app.ask('checkCookies', {})).toEqual({ ok: false, error: { code: 'unproved' } });
    const challenge = z.string().parse(first?.data?.challenge);
    const { signature, publicKey } = createExtensionProver(journeyKey, app.origin)({ origin: app.origin, challenge });
    const proved = await app.ask('checkExtension', { proof: { signature, publicKey } });
    expect(proved).toMatchObject({ ok: true, data: { isKeyConfirmed: false, allowance: {} } });
    expect(await app.ask('checkCookies', {})).toEqual({ ok: true, data: { available: true } });

    // As the browser does with a background that is idle: what was proved outlives it.
    await runInBrowser('return policy.extension.terminateBackground().then(() => null)');
    expect(await app.ask('checkCookies', {})).toEqual({ ok: true, data: { available: true } });

    linkedIn.control.clear();
    const url = profileAddress(linkedIn.control.viewer().slug);
    const read = await app.ask('fetchData', { url, json: false, requestId: randomUUID() });
    expect(read).toMatchObject({ ok: true, data: { body: expect.stringContaining('"data"') } });
    expect(linkedIn.control.requests().map(({ method }) => method)).toEqual(['GET']);
    const elsewhere = await app.ask('fetchData', { url: 'https://evil.example/', json: false, requestId: randomUUID() });
    expect(elsewhere).toEqual({ ok: false, error: { code: 'url_not_allowed' } });

    const section = buildSectionsUrl('profilePositions', linkedIn.control.viewer().id, 0, 100);
    const rows = await app.ask('fetchData', { url: section, json: false, requestId: randomUUID() });
    expect(rows?.error?.code).not.toBe('url_not_allowed');
    expect(linkedIn.control.requests()).toHaveLength(2);

    // LinkedIn ends the session: the cookie is gone, and nothing more is sent.
    linkedIn.control.fault({ kind: 'session-killed' });
    const readAgain = () => app.ask('fetchData', { url, json: false, requestId: randomUUID() });
    const ended = { ok: false, error: { code: 'signed_out', retryAfterSeconds: expect.any(Number) } };
    for (let repeated = 0; repeated < 2; repeated += 1) expect(await readAgain()).toEqual(ended);
    expect(await app.ask('checkCookies', {})).toEqual({ ok: true, data: { available: false } });
    expect(linkedIn.control.requests()).toHaveLength(3);

    // The browser runs the script at every port of the host; there it stays silent.
    const other = await servePage();
    closers.push(other.close);
    await firefox.send('WebDriver:Navigate', { url: `${other.origin}/app/bare` });
    expect(await other.ask('checkExtension', {}, 3_000)).toBeNull();

    await firefox.send('WebDriver:Navigate', { url: popup });
    await expect.poll(() => textOf('#connected')).toMatch(/Key (?:[0-9a-f]{4} ){7}[0-9a-f]{4}\. Compare it/);
    await click('#connected button[aria-label^="Confirm"]');
    await expect.poll(() => textOf('#connected')).toContain(', confirmed');
  });
});
