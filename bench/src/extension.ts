/** The extension: the cost of the bridge per message, its overhead for downloads, and the size of the script on every page of Leadloom. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measureRoundTrip } from './bridge-round-trip.ts';
import { type CollectorDownloads, measureCollector } from './collector-downloads.ts';
import { launchExtensionBrowser } from './extension-browser.ts';
import { measureDownloads } from './profile-downloads.ts';

const ROUND_TRIP_GOAL = 2;
const DOWNLOAD_GOAL = 1.15;
const BRIDGE_GOAL_BYTES = 8 * 1024;
const PROFILES = 200;
const BRIDGE_FILE = join('src', 'entrypoints', 'bridge.iife.js');

export async function benchExtension(): Promise<void> {
  const browser = await launchExtensionBrowser();
  try {
    const bytes = await bridgeBytes(browser.extensionFolder);
    report(
      `bridge ${(bytes / 1024).toFixed(1)} kB gzipped (goal at most ${BRIDGE_GOAL_BYTES / 1024})`,
      bytes <= BRIDGE_GOAL_BYTES,
    );

    const { bridged, bare, ratio } = await measureRoundTrip(browser.page);
    console.log(`extension: bridge round trip ${bridged.toFixed(2)} ms, bare runtime message ${bare.toFixed(2)} ms`);
    report(`bridge round trip ratio ${ratio.toFixed(2)} (goal at most ${ROUND_TRIP_GOAL})`, ratio <= ROUND_TRIP_GOAL);

    reportDownloads('200 profiles by a bare page', await measureDownloads(browser));
  } finally {
    await browser.close();
  }
  reportDownloads(`${PROFILES} profiles by the collector`, await measureCollector(PROFILES));
}

function reportDownloads(what: string, { requests, wallMs, leastMs }: CollectorDownloads): void {
  const overhead = wallMs / leastMs;
  console.log(
    `extension: ${what}, ${requests} requests in ${(wallMs / 1000).toFixed(1)} s, the stand-in's own time ${(leastMs / 1000).toFixed(1)} s`,
  );
  report(`${what}: overhead ratio ${overhead.toFixed(2)} (goal at most ${DOWNLOAD_GOAL})`, overhead <= DOWNLOAD_GOAL);
}

function report(line: string, isGoalMet: boolean): void {
  console.log(`extension: ${line}`);
  if (!isGoalMet) process.exitCode = 1;
}

async function bridgeBytes(extensionFolder: string): Promise<number> {
  return gzipSync(await readFile(join(extensionFolder, BRIDGE_FILE)), { level: 9 }).length;
}
