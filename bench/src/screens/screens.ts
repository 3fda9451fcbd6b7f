/**
 * What the first visit of every screen costs: JavaScript as it is sent, requests, layout shift and long tasks, on the
 * real server with sample rows in a Chromium with an empty cache. Then how long a change of screen takes, how long rows of
 * two answers are shown, and what Lighthouse says.
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_EMAIL, sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { signIn } from '@leadloom/tests/journeys/account-steps';
import { launchBrowser } from '@leadloom/tests/journeys/browser';
import { MOST_SHIFT } from '@leadloom/tests/journeys/layout-shift';
import { startLeadloom } from '@leadloom/tests/journeys/leadloom-process';
import { turnOnSecondFactor } from '@leadloom/tests/journeys/operator-steps';
import { weightLimits } from '@leadloom/tests/journeys/screen-weight';
import { startLinkedInStandIn } from '@leadloom/tests/stand-ins/linkedin/server';
import type { Page } from '@playwright/test';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from '../../../scripts/lib/journeys.ts';
import { devices, judgeByLighthouse, scoreGoals } from './judge-by-lighthouse.ts';
import { measureChange, measureMixedAnswers } from './measure-change.ts';
import { type FirstVisit, measureFirstVisit } from './measure-first-visit.ts';
import type { ScreensChoice } from './options.ts';
import { type Address, addressesOf } from './screen-addresses.ts';

const KILOBYTE = 1000;
const goals = { ...weightLimits, layoutShift: MOST_SHIFT, longTask: 50, change: 100, mixedAnswers: 0 } as const;
/** How much slower the processor is in a second round. */
const SLOWER_PROCESSOR = 4;

export async function benchScreens({ isChosen, isLighthouse, isPart }: ScreensChoice): Promise<void> {
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const linkedIn = await startLinkedInStandIn({ memberCount: 50, locale: 'en_US' });
  const leadloom = await startLeadloom(journeyOrigin, { LOG_LEVEL: 'error', OPERATORS: SAMPLE_EMAIL });
  const commandPort = await findFreePort();
  const browser = await launchBrowser(
    [`MAP ${new URL(journeyOrigin).host} 127.0.0.1:${leadloom.port}`, `MAP www.linkedin.com 127.0.0.1:${linkedIn.port}`],
    journeyOrigin,
    undefined,
    { switches: isLighthouse ? [`--remote-debugging-port=${commandPort}`] : [] },
  );
  try {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    const addresses = await addressesOf();
    const measure = async (list: readonly Address[]): Promise<void> => {
      for (const address of list.filter(({ path }) => isChosen(path))) {
        report(address, await measureFirstVisit(page, address.path));
        if (isLighthouse) await reportJudgement(address.path, commandPort);
      }
    };
    await measure(addresses.public);
    const sample = sampleCredentials([await readFile(join(leadloom.dataDir, 'secret'))]);
    await signIn(page, sample);
    await page.goto('https://www.linkedin.com/stand-in/sign-in');
    await page.goto('/app/dashboard');
    await measure(addresses.signedIn);
    if (!isPart) {
      await reportChanges(page);
      await reportMixedAnswers(page);
    }
    if (addresses.operator.some(({ path }) => isChosen(path))) await turnOnSecondFactor(page, sample.password);
    await measure(addresses.operator);
  } finally {
    await browser.close();
    await leadloom.stop();
    await linkedIn.close();
  }
}

function report({ path, isTable }: Address, visit: FirstVisit): void {
  const { scriptBytes, requests, layoutShift, moved, longestTask } = visit;
  const misses = [
    scriptBytes > goals.scriptBytes && 'JavaScript',
    requests > goals.requests && 'requests',
    layoutShift > goals.layoutShift && `layout shift of ${moved.join(', ')}`,
    isTable && longestTask > goals.longTask && 'long task',
  ].filter((miss) => miss !== false);
  console.log(
    `screens: ${path}: ${(scriptBytes / KILOBYTE).toFixed(1)} kB of JavaScript, ${requests} requests, ` +
      `layout shift ${layoutShift.toFixed(4)}, longest task once settled ${longestTask.toFixed(0)} ms` +
      (misses.length === 0 ? '' : ` (goal missed: ${misses.join(', ')})`),
  );
  if (misses.length > 0) process.exitCode = 1;
}

async function reportJudgement(path: string, port: number): Promise<void> {
  for (const device of devices) {
    const { scores, times, faults } = await judgeByLighthouse(new URL(path, journeyOrigin).href, port, device);
    const goals = scoreGoals[device];
    const shown = [...scores]
      .map(([category, score]) => `${category} ${score} (goal at least ${goals.get(category)})`)
      .join(', ');
    console.log(`screens: ${path}: Lighthouse, ${device}: ${shown}; ${times}; load ${loadavg()[0]?.toFixed(1)}`);
    for (const fault of faults) console.log(`screens:   ${fault}`);
    if ([...scores].some(([category, score]) => score < (goals.get(category) ?? 100))) process.exitCode = 1;
  }
}

async function reportChanges(page: Page): Promise<void> {
  for (const [from, to] of [
    ['Dashboard', 'API Keys'],
    ['Investors', 'Companies'],
  ] as const) {
    const milliseconds = await measureChange(page, from, to);
    console.log(`screens: from ${from} to ${to}: ${milliseconds.toFixed(0)} ms (goal at most ${goals.change} ms)`);
    if (milliseconds > goals.change) process.exitCode = 1;
  }
}

async function reportMixedAnswers(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  for (const rate of [1, SLOWER_PROCESSOR]) {
    await page.goto('/app/table/companies?page=1&per_page=50');
    await page.locator('tbody tr[aria-selected]').first().waitFor();
    await devTools.send('Emulation.setCPUThrottlingRate', { rate });
    const milliseconds = await measureMixedAnswers(page);
    console.log(
      `screens: rows of two answers, with the processor ${rate} times slower: ${milliseconds.toFixed(0)} ms (goal at most ${goals.mixedAnswers} ms)`,
    );
    if (milliseconds > goals.mixedAnswers) process.exitCode = 1;
  }
  await devTools.detach();
}
