/**
 * The overhead beyond LinkedIn's own time: 200 profiles, three requests each, three at once, from the page through bridge
 * and background to the stand-in. The stand-in delays each response and adds the delays up; with three at once, a third of
 * their sum is the minimum.
 */

import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import { type ExtensionBrowser, signInToStandIn } from './extension-browser.ts';
import { installPageClient } from './page-client.ts';

const PROFILES = 200;
const AT_ONCE = 3;

export interface Downloads {
  readonly requests: number;
  readonly wallMs: number;
  /** The stand-in's delays, divided by the number of parallel requests. */
  readonly leastMs: number;
}

/** @throws {Error} if a request fails, or the stand-in received another number of them */
export async function measureDownloads(browser: ExtensionBrowser): Promise<Downloads> {
  const { page, standIn } = browser;
  await signInToStandIn(browser);
  // LinkedIn's time: between 90 and 210 ms, the same every time.
  standIn.control.setDelay((_, number) => 90 + ((number * 37) % 121));
  standIn.control.clear();
  await page.evaluate(installPageClient);
  const wallMs = await page.evaluate(downloadAll, { profiles: openProfiles(browser), atOnce: AT_ONCE });
  const requests = standIn.control.requestCount();
  const expected = PROFILES * urlsOf('').length;
  if (requests !== expected) throw new Error(`${requests} requests reached the stand-in instead of ${expected}`);
  return { requests, wallMs, leastMs: standIn.control.totalDelayMs() / AT_ONCE };
}

/** The addresses of each profile: whole profile, counts, contact. */
function openProfiles({ standIn }: ExtensionBrowser): string[][] {
  const members = Array.from({ length: standIn.control.memberCount }, (_, index) => standIn.control.member(index));
  const open = members.filter((member) => member.access === 'open').slice(0, PROFILES);
  if (open.length < PROFILES) throw new Error(`the stand-in has only ${open.length} members in reach`);
  return open.map((member) => urlsOf(member.slug));
}

function urlsOf(slug: string): string[] {
  const { profile, topCard, contact } = defaultCatalogue;
  return [profile, topCard, contact].flatMap(([candidate]) =>
    candidate === undefined ? [] : [buildProfileUrl(candidate, slug)],
  );
}

/** Runs in the page: fetches the given number of profiles at once, and the requests of one profile one after another. */
async function downloadAll({ profiles, atOnce }: { profiles: string[][]; atOnce: number }): Promise<number> {
  const queue = [...profiles];
  const worker = async (): Promise<void> => {
    for (let urls = queue.shift(); urls !== undefined; urls = queue.shift()) {
      for (const url of urls) {
        const reply = await window.ask('fetchData', { url, json: false, requestId: crypto.randomUUID() });
        if (!reply.ok) throw new Error(`${url} answered ${reply.error?.code}`);
      }
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - began;
}
