/**
 * `pnpm test`: everything. Types, lint and import rules, and dead code first, because they fail fastest; then unit and
 * server tests beside journeys in a real Chromium, after which the tests of screens run. A few that failed are tried once more.
 * Ends with the names of failed tests, of those that passed only when they were tried again, and one line that counts all tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowsers } from './lib/chromium.ts';
import { prepareJourneys, runJourneys } from './lib/journeys.ts';
import { temporaryFilesInMemory } from './lib/memory-directory.ts';
import { allCores, busyWorkers, checkSteps, runSteps, runTogether } from './lib/steps.ts';
import {
  countPlaywright,
  failuresOfPlaywright,
  filesToRetry,
  flakyOfPlaywright,
  settleRetry,
  type TestCount,
} from './lib/test-counts.ts';

Object.assign(process.env, temporaryFilesInMemory());
const results = mkdtempSync(join(tmpdir(), 'leadloom-results-'));
// Tests start servers and commands hundreds of times, and each would compile the same modules again.
process.env.NODE_COMPILE_CACHE = join(results, 'compile-cache');
/** Screens in a simulated browser wait for keys and timers; the other tests compute, and ask the database. */
const screenResults = join(results, 'screens.json');
const unitResults = join(results, 'unit.json');
const journeyResults = join(results, 'journeys.json');
const retryResults = join(results, 'retry.json');
/** If more files fail, that is no chance, and they stay failed. */
const MAX_FILES_TO_RETRY = 4;
/** The reporter is named here, too: reporters on the command line replace those of the configuration. */
const familyReporter = './src/journeys/extension-walls/family-reporter.ts';

async function runAll(): Promise<number> {
  const checked = await runTogether(checkSteps);
  if (checked !== 0) return checked;
  process.stdout.write('\n▸ unit and server tests, and journeys in Chromium beside them\n');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = journeyResults;
  // All of them spend a part of their time waiting for keys, timers and disks, so they end sooner side by side.
  const [units, [journeys, screens]] = await Promise.all([
    runTests('unit and server tests', ['--project=!web', allCores], unitResults),
    runJourneysThenScreens(),
  ]);
  return (await retryFiles(units, screens)) || journeys;
}

/** @returns the exit codes of both */
async function runJourneysThenScreens(): Promise<readonly [journeys: number, screens: number]> {
  const browsers = await ensureBrowsers(console.log);
  console.log(`  ${[browsers.chromium, browsers.headlessShell].filter(Boolean).join(', ')}`);
  await prepareJourneys((line) => console.log(`  ${line}`));
  // Journeys with this tag repeat what tests of their parts prove, see `tests/src/journeys/thorough.ts`.
  const options = ['--grep-invert=@full', '--retries=1', `--reporter=list,json,${familyReporter}`];
  const code = await runJourneys(browsers, options, { quiet: true });
  return [code, await runTests('tests of screens', ['--project=web', busyWorkers], screenResults)];
}

/** Runs the files again in which a test failed, with nothing beside them. @returns the exit code that counts */
async function retryFiles(units: number, screens: number): Promise<number> {
  const runs = [
    { code: units, report: read(unitResults) },
    { code: screens, report: read(screenResults) },
  ];
  const files = filesToRetry(runs, MAX_FILES_TO_RETRY);
  if (files.length === 0) return units || screens;
  return runTests('files with a failed test, once more', [...files, '--maxWorkers=1'], retryResults);
}

/** @returns the exit code */
function runTests(name: string, options: readonly string[], file: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return runSteps([{ name, command: 'vitest', args: ['run', ...options, ...reporters] }]);
}

function report(): void {
  const vitest = settleRetry([unitResults, screenResults].map(read), read(retryResults));
  const journeys = read(journeyResults);
  const counts = [vitest.count, countPlaywright(journeys)];
  const sum = (key: keyof TestCount): number => counts.reduce((total, count) => total + count[key], 0);
  for (const failure of [...vitest.failures, ...failuresOfPlaywright(journeys)]) console.log(`✘ ${failure}`);
  for (const test of [...vitest.flaky, ...flakyOfPlaywright(journeys)]) console.log(`↻ passed on the second try: ${test}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The step that writes it did not run; its failure was printed already.
    return null;
  }
}

try {
  process.exitCode = await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  report();
  rmSync(results, { recursive: true, force: true });
}
