// @vitest-environment happy-dom
import sinonChrome from 'sinon-chrome';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { startCoolDown } from '../state/cool-down.ts';
import { createLedger } from '../state/ledger.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { createManualClock, type ManualClock, settle } from '../testing/manual-clock.ts';
import html from './popup.html?raw';
import { startPopup } from './popup.ts';

const builtInOrigins = ['http://127.0.0.1:3000', 'http://localhost:3000'];
let clock: ManualClock;

const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no #${id}`);
  return found;
};
const textOf = (id: string) => find(id, HTMLElement).textContent;
const isShown = (id: string) => !find(id, HTMLElement).hidden;

async function open(): Promise<void> {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  await startPopup(document, builtInOrigins, clock);
}

async function connect(typed: string): Promise<void> {
  find('address', HTMLInputElement).value = typed;
  find('connect', HTMLFormElement).dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
}

function answerAccessQuestion(isGranted: boolean): void {
  sinonChrome.permissions.request.callsFake(({ origins }: { origins: string[] }, answer: (granted: boolean) => void) => {
    if (isGranted) for (const origin of origins) fakeBrowser.access.add(origin);
    answer(isGranted);
  });
}

beforeEach(() => {
  clock = createManualClock();
  fakeBrowser.access.add('http://localhost:3000/app/*');
});

describe('the popup', () => {
  it('tells the version, the sign-in and the requests of the last day', async () => {
    const ledger = createLedger();
    await ledger.begin('profile', clock.now() - 25 * 3_600_000);
    for (let number = 0; number < 3; number++) await ledger.begin('profile', clock.now() - number);
    await open();
    expect(textOf('version')).toBe('Version 0.1.0');
    expect(textOf('linkedin-status')).toBe('Signed in');
    expect(textOf('requests')).toBe('3 requests to LinkedIn');
    expect(['pause', 'grant-access', 'connected', 'linkedin-advice'].map(isShown)).toEqual([false, false, false, false]);
  });

  it('leads to the collector', async () => {
    await open();
    expect(find('open-collector', HTMLAnchorElement).getAttribute('href')).toBe('http://127.0.0.1:3000/app/linkedin/collector');
  });

  it('says where to sign in', async () => {
    fakeBrowser.cookies.clear();
    await open();
    expect(textOf('linkedin-status')).toBe('Not signed in');
    expect(textOf('linkedin-advice')).toBe('Sign in at www.linkedin.com in this browser.');
  });

  it.each(['https://www.linkedin.com/*', 'http://localhost:3000/app/*'])(
    'asks for access when %s is withheld',
    async (pattern) => {
      fakeBrowser.access.delete(pattern);
      answerAccessQuestion(true);
      await open();
      expect(textOf('linkedin-status')).toBe('No access');
      find('grant-access', HTMLButtonElement).click();
      await settle();
      expect(textOf('linkedin-status')).toBe('Signed in');
      expect(isShown('grant-access')).toBe(false);
    },
  );

  it('never holds a cookie value', async () => {
    await open();
    expect(document.documentElement.outerHTML).not.toMatch(/AQED|ajax:/);
  });
});

describe('a pause', () => {
  it('that LinkedIn asked for is shown with its end and cannot be skipped', async () => {
    await startCoolDown('throttled', 900, clock.now());
    await open();
    expect(textOf('pause-text')).toMatch(/^LinkedIn asked for a pause\. Collecting can continue (at|on) .*\d/);
    expect(isShown('continue-now')).toBe(false);
  });

  it('for a challenge ends when the user says so', async () => {
    await startCoolDown('challenged', 3_600, clock.now());
    await open();
    expect(textOf('pause-text')).toContain('LinkedIn wants to know that you are human.');
    find('continue-now', HTMLButtonElement).click();
    await settle();
    expect(isShown('pause')).toBe(false);
  });

  it('for a lost session shows as not signed in', async () => {
    await startCoolDown('signed_out', 600, clock.now());
    await open();
    expect(textOf('linkedin-status')).toBe('Not signed in');
    expect(textOf('pause-text')).toBe('LinkedIn ended your session. Sign in again, and collecting can continue.');
  });
});

describe('connecting a self-hosted Leadloom', () => {
  it('asks for access to it, lists it and leads there', async () => {
    answerAccessQuestion(true);
    await open();
    await connect('https://leads.example.com/app/login');
    expect(sinonChrome.permissions.request.firstCall.args[0]).toEqual({ origins: ['https://leads.example.com/*'] });
    expect(await readConnectedOrigins()).toEqual(['https://leads.example.com']);
    expect(textOf('connected')).toContain('https://leads.example.com');
    expect(find('address', HTMLInputElement).value).toBe('');
    expect(find('open-collector', HTMLAnchorElement).getAttribute('href')).toBe(
      'https://leads.example.com/app/linkedin/collector',
    );
  });

  it('asks in the same turn as the click, or the browser would not', async () => {
    answerAccessQuestion(true);
    await open();
    find('address', HTMLInputElement).value = 'https://leads.example.com';
    find('connect', HTMLFormElement).dispatchEvent(new Event('submit', { cancelable: true }));
    expect(sinonChrome.permissions.request.callCount).toBe(1);
    await settle();
  });

  it('leaves a note for the background, in case the question closes the popup', async () => {
    sinonChrome.permissions.request.callsFake(() => undefined);
    await open();
    await connect('https://leads.example.com');
    expect(fakeBrowser.session.get('pendingOrigin')).toBe('https://leads.example.com');
    expect(await readConnectedOrigins()).toEqual([]);
  });

  it('connects nothing when the user says no', async () => {
    answerAccessQuestion(false);
    await open();
    await connect('https://leads.example.com');
    expect(textOf('connect-error')).toBe('The browser was not allowed to connect this address.');
    expect(await readConnectedOrigins()).toEqual([]);
    expect(fakeBrowser.session.has('pendingOrigin')).toBe(false);
  });

  it.each(['http://leads.example.com', 'https://www.linkedin.com', '', 'http://localhost:3000/app'])(
    'refuses %j without asking',
    async (typed) => {
      await open();
      await connect(typed);
      expect(textOf('connect-error')).not.toBe('');
      expect(find('address', HTMLInputElement).getAttribute('aria-invalid')).toBe('true');
      expect(sinonChrome.permissions.request.called).toBe(false);
    },
  );

  it('is undone with its access', async () => {
    answerAccessQuestion(true);
    await open();
    await connect('https://leads.example.com');
    document.querySelector<HTMLButtonElement>('#connected button')?.click();
    await settle();
    expect(await readConnectedOrigins()).toEqual([]);
    expect(fakeBrowser.access.has('https://leads.example.com/*')).toBe(false);
    expect(isShown('connected')).toBe(false);
  });
});
