/**
 * Downloads through the whole product: the collector's screen fetches profiles, and the server parses and stores them, so
 * that LinkedIn's response time should be the only delay. The stand-in adds up its intended delays; with three requests at
 * once, a third of their sum is the minimum.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { launchBrowser } from '@leadloom/tests/journeys/browser';
import { type LeadloomProcess, startLeadloom } from '@leadloom/tests/journeys/leadloom-process';
import { type LinkedInStandIn, startLinkedInStandIn } from '@leadloom/tests/stand-ins/linkedin/server';
import type { BrowserContext, Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from '../../scripts/lib/journeys.ts';

const AT_ONCE = 3;
/** Milliseconds for each profile; several times what one takes. */
const TIME_LIMIT_MS = 1_500;
const LOOK_MS = 250;
/** Some of the stand-in's members are hidden or gone. */
const SPARE = 1.2;

export interface CollectorDownloads {
  readonly requests: number;
  readonly wallMs: number;
  /** The stand-in's delays, divided by the number of parallel requests. */
  readonly leastMs: number;
}

export interface Milestones {
  /** Numbers of collected profiles, ascending. */
  readonly at: readonly number[];
  readonly onReached: (collected: number, browser: { readonly page: Page; readonly context: BrowserContext }) => Promise<void>;
}

const noMilestones: Milestones = { at: [], onReached: () => Promise.resolve() };

/** @throws {Error} if a profile was not stored, or one was fetched twice */
export async function measureCollector(profiles: number, milestones: Milestones = noMilestones): Promise<CollectorDownloads> {
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(() => undefined);
  const linkedIn = await startLinkedInStandIn({ memberCount: Math.ceil(profiles * SPARE) });
  const leadloom = await startLeadloom(journeyOrigin, { LOG_LEVEL: 'warn' });
  const rules = [
    `MAP ${new URL(journeyOrigin).host} 127.0.0.1:${leadloom.port}`,
    `MAP www.linkedin.com 127.0.0.1:${linkedIn.port}`,
    `MAP media.licdn.com 127.0.0.1:${linkedIn.port}`,
  ];
  const browser = await launchBrowser(rules, journeyOrigin);
  try {
    const page = await browser.context.newPage();
    await page.goto('https://www.linkedin.com/stand-in/sign-in');
    const token = await signIn(page, leadloom);
    const api = createApi(leadloom, token);
    await api.acceptRisk();
    await api.addRows(openMembers(linkedIn, profiles));
    // LinkedIn's time for a profile: between 150 and 350 ms, the same in every run.
    linkedIn.control.setDelay((_, number) => 150 + ((number * 37) % 201));
    await openCollector(page, profiles);
    linkedIn.control.clear();
    const began = performance.now();
    await page.getByRole('button', { name: 'Start Job' }).click();
    const shown = { page, context: browser.context };
    await untilCollected(api, began, profiles, milestones, shown);
    const wallMs = performance.now() - began;
    // The last one is not measured.
    if (milestones.at.includes(profiles)) await milestones.onReached(profiles, shown);
    requireOnce(linkedIn);
    return { requests: linkedIn.control.requestCount(), wallMs, leastMs: linkedIn.control.totalDelayMs() / AT_ONCE };
  } finally {
    await browser.close();
    await leadloom.stop();
    await linkedIn.close();
  }
}

async function signIn(page: Page, { dataDir }: LeadloomProcess): Promise<string> {
  const { email, password } = sampleCredentials([await readFile(join(dataDir, 'secret'))]);
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText(`Welcome back, ${email}!`).waitFor();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  if (token === null) throw new Error('not signed in');
  return token.replaceAll('"', '');
}

interface Api {
  readonly acceptRisk: () => Promise<void>;
  readonly addRows: (slugs: readonly string[]) => Promise<void>;
  /** The number of collected profiles, without sample rows. */
  readonly collected: () => Promise<number>;
}

function createApi({ port }: LeadloomProcess, token: string): Api {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const linkedIn = `http://127.0.0.1:${port}/api/v1/linkedin`;
  const base = `${linkedIn}/jobs`;
  return {
    acceptRisk: async () => {
      const answer = await fetch(`${linkedIn}/risk`, { method: 'POST', headers, body: JSON.stringify({ accepted: true }) });
      if (!answer.ok) throw new Error(`the risk was not accepted: ${answer.status}`);
    },
    addRows: async (slugs) => {
      const users = slugs.map((slug) => ({ id: randomUUID(), url: `https://www.linkedin.com/in/${encodeURIComponent(slug)}` }));
      const answer = await fetch(`${base}/users`, { method: 'POST', headers, body: JSON.stringify({ users }) });
      if (!answer.ok) throw new Error(`rows were not saved: ${answer.status}`);
    },
    collected: async () => {
      const list: { readonly user_jobs: readonly { readonly url: string; readonly status: string | null }[] } = await (
        await fetch(base, { headers })
      ).json();
      return list.user_jobs.filter(({ url, status }) => status === 'ok' && !url.includes('/in/sample-')).length;
    },
  };
}

async function openCollector(page: Page, profiles: number): Promise<void> {
  await page.goto('/app/linkedin/collector');
  await page.getByText('Linkedin cookies available').waitFor();
  await page.getByLabel('Max Profiles To Download').fill(String(profiles));
  await page.getByLabel('Concurrent Downloads').fill(String(AT_ONCE));
}

async function untilCollected(
  api: Api,
  began: number,
  profiles: number,
  milestones: Milestones,
  browser: { readonly page: Page; readonly context: BrowserContext },
): Promise<void> {
  const ahead = [...milestones.at];
  for (let done = 0; done < profiles; done = await api.collected()) {
    if (performance.now() - began > profiles * TIME_LIMIT_MS) throw new Error(`only ${done} of ${profiles} were collected`);
    while (done >= (ahead[0] ?? Number.POSITIVE_INFINITY)) await milestones.onReached(ahead.shift() ?? 0, browser);
    await sleep(LOOK_MS);
  }
}

function openMembers({ control }: LinkedInStandIn, profiles: number): string[] {
  const members = Array.from({ length: control.memberCount }, (_, index) => control.member(index));
  const open = members.filter((member) => member.access === 'open').slice(0, profiles);
  if (open.length < profiles) throw new Error(`the stand-in has only ${open.length} members to collect`);
  return open.map((member) => member.slug);
}

/** Each member's profile is requested once; its sections have other endpoints. */
function requireOnce({ control }: LinkedInStandIn): void {
  const profiles = control.requests().filter(({ query }) => query.includes('FullProfileWithEntities'));
  const repeated = profiles.length - new Set(profiles.map(({ query }) => query)).size;
  if (repeated > 0) throw new Error(`${repeated} profiles were fetched twice`);
}
