/**
 * The app as its server serves it, in a real Chromium without an extension, and the server that cuts connections. Shared by
 * all cases of a process.
 */
import { launchBrowser } from '../../src/journeys/browser.ts';
import { type LeadloomProcess, startLeadloom } from '../../src/journeys/leadloom-process.ts';
import { ORIGIN } from '../spa/answers.ts';
import { startFaultServer } from '../spa/fault-server.ts';
import type { StageParts } from '../spa/stage.ts';

const ACTION_LIMIT_MS = 15_000;

export interface BrowserFixture extends StageParts {
  readonly close: () => Promise<void>;
}

/** @param shared a server known as the origin, which others use too; by default one is started */
export async function openBrowserFixture(shared: LeadloomProcess | null = null): Promise<BrowserFixture> {
  const faultServer = await startFaultServer();
  const leadloom = shared ?? (await startLeadloom(ORIGIN));
  const browser = await launchBrowser([`MAP ${new URL(ORIGIN).host} 127.0.0.1:${leadloom.port}`], ORIGIN, []);
  browser.context.setDefaultTimeout(ACTION_LIMIT_MS);
  await browser.context.clock.install();
  return {
    context: browser.context,
    faultServer,
    close: async () => {
      await browser.close();
      if (shared === null) await leadloom.stop();
      await faultServer.close();
    },
  };
}
