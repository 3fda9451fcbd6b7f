/** `pnpm e2e [playwright arguments]`: journeys in a real Chromium with the unpacked extension. */
import { ensureBrowsers } from './lib/chromium.ts';
import { prepareJourneys, runJourneys } from './lib/journeys.ts';

try {
  const browsers = await ensureBrowsers(console.log);
  await prepareJourneys(console.log);
  process.exitCode = await runJourneys(browsers, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
