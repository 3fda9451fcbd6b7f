/**
 * The app as its server serves it, in a real Chromium without an extension, and the server that cuts connections. Shared by
 * all cases of a process.
 */
import { launchBrowser } from '../../src/journeys/browser.ts';
import { startLeadloom } from '../../src/journeys/leadloom-process.ts';
import { ORIGIN } from '../spa/answers.ts';
import { startFaultServer } from '../spa/fault-server.ts';
import type { StageParts } from '../spa/stage.ts';

const ACTION_LIMIT_MS = 15_000;

export interface BrowserFixture extends StageParts {
  readonly close: () => Promise<void>;
}

export async function openBrowserFixture(): Promise<BrowserFixture> {
  const faultServer = await startFaultServer();
  const leadloom = await startLeadloom(ORIGIN);
  const browser = await launchBrowser([`MAP ${new URL(ORIGIN).host} 127.0.0.1:${leadloom.port}`], ORIGIN, []);
  browser.context.setDefaultTimeout(ACTION_LIMIT_MS);
  await browser.context.clock.install();
  return {
    context: browser.context,
    faultServer,
    close: async () => {
      await browser.close();
      await leadloom.stop();
      await faultServer.close();
    },
  };
}
