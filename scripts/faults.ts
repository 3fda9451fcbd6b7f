/**
 * `pnpm faults [playwright arguments]`: tests that take minutes and need an otherwise idle machine. First, by Vitest, the
 * faults of the server and the long variants of attacks and faults: files named `*.long.test.ts`, which no other command
 * includes, and in full those of which others try a part (`tests/vitest.long.config.ts`). Then, by Playwright, every screen
 * under every fault, every screen by the keyboard alone, and the collector under kills: the `*.spec.ts` of `tests/faults`;
 * and in full the journeys of which others try a part. Each prints its counts. The second part runs even when the first
 * fails.
 */
import { ensureBrowsers } from './lib/chromium.ts';
import { prepareJourneys, runJourneys } from './lib/journeys.ts';
import { runSteps } from './lib/steps.ts';

async function runScreens(): Promise<number> {
  process.stdout.write('\n▸ screens under faults, the collector under kills, in Chromium\n');
  const browsers = await ensureBrowsers(console.log);
  await prepareJourneys((line) => console.log(`  ${line}`));
  return runJourneys(browsers, ['--config', 'faults/playwright.config.ts', ...process.argv.slice(2)]);
}

try {
  const server = await runSteps([
    {
      name: 'faults of the server, long attacks on it',
      command: 'vitest',
      args: ['run', '--config', 'tests/vitest.long.config.ts'],
    },
  ]);
  const screens = await runScreens();
  process.exitCode = server === 0 ? screens : server;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
