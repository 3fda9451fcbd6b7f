// @vitest-environment happy-dom
/** What differs in Firefox. These tests have a file of their own, because a browser is one or the other. */
import sinonChrome from 'sinon-chrome';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateBridges } from './background/bridge-registration.ts';
import { readAsker } from './background/sender.ts';
import { isConnectedPage } from './bridge/is-connected-page.ts';
import { hasBuiltInPages, isFirefox } from './platform/runtime.ts';
import html from './popup/popup.html?raw';
import { startPopup } from './popup/popup.ts';
import { memberAllowance } from './state/allowance.ts';
import { addConnectedOrigin, readConnectedOrigins } from './state/connected-origins.ts';
import { createBackgroundParts, PROFILE_URL } from './testing/background-parts.ts';
import { EXTENSION_ID, fakeBrowser, makeFirefox, removeBuiltInPages } from './testing/fake-browser.ts';
import { json, opaqueRedirect } from './testing/fake-linkedin.ts';
import { createManualClock, settle } from './testing/manual-clock.ts';

const origin = 'http://localhost:3000';
const builtIn = { origins: [], serverKey: null };

const textOf = (id: string) => document.getElementById(id)?.textContent;

async function openPopup(): Promise<void> {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  await startPopup(document, { builtIn, rules: memberAllowance }, createManualClock());
}

function disconnect(address: string): void {
  const button = document.querySelector<HTMLButtonElement>(`[aria-label="Disconnect ${address}"]`);
  if (button === null) throw new Error(`${address} is not listed`);
  button.click();
}

beforeEach(() => {
  makeFirefox();
  removeBuiltInPages();
});

it('a package for a store has no built-in pages, also as Firefox tells its manifest', () => {
  expect(hasBuiltInPages()).toBe(false);
});

it('Firefox is recognised by what only Firefox has', () => {
  expect(isFirefox()).toBe(true);
});

describe('patterns without ports', () => {
  it('a bridge is registered for the host of its origin', async () => {
    fakeBrowser.access.add('http://localhost/*');
    await addConnectedOrigin(origin);
    await updateBridges([]);
    expect(fakeBrowser.scripts).toMatchObject([
      {
        id: `bridge:${origin}`,
        js: ['src/entrypoints/bridge.iife.js'],
        matches: ['http://localhost/app', 'http://localhost/app/*'],
      },
    ]);
  });

  it.each([
    ['http://localhost:3000', true],
    ['http://localhost:3001', false],
    ['http://localhost', false],
    ['https://localhost:3000', false],
  ])('a page of %s gets a bridge: %s', async (page, expected) => {
    await addConnectedOrigin(origin);
    expect(await isConnectedPage(page)).toBe(expected);
  });

  it('no page gets a bridge from an unreadable list', async () => {
    fakeBrowser.local.set('connectedOrigins', origin);
    expect(await isConnectedPage(origin)).toBe(false);
    fakeBrowser.local.clear();
    expect(await isConnectedPage(origin)).toBe(false);
  });

  it('the popup asks for the host and connects the port', async () => {
    sinonChrome.permissions.request.callsFake(({ origins }: { origins: string[] }, answer: (granted: boolean) => void) => {
      for (const pattern of origins) fakeBrowser.access.add(pattern);
      answer(true);
    });
    await openPopup();
    const address = document.getElementById('address');
    if (address instanceof HTMLInputElement) address.value = 'http://192.168.1.20:3000';
    document.getElementById('connect')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    expect(sinonChrome.permissions.request.firstCall.args[0]).toEqual({ origins: ['http://192.168.1.20/*'] });
    expect(await readConnectedOrigins()).toEqual(['http://192.168.1.20:3000']);
  });

  it('disconnecting one port keeps the access that another needs', async () => {
    fakeBrowser.access.add('http://localhost/*');
    for (const connected of [origin, 'http://localhost:4000']) await addConnectedOrigin(connected);
    await openPopup();
    disconnect(origin);
    await settle();
    expect(await readConnectedOrigins()).toEqual(['http://localhost:4000']);
    expect(fakeBrowser.access.has('http://localhost/*')).toBe(true);
    disconnect('http://localhost:4000');
    await settle();
    expect(fakeBrowser.access.has('http://localhost/*')).toBe(false);
  });
});

describe('a sender in Firefox', () => {
  const allowed = { extensionId: EXTENSION_ID, hasLifecycles: false, builtInOrigins: [], connectedOrigins: async () => [origin] };
  const sender = { id: EXTENSION_ID, origin, url: `${origin}/app/`, frameId: 0, documentId: 'x' };

  it('a sender without a lifecycle is allowed, because Firefox tells none', async () => {
    expect(await readAsker(sender, allowed)).toEqual({ origin, documentId: 'x' });
  });

  it.each<[string, object]>([
    ['at another port', { origin: 'http://localhost:3001', url: 'http://localhost:3001/app/' }],
    ['whose document has no name', { documentId: undefined }],
    ['in a frame', { frameId: 3 }],
    ['with a lifecycle that is not active', { documentLifecycle: 'prerender' }],
  ])('a sender %s is refused', async (_, changes) => {
    expect(await readAsker({ ...sender, ...changes }, allowed)).toBeNull();
  });
});

describe('a session in Firefox', () => {
  const ended = { ok: false, error: { code: 'signed_out', retryAfterSeconds: 600 } };

  it.each(['.www.linkedin.com', '.linkedin.com'])(
    'a session whose cookie is one of %s is used, and its end stops all',
    async (domain) => {
      fakeBrowser.cookieDomains.set('li_at', domain);
      const { client, linkedIn } = createBackgroundParts();
      linkedIn.answer(
        () => json('{}'),
        () => {
          fakeBrowser.cookies.delete('li_at');
          return opaqueRedirect();
        },
      );
      expect(await client.get(PROFILE_URL, false)).toEqual({ ok: true, body: '{}' });
      for (let repeated = 0; repeated < 2; repeated += 1) expect(await client.get(PROFILE_URL, false)).toEqual(ended);
      expect(linkedIn.requests).toHaveLength(2);
      fakeBrowser.cookies.set('li_at', 'AQEDnew');
      linkedIn.answer(() => json('{}'));
      expect(await client.get(PROFILE_URL, false)).toEqual({ ok: true, body: '{}' });
    },
  );

  it('cookies of containers and of other sites’ frames are not asked for', async () => {
    const { client } = createBackgroundParts();
    await client.get(PROFILE_URL, false);
    expect(sinonChrome.cookies.get.args.map(([details]) => Object.keys(details).toSorted())).toEqual(
      Array(sinonChrome.cookies.get.callCount).fill(['name', 'url']),
    );
  });

  it('where Firefox refuses to tell of cookies, as with first-party isolation, a redirect is no sign-out by LinkedIn', async () => {
    const { client, linkedIn } = createBackgroundParts();
    linkedIn.answer(() => {
      fakeBrowser.access.clear();
      return opaqueRedirect();
    });
    expect(await client.get(PROFILE_URL, false)).not.toEqual(ended);
  });
});

describe('the popup in Firefox', () => {
  it('the popup says what Firefox asks for and why', async () => {
    await openPopup();
    expect(textOf('connect-advice')).toContain('Firefox asks for access to all ports of the server.');
  });

  it('the popup says that container tabs are not seen', async () => {
    fakeBrowser.cookies.clear();
    await openPopup();
    expect(textOf('linkedin-advice')).toContain('container tab');
  });
});
