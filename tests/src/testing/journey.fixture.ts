/**
 * The environment of a journey: the real server on an empty database, LinkedIn's stand-in, a real Chromium with the
 * extension, and a monitor of all traffic, so that a leak fails the journey. A journey that says that it needs no extension
 * shares a browser without one with the other such journeys of its process; one that says that it shares its server, the
 * server.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BrowserFixture, openBrowserFixture } from '../../faults/testing/browser.fixture.ts';
import { launchBrowser, type SharedBrowser, shareBrowser } from '../journeys/browser.ts';
import { type LeadloomProcess, startLeadloom } from '../journeys/leadloom-process.ts';
import { openOutbox } from '../journeys/open-outbox.ts';
import { type SharedServers, shareServers } from '../journeys/shared-servers.ts';
import { test as base } from '../journeys/strict-test.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from '../stand-ins/linkedin/server.ts';

const extensionOrigin = process.env.JOURNEY_ORIGIN ?? 'http://localhost:3457';

interface JourneyMember {
  readonly slug: string;
  readonly fullName: string;
  readonly headline: string;
  readonly firstPositionTitle: string;
}

export interface Journey {
  readonly page: Page;
  readonly linkedIn: LinkedInStandIn;
  readonly leadloom: LeadloomProcess;
  /** A member whose profile has a headline and at least one position. */
  readonly member: JourneyMember;
  readonly signInToLinkedIn: () => Promise<void>;
  /** Places outside the browser's own requests to LinkedIn where a LinkedIn cookie value was found. */
  readonly findSecretLeaks: () => Promise<readonly string[]>;
}

interface Fixtures {
  readonly journey: Journey;
  /** The settings of the server as an operator writes them: `test.use({ settings: { BILLING: 'off' } })`. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Whether the browser has it. A journey that needs none takes less time without: `test.use({ extension: false })`. The
   * browser then reaches this computer alone, and the server is known as where it listens.
   */
  readonly extension: boolean;
  /**
   * Whether the server is that of other journeys as well: for those that need nothing special of it, and whose accounts are
   * named in them alone: `test.use({ sharesServer: true })`.
   */
  readonly sharesServer: boolean;
}

/**
 * The fixtures of a process, each made when it is first needed. All are here, because journeys with other ones get another
 * process.
 */
interface SharedFixtures {
  readonly sharedBrowser: SharedBrowser;
  readonly sharedServers: SharedServers;
  /** The browser of screens whose answers a journey makes up. */
  readonly stageParts: BrowserFixture;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  settings: [{}, { option: true }],
  extension: [true, { option: true }],
  sharesServer: [false, { option: true }],
  sharedBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const sharedBrowser = shareBrowser();
      await use(sharedBrowser);
      await sharedBrowser.close();
    },
    { scope: 'worker' },
  ],
  sharedServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const sharedServers = shareServers();
      await use(sharedServers);
      await sharedServers.close();
    },
    { scope: 'worker' },
  ],
  stageParts: [
    async ({ sharedServers }, use) => {
      // The answers are made up, so that the server gives the app alone.
      const stageParts = await openBrowserFixture(await sharedServers.borrow(extensionOrigin));
      await use(stageParts);
      await stageParts.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  journey: async ({ settings, extension, sharesServer, sharedBrowser, sharedServers }, use, testInfo) => {
    if (sharesServer && Object.keys(settings).length > 0)
      throw new Error('a journey whose server has settings cannot share it: remove `settings` or `sharesServer`');
    const linkedIn = await startLinkedInStandIn({ memberCount: 200, locale: 'en_US' });
    // An extension is built for one address, behind which each journey has its server.
    const knownAs = extension ? extensionOrigin : null;
    const leadloom = sharesServer ? await sharedServers.borrow(knownAs) : await startLeadloom(knownAs, settings);
    const browser = extension
      ? await launchBrowser(hostRules(leadloom.port, linkedIn.port), leadloom.publicUrl)
      : await sharedBrowser.open(leadloom.publicUrl);
    const { context } = browser;
    await openOutbox(context, leadloom);
    const page = await context.newPage();
    const seen = watch(page, leadloom.publicUrl);
    try {
      await use({
        page,
        linkedIn,
        leadloom,
        member: pickMember(linkedIn),
        signInToLinkedIn: async () => {
          if (!extension) throw new Error('this journey says that it needs no extension, so LinkedIn cannot be reached');
          const tab = await context.newPage();
          await tab.goto('https://www.linkedin.com/stand-in/sign-in');
          await tab.close();
        },
        findSecretLeaks: async () => {
          const cookies = await context.cookies('https://www.linkedin.com');
          const secrets = cookies.map((cookie) => cookie.value.replaceAll('"', '')).filter((value) => value.length >= 12);
          if (secrets.length < 2) throw new Error('the journey is not signed in to LinkedIn');
          const places: Record<string, string> = {
            'requests to our server': seen.requests.join('\n'),
            'messages on the page':
              (await page.evaluate(() => JSON.stringify(Reflect.get(window, '__seenMessages') ?? []))) ?? '',
            "the page's storage": await page.evaluate(() => JSON.stringify({ ...localStorage })),
            "the extension's storage": (
              await Promise.all(context.serviceWorkers().map((worker) => worker.evaluate<string>(readExtensionStorage)))
            ).join(),
            'the server’s log': leadloom.log(),
            'the outbox': await readFolder(join(leadloom.dataDir, 'outbox')),
          };
          return Object.keys(places).filter((place) => secrets.some((secret) => places[place]?.includes(secret)));
        },
      });
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server log', { body: leadloom.log(), contentType: 'text/plain' });
        await testInfo.attach('page', { body: await page.screenshot().catch(() => Buffer.alloc(0)), contentType: 'image/png' });
      }
      await browser.close();
      if (!sharesServer) await leadloom.stop();
      await linkedIn.close();
    }
  },
});

function hostRules(leadloomPort: number, linkedInPort: number): string[] {
  return [
    `MAP ${new URL(extensionOrigin).host} 127.0.0.1:${leadloomPort}`,
    `MAP www.linkedin.com 127.0.0.1:${linkedInPort}`,
    `MAP media.licdn.com 127.0.0.1:${linkedInPort}`,
  ];
}

/** Collects what the page sends. */
function watch(page: Page, origin: string): { readonly requests: string[] } {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin))
      requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  void page.addInitScript(() => {
    const messages: unknown[] = [];
    Reflect.set(window, '__seenMessages', messages);
    window.addEventListener('message', (event) => messages.push(event.data));
  });
  return { requests };
}

function pickMember(linkedIn: LinkedInStandIn): JourneyMember {
  for (let index = 0; index < linkedIn.control.memberCount; index += 1) {
    const member = linkedIn.control.member(index);
    const title = member.groups[0]?.roles[0]?.title;
    if (member.access === 'open' && member.distance !== 'out' && title !== undefined) {
      return {
        slug: member.slug,
        fullName: `${member.firstName} ${member.lastName}`,
        headline: member.headline,
        firstPositionTitle: title,
      };
    }
  }
  throw new Error('the stand-in has no member to collect');
}

async function readFolder(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

/** Runs in the extension's worker, whose globals this room has no types for. */
const readExtensionStorage = 'Promise.all([chrome.storage.local.get(), chrome.storage.session.get()]).then(JSON.stringify)';
