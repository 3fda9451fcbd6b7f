/**
 * A person who collects profiles: the real server, LinkedIn's stand-in, and a Chromium whose profile folder survives it. The
 * connections to the server and to LinkedIn pass through gates that can be closed.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { callApi, type Place } from '../../src/journeys/account-shortcuts.ts';
import { type Credentials, submitSignIn } from '../../src/journeys/account-steps.ts';
import { becomeCollector } from '../../src/journeys/become-collector.ts';
import { type Browser, extensionFolder, launchBrowser } from '../../src/journeys/browser.ts';
import { type LeadloomProcess, startLeadloom } from '../../src/journeys/leadloom-process.ts';
import { openOutbox } from '../../src/journeys/open-outbox.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from '../../src/stand-ins/linkedin/server.ts';
import type { Session } from '../../src/stand-ins/linkedin/sessions.ts';
import { type Gate, startGate } from '../collector/gate.ts';
import { ORIGIN } from '../spa/answers.ts';

const person: Credentials = { email: 'ida.brekke@example.com', password: 'loom-and-weft-8' };
/** There are this many times more members than are needed: some are hidden or gone. */
const SPARE = 1.2;
const SPARE_FEW = 5;

export interface CollectorFixture {
  readonly linkedIn: LinkedInStandIn;
  readonly leadloom: LeadloomProcess;
  /** The collector's page of the browser that runs now. */
  readonly page: () => Page;
  /** Disconnects the person from everything, and reconnects. */
  readonly disconnect: () => void;
  readonly reconnect: () => void;
  /** SIGKILL, then a start on the same profile folder, up to the collector. */
  readonly killBrowser: () => Promise<void>;
  readonly openCollector: () => Promise<void>;
  readonly rows: () => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

const jobsSchema = z.object({
  user_jobs: z.array(z.object({ url: z.string(), status: z.string().nullable(), user_id: z.string().nullable() })),
});
export type Row = z.infer<typeof jobsSchema>['user_jobs'][number];

/** @param profiles rows that wait to be collected, each of a member who can be */
export async function openCollectorFixture(profiles: number): Promise<CollectorFixture> {
  const linkedIn = await startLinkedInStandIn({ memberCount: Math.ceil(profiles * SPARE) + SPARE_FEW, locale: 'en_US' });
  const leadloom = await startLeadloom(ORIGIN, { LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '1000000' });
  const [linkedInGate, serverGate] = await Promise.all([startGate(linkedIn.port), startGate(leadloom.port)]);
  const profile = await mkdtemp(join(tmpdir(), 'leadloom-collector-'));
  const session = linkedIn.control.signIn();
  const open = () => openBrowser(profile, linkedInGate, serverGate, session);
  let { browser, page } = await open();
  await openOutbox(browser.context, leadloom);
  await settle({ page, leadloom }, slugsOf(linkedIn, profiles));

  const openCollector = async (): Promise<void> => {
    // An open page is reloaded.
    await page.goto('/app/linkedin/collector');
    const start = page.getByRole('button', { name: 'Start Job' });
    await expect(start.or(page.getByRole('button', { name: 'Login' }))).toBeVisible();
    if (await start.isVisible()) return;
    // A browser that was killed may have lost its newest token.
    await submitSignIn(page, person);
    // It leads back to where it was asked for, unless it was opened by itself.
    await expect(page.getByText(`Welcome back, ${person.email}!`).or(start)).toBeVisible();
    await page.goto('/app/linkedin/collector');
    await expect(start).toBeVisible();
  };

  return {
    linkedIn,
    leadloom,
    page: () => page,
    openCollector,
    disconnect: () => {
      linkedInGate.shut();
      serverGate.shut();
    },
    reconnect: () => {
      linkedInGate.open();
      serverGate.open();
    },
    killBrowser: async () => {
      const ended = new Promise((resolve) => browser.context.once('close', resolve));
      process.kill(await processOf(browser), 'SIGKILL');
      await ended;
      ({ browser, page } = await open());
      await openCollector();
    },
    rows: async () => jobsSchema.parse(await callApi(page, { method: 'GET', path: '/linkedin/jobs' })).user_jobs,
    close: async () => {
      await browser.close();
      await Promise.all([linkedInGate.close(), serverGate.close()]);
      await Promise.all([leadloom.stop(), linkedIn.close()]);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openBrowser(
  profile: string,
  linkedIn: Gate,
  server: Gate,
  { liAt, jsessionId }: Session,
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const rules = [
    `MAP ${new URL(ORIGIN).host} 127.0.0.1:${server.port}`,
    `MAP www.linkedin.com 127.0.0.1:${linkedIn.port}`,
    `MAP media.licdn.com 127.0.0.1:${linkedIn.port}`,
  ];
  const browser = await launchBrowser(rules, ORIGIN, [extensionFolder], { profile });
  const common = { domain: '.www.linkedin.com', path: '/', secure: true, sameSite: 'None' } as const;
  await browser.context.addCookies([
    { name: 'li_at', value: liAt, httpOnly: true, ...common },
    { name: 'JSESSIONID', value: jsessionId, ...common },
  ]);
  return { browser, page: await browser.context.newPage() };
}

/** An account of its own with its rows. */
async function settle(place: Place, slugs: readonly string[]): Promise<void> {
  await becomeCollector(place, person);
  const users = slugs.map((slug) => ({ id: randomUUID(), url: `https://www.linkedin.com/in/${encodeURIComponent(slug)}` }));
  await callApi(place.page, { method: 'POST', path: '/linkedin/jobs/users', body: { users } });
}

function slugsOf({ control }: LinkedInStandIn, count: number): readonly string[] {
  const members = Array.from({ length: control.memberCount }, (_, index) => control.member(index));
  const open = members.filter(({ access }) => access === 'open').slice(0, count);
  if (open.length < count) throw new Error(`the stand-in has ${open.length} members to collect instead of ${count}`);
  return open.map(({ slug }) => slug);
}

async function processOf({ context }: Browser): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('the browser does not tell its process');
  return main.id;
}
