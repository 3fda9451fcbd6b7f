/**
 * The environment for attacks on the extension: a real Chromium in which our origin leads to the real
 * server, LinkedIn's name to its stand-in, and every other host name to a hostile host that
 * writes down whatever arrives. One arena serves all tests of a worker; each test finds it cleaned.
 */
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { z } from 'zod';
import { type HostileHost, type HostileRequest, startHostileHost } from '../../stand-ins/hostile-host.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from '../../stand-ins/linkedin/server.ts';
import type { Session } from '../../stand-ins/linkedin/sessions.ts';
import { launchBrowser } from '../browser.ts';
import { type LeadloomProcess, startLeadloom } from '../leadloom-process.ts';
import { openOutbox } from '../open-outbox.ts';
import { test as base } from '../strict-test.ts';
import { type FrontDoor, startFrontDoor } from './front-door.ts';
import { provePage } from './prove-page.ts';

export const appOrigin = process.env.JOURNEY_ORIGIN ?? 'http://localhost:3457';
/** A page of the app as the server delivers it, and one at the app's address without any policy. */
export const appPage = `${appOrigin}/app/login`;
export const barePage = `${appOrigin}/app/bare`;
export const hostilePage = 'https://evil.example.com/stage';

export interface Arena {
  readonly context: BrowserContext;
  readonly linkedIn: LinkedInStandIn;
  readonly leadloom: LeadloomProcess;
  readonly hostile: HostileHost;
  readonly frontDoor: FrontDoor;
  /** The rules with which another browser reaches the same hosts. */
  readonly hostRules: readonly string[];
  readonly worker: Worker;
  readonly extensionId: string;
  /** What LinkedIn's cookies in the browser are. */
  readonly session: Session;
  /** A member who can be collected. */
  readonly identity: string;
  readonly open: (url: string) => Promise<Page>;
  /** The same for a page of the app that is to prove its server: an attack from it has this wall behind it. */
  readonly openProved: (url: string) => Promise<Page>;
  /** Proves the page as the app does by itself; the messages that takes are not among what was heard. */
  readonly prove: (page: Page) => Promise<void>;
  /** What arrived at the hostile host, its own pages aside. */
  readonly arrivals: () => readonly HostileRequest[];
  /** Addresses of LinkedIn's API that were asked for. */
  readonly fetched: () => readonly string[];
  /** Messages the background was given, as text. */
  readonly heardByBackground: () => Promise<readonly string[]>;
}

type Stage = Omit<Arena, 'session'>;

export const test = base.extend<{ arena: Arena }, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const [linkedIn, hostile, leadloom] = await Promise.all([
        startLinkedInStandIn({ memberCount: 200, locale: 'en_US' }),
        startHostileHost(),
        startLeadloom(appOrigin),
      ]);
      const frontDoor = await startFrontDoor(leadloom.port);
      const hostRules = rulesFor(frontDoor.port, linkedIn.port, hostile);
      const { context, close } = await launchBrowser(hostRules, appOrigin);
      try {
        await openOutbox(context, leadloom);
        const worker = await backgroundOf(context);
        const open = async (url: string): Promise<Page> => {
          const page = await context.newPage();
          await page.goto(url);
          return page;
        };
        const heard = async () => z.array(z.string()).parse(await worker.evaluate<unknown>('globalThis.__heard'));
        const prove = async (page: Page): Promise<void> => {
          const before = await heard();
          await provePage(page);
          await worker.evaluate(`globalThis.__heard = ${JSON.stringify(before)}`);
        };
        await use({
          context,
          linkedIn,
          leadloom,
          hostile,
          frontDoor,
          hostRules,
          worker,
          extensionId: new URL(worker.url()).host,
          identity: memberToCollect(linkedIn),
          open,
          openProved: async (url) => {
            const page = await open(url);
            await prove(page);
            return page;
          },
          prove,
          arrivals: () => hostile.requests().filter(({ url }) => !/^\/(?:stage|favicon\.ico)/.test(url)),
          fetched: () =>
            linkedIn.control
              .requests()
              .filter(({ path }) => path.startsWith('/voyager/'))
              .map(({ path, query }) => `${path}?${query}`),
          heardByBackground: heard,
        });
      } finally {
        await close();
        await Promise.all([frontDoor.close(), leadloom.stop(), hostile.close(), linkedIn.close()]);
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  arena: async ({ stage }, use) => {
    const { context, linkedIn, worker } = stage;
    linkedIn.control.clearFaults();
    linkedIn.control.setDelay(0);
    const session = linkedIn.control.signIn(`Canary${process.hrtime.bigint()}`);
    await signIn(context, session);
    await worker.evaluate(EMPTY_STORAGE);
    await worker.evaluate(LISTEN);
    linkedIn.control.clear();
    stage.hostile.clear();
    stage.frontDoor.clear();
    const before = context.pages();
    await use({ ...stage, session });
    // The first page stays: a browser without one may end.
    await Promise.all(context.pages().map((page) => (before.includes(page) ? undefined : page.close())));
  },
});

export async function signIn(context: BrowserContext, session: Session): Promise<void> {
  const common = { domain: '.www.linkedin.com', path: '/', secure: true, sameSite: 'None' } as const;
  await context.addCookies([
    { name: 'li_at', value: session.liAt, httpOnly: true, ...common },
    { name: 'JSESSIONID', value: session.jsessionId, ...common },
  ]);
}

export async function backgroundOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
}

/** Ends the worker as the browser does when it is idle or short of memory. Resolves once it has ended. */
export async function endBackground(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    if (versions.some((version) => version.runningStatus === 'stopped')) resolve();
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await ended;
  await session.detach();
}

function rulesFor(appPort: number, linkedInPort: number, hostile: HostileHost): readonly string[] {
  return [
    `MAP ${new URL(appOrigin).host} 127.0.0.1:${appPort}`,
    `MAP www.linkedin.com:443 127.0.0.1:${linkedInPort}`,
    // The browser's own errands.
    ...['*.google.com', '*.googleapis.com', '*.gvt1.com'].map((name) => `MAP ${name} ~NOTFOUND`),
    `MAP *:443 127.0.0.1:${hostile.httpsPort}`,
    `MAP *:8443 127.0.0.1:${hostile.httpsPort}`,
    `MAP * 127.0.0.1:${hostile.httpPort}`,
  ];
}

function memberToCollect({ control }: LinkedInStandIn): string {
  for (let index = 0; index < control.memberCount; index += 1) {
    const { slug, access, distance } = control.member(index);
    if (access === 'open' && distance !== 'out' && /^[a-z0-9-]+$/.test(slug)) return slug;
  }
  throw new Error('the stand-in has no member to collect');
}

/** Both run in the worker, whose globals this room has no types for. */
const EMPTY_STORAGE = 'Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])';
const LISTEN = `{
  const heard = [];
  if (globalThis.__heard === undefined)
    chrome.runtime.onMessage.addListener((message, { url, origin }) => void globalThis.__heard.push(JSON.stringify({ message, url, origin })));
  globalThis.__heard = heard;
}`;
