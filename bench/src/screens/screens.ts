/**
 * What the first visit of every screen costs: JavaScript as it is sent, requests, layout shift and long tasks, on the
 * real server with sample rows in a Chromium with an empty cache. Then how long a change of screen takes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_EMAIL, sampleCredentials } from '@leadloom/server/modules/sample-data/sample-data.service';
import { signIn } from '@leadloom/tests/journeys/account-steps';
import { launchBrowser } from '@leadloom/tests/journeys/browser';
import { startLeadloom } from '@leadloom/tests/journeys/leadloom-process';
import { turnOnSecondFactor } from '@leadloom/tests/journeys/operator-steps';
import { startLinkedInStandIn } from '@leadloom/tests/stand-ins/linkedin/server';
import type { Page } from '@playwright/test';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from '../../../scripts/lib/journeys.ts';
import { measureChange } from './measure-change.ts';
import { type FirstVisit, measureFirstVisit } from './measure-first-visit.ts';
import { type Address, addressesOf } from './screen-addresses.ts';

const KILOBYTE = 1000;
const goals = { scriptBytes: 250 * KILOBYTE, requests: 40, layoutShift: 0.005, longTask: 50, change: 100 } as const;

export async function benchScreens(): Promise<void> {
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const linkedIn = await startLinkedInStandIn({ memberCount: 50, locale: 'en_US' });
  const leadloom = await startLeadloom(journeyOrigin, { LOG_LEVEL: 'error', OPERATORS: SAMPLE_EMAIL });
  const browser = await launchBrowser(
    [`MAP ${new URL(journeyOrigin).host} 127.0.0.1:${leadloom.port}`, `MAP www.linkedin.com 127.0.0.1:${linkedIn.port}`],
    journeyOrigin,
  );
  try {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    const addresses = await addressesOf();
    for (const address of addresses.public) report(address, await measureFirstVisit(page, address.path));
    const sample = sampleCredentials([await readFile(join(leadloom.dataDir, 'secret'))]);
    await signIn(page, sample);
    await page.goto('https://www.linkedin.com/stand-in/sign-in');
    await page.goto('/app/dashboard');
    for (const address of addresses.signedIn) report(address, await measureFirstVisit(page, address.path));
    await reportChanges(page);
    await turnOnSecondFactor(page, sample.password);
    for (const address of addresses.operator) report(address, await measureFirstVisit(page, address.path));
  } finally {
    await browser.close();
    await leadloom.stop();
    await linkedIn.close();
  }
}

function report({ path, isTable }: Address, { scriptBytes, requests, layoutShift, longestTask }: FirstVisit): void {
  const misses = [
    scriptBytes > goals.scriptBytes && 'JavaScript',
    requests > goals.requests && 'requests',
    layoutShift > goals.layoutShift && 'layout shift',
    isTable && longestTask > goals.longTask && 'long task',
  ].filter((miss) => miss !== false);
  console.log(
    `screens: ${path}: ${(scriptBytes / KILOBYTE).toFixed(1)} kB of JavaScript, ${requests} requests, ` +
      `layout shift ${layoutShift.toFixed(3)}, longest task once settled ${longestTask.toFixed(0)} ms` +
      (misses.length === 0 ? '' : ` (goal missed: ${misses.join(', ')})`),
  );
  if (misses.length > 0) process.exitCode = 1;
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
