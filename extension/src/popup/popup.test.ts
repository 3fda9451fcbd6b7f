// @vitest-environment happy-dom
import sinonChrome from 'sinon-chrome';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberAllowance } from '../state/allowance.ts';
import { writeFirstRequest } from '../state/allowance-record.ts';
import { readCatalogue, writeCatalogue } from '../state/catalogues.ts';
import { readConnectedOrigins } from '../state/connected-origins.ts';
import { startCoolDown } from '../state/cool-down.ts';
import { createLedger } from '../state/ledger.ts';
import { pinKey, readOriginKey } from '../state/origin-keys.ts';
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

async function open(serverKey: string | null = null): Promise<void> {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  await startPopup(document, { builtIn: { origins: builtInOrigins, serverKey }, rules: memberAllowance }, clock);
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
  it('the popup shows the version, the sign-in and the requests of the last day', async () => {
    const ledger = createLedger();
    await ledger.begin({ endpoint: 'profile' }, clock.now() - 25 * 3_600_000);
    for (let number = 0; number < 3; number++) await ledger.begin({ endpoint: 'profile' }, clock.now() - number);
    await open();
    expect(textOf('version')).toBe('Version 0.2.0');
    expect(textOf('linkedin-status')).toBe('Signed in');
    expect(textOf('requests')).toBe('3 of 143 requests in 24 hours');
    expect(['pause', 'grant-access', 'connected', 'linkedin-advice'].map(isShown)).toEqual([false, false, false, false]);
  });

  it('the popup links to the collector', async () => {
    await open();
    expect(find('open-collector', HTMLAnchorElement).getAttribute('href')).toBe('http://127.0.0.1:3000/app/linkedin/collector');
  });

  it('the popup says where to sign in', async () => {
    fakeBrowser.cookies.clear();
    await open();
    expect(textOf('linkedin-status')).toBe('Not signed in');
    expect(textOf('linkedin-advice')).toBe('Sign in at www.linkedin.com in this browser.');
  });

  it.each(['https://www.linkedin.com/*', 'http://localhost:3000/app/*'])(
    'the popup requests access if %s is withheld',
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

  it('the popup never contains a cookie value', async () => {
    await open();
    expect(document.documentElement.outerHTML).not.toMatch(/AQED|ajax:/);
  });
});

describe('a pause', () => {
  it('a pause requested by LinkedIn is shown with its end and cannot be skipped', async () => {
    await startCoolDown('throttled', 900, clock.now());
    await open();
    expect(textOf('pause-text')).toMatch(/^LinkedIn asked for a pause\. Collecting can continue (at|on) .*\d/);
    expect(isShown('continue-now')).toBe(false);
  });

  it('the user can end a pause for a challenge', async () => {
    await startCoolDown('challenged', 3_600, clock.now());
    await open();
    expect(textOf('pause-text')).toContain('LinkedIn wants to check that you are human.');
    find('continue-now', HTMLButtonElement).click();
    await settle();
    expect(isShown('pause')).toBe(false);
  });

  it.each([
    ['redirected', 'LinkedIn redirected a request.', true],
    ['refused', 'LinkedIn refused five profiles in a row.', true],
    ['upstream_error', 'LinkedIn’s servers failed several times in a row.', false],
  ] as const)('for %s is explained', async (cause, words, canContinue) => {
    await startCoolDown(cause, 600, clock.now());
    await open();
    expect(textOf('pause-text')).toContain(words);
    expect(isShown('continue-now')).toBe(canContinue);
  });

  it('a pause for a lost session shows as not signed in', async () => {
    await startCoolDown('signed_out', 600, clock.now());
    await open();
    expect(textOf('linkedin-status')).toBe('Not signed in');
    expect(textOf('pause-text')).toBe('LinkedIn has signed you out. Sign in again to continue collecting.');
  });
});

describe('what is left today', () => {
  const member = (number: number) => ({ endpoint: 'profile', meter: 'profiles', subject: `s:${number}` }) as const;

  it('the allowance is shown for profiles, pages and lookups, with the day of the warm-up', async () => {
    const ledger = createLedger();
    for (const number of [1, 2, 2, 2]) await ledger.begin(member(number), clock.now());
    await ledger.begin({ endpoint: 'search', meter: 'searchPages' }, clock.now());
    await open();
    expect(['profiles', 'search-pages', 'lookups'].map((meter) => textOf(`${meter}-left`))).toEqual([
      '10 of 12 left',
      '5 of 6 left',
      '15 of 15 left',
    ]);
    expect(find('profiles-bar', HTMLProgressElement).getAttribute('value')).toBe('10');
    expect(textOf('warm-up')).toBe('Warm-up, day 1 of 7: the limits grow daily.');
    expect(isShown('profiles-continues')).toBe(false);
  });

  it('a used-up allowance shows when it continues', async () => {
    const ledger = createLedger();
    for (let number = 0; number < 12; number++) await ledger.begin(member(number), clock.now());
    await open();
    expect(textOf('profiles-left')).toBe('0 of 12 left');
    expect(textOf('profiles-continues')).toMatch(/^Continues on Friday at \d.*\.$/);
  });

  it('the allowance follows the operator’s limits, and a finished warm-up is not shown', async () => {
    await writeFirstRequest(clock.now() - 30 * 86_400_000);
    await writeCatalogue(builtInOrigins[0] ?? '', {
      accepted: { publicKey: 'k', version: 4, limits: { profiles: 20 } },
      refusal: null,
    });
    await open();
    expect(textOf('profiles-left')).toBe('20 of 20 left');
    expect(isShown('warm-up')).toBe(false);
    expect(textOf('connected')).toBe('http://127.0.0.1:3000Endpoint catalogue, version 4');
  });
});

describe('a refused catalogue', () => {
  it.each([
    ['bad_signature', 'its signature is invalid'],
    ['other_key', 'A different server now answers'],
    ['older', 'older than the previous one'],
    ['changed', 'changed without a new version number'],
    ['not_valid', 'not valid'],
  ] as const)('the popup describes the state: %s', async (refusal, words) => {
    await writeCatalogue('http://localhost:3000', { accepted: { publicKey: 'k', version: 4, limits: undefined }, refusal });
    await open();
    expect(textOf('connected')).toContain(words);
    expect(textOf('connected')).toContain('Version 4 is in use.');
  });

  it('a catalogue with another key than the built-in one requires the right extension', async () => {
    await writeCatalogue('http://localhost:3000', { accepted: null, refusal: 'other_key' });
    await open('k'.repeat(87));
    expect(textOf('connected')).toContain('the one this extension was built for');
    expect(document.querySelector('#connected button')).toBeNull();
  });

  it('an other key can be removed if the address is built in', async () => {
    await writeCatalogue('http://localhost:3000', { accepted: null, refusal: 'other_key' });
    await open();
    document.querySelector<HTMLButtonElement>('#connected button')?.click();
    await settle();
    expect(await readCatalogue('http://localhost:3000')).toBeNull();
    expect(isShown('connected')).toBe(false);
  });
});

describe('connecting a self-hosted Leadloom', () => {
  it('connecting an address requests access to it, lists it and links to it', async () => {
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

  it('access is requested in the same turn as the click, as browsers require', async () => {
    answerAccessQuestion(true);
    await open();
    find('address', HTMLInputElement).value = 'https://leads.example.com';
    find('connect', HTMLFormElement).dispatchEvent(new Event('submit', { cancelable: true }));
    expect(sinonChrome.permissions.request.callCount).toBe(1);
    await settle();
  });

  it('a note is stored for the background, because the permission prompt may close the popup', async () => {
    sinonChrome.permissions.request.callsFake(() => undefined);
    await open();
    await connect('https://leads.example.com');
    expect(fakeBrowser.session.get('pendingOrigin')).toBe('https://leads.example.com');
    expect(await readConnectedOrigins()).toEqual([]);
  });

  it('nothing is connected if the user denies access', async () => {
    answerAccessQuestion(false);
    await open();
    await connect('https://leads.example.com');
    expect(textOf('connect-error')).toBe('The browser did not grant access to this address.');
    expect(await readConnectedOrigins()).toEqual([]);
    expect(fakeBrowser.session.has('pendingOrigin')).toBe(false);
  });

  it('an address that the browser cannot give access to is refused in a sentence', async () => {
    sinonChrome.permissions.request.throws(new Error('Invalid match pattern'));
    await open();
    await connect('http://[::1]:3000');
    expect(textOf('connect-error')).toBe('The browser did not grant access to this address.');
    expect(fakeBrowser.session.has('pendingOrigin')).toBe(false);
  });

  it.each(['http://leads.example.com', 'https://www.linkedin.com', '', 'http://localhost:3000/app'])(
    '%j is refused without a permission prompt',
    async (typed) => {
      await open();
      await connect(typed);
      expect(textOf('connect-error')).not.toBe('');
      expect(find('address', HTMLInputElement).getAttribute('aria-invalid')).toBe('true');
      expect(sinonChrome.permissions.request.called).toBe(false);
    },
  );

  it('the key that a server proved is shown until the user confirms it', async () => {
    answerAccessQuestion(true);
    await open();
    await connect('https://leads.example.com');
    await pinKey('https://leads.example.com', 'k'.repeat(87));
    await open();
    expect(textOf('connected')).toMatch(/Key (?:[0-9a-f]{4} ){7}[0-9a-f]{4}\. Compare it .* can only lower the limits\./);
    document.querySelector<HTMLButtonElement>('[aria-label="Confirm https://leads.example.com"]')?.click();
    await settle();
    expect(textOf('connected')).toMatch(/Key (?:[0-9a-f]{4} ){7}[0-9a-f]{4}, confirmed$/);
    expect(document.querySelector('[aria-label^="Confirm"]')).toBeNull();
    expect(await readOriginKey('https://leads.example.com', { origins: [], serverKey: null })).toMatchObject({
      isConfirmed: true,
    });
  });

  it('disconnecting removes the access and the key', async () => {
    answerAccessQuestion(true);
    await open();
    await connect('https://leads.example.com');
    await writeCatalogue('https://leads.example.com', { accepted: null, refusal: 'older' });
    await pinKey('https://leads.example.com', 'k'.repeat(87));
    document.querySelector<HTMLButtonElement>('#connected button')?.click();
    await settle();
    expect(await readConnectedOrigins()).toEqual([]);
    expect(await readCatalogue('https://leads.example.com')).toBeNull();
    expect(await readOriginKey('https://leads.example.com', { origins: [], serverKey: null })).toBeNull();
    expect(fakeBrowser.access.has('https://leads.example.com/*')).toBe(false);
    expect(isShown('connected')).toBe(false);
  });
});

describe('a package for a store', () => {
  async function openWithoutServer(): Promise<void> {
    document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
    await startPopup(document, { builtIn: { origins: [], serverKey: null }, rules: memberAllowance }, clock);
  }

  it('the popup asks for a server first, and shows the rest once there is one', async () => {
    answerAccessQuestion(true);
    await openWithoutServer();
    expect(textOf('connect-heading')).toBe('Connect your Leadloom');
    expect(textOf('connect-advice')).toContain('Enter its address to begin.');
    expect(textOf('linkedin-status')).toBe('Signed in');
    expect(['open-collector', 'allowance', 'grant-access'].map(isShown)).toEqual([false, false, false]);
    await connect('http://localhost:3000');
    expect(textOf('connect-heading')).toBe('Connect a self-hosted Leadloom');
    expect(['open-collector', 'allowance', 'connect-advice'].map(isShown)).toEqual([true, true, false]);
    expect(find('open-collector', HTMLAnchorElement).getAttribute('href')).toBe('http://localhost:3000/app/linkedin/collector');
  });

  it('the popup requests access to LinkedIn alone if it is withheld', async () => {
    fakeBrowser.access.delete('https://www.linkedin.com/*');
    answerAccessQuestion(true);
    await openWithoutServer();
    expect(textOf('linkedin-status')).toBe('No access');
    find('grant-access', HTMLButtonElement).click();
    await settle();
    expect(sinonChrome.permissions.request.firstCall.args[0]).toEqual({ origins: ['https://www.linkedin.com/*'] });
    expect(textOf('linkedin-status')).toBe('Signed in');
  });
});
