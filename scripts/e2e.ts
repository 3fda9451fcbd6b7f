/** `pnpm e2e [playwright arguments]`: journeys in a real Chromium with the unpacked extension. */
import { ensureChromium } from './lib/chromium.ts';
import { prepareJourneys, runJourneys } from './lib/journeys.ts';

try {
  const chromium = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  process.exitCode = await runJourneys(chromium, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
