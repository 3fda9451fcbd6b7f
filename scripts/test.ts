/**
 * `pnpm test`: everything. Types, lint and import rules, and dead code first, because they fail fastest; then unit and
 * server tests beside journeys in a real Chromium, after which the tests of screens run. Ends with the names of failed tests,
 * of journeys that passed only when they were tried again, and one line that counts all tests.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowsers } from './lib/chromium.ts';
import { prepareJourneys, runJourneys } from './lib/journeys.ts';
import { temporaryFilesInMemory } from './lib/memory-directory.ts';
import { allCores, checkSteps, runSteps, runTogether } from './lib/steps.ts';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOfPlaywright,
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
/** Named here too: what is named on the command line replaces what the configuration names. */
const familyReporter = './src/journeys/extension-walls/family-reporter.ts';

async function runAll(): Promise<number> {
  const checked = await runTogether(checkSteps);
  if (checked !== 0) return checked;
  process.stdout.write('\n▸ unit and server tests, and journeys in Chromium beside them\n');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = journeyResults;
  // All of them wait for a part of their time, for keys, timers and disks, so that they end sooner side by side.
  const codes = await Promise.all([
    runTests('unit and server tests', { project: '!web', workers: allCores }, unitResults),
    runJourneysThenScreens(),
  ]);
  return codes.find((code) => code !== 0) ?? 0;
}

async function runJourneysThenScreens(): Promise<number> {
  const browsers = await ensureBrowsers(console.log);
  console.log(`  ${[browsers.chromium, browsers.headlessShell].filter(Boolean).join(', ')}`);
  await prepareJourneys((line) => console.log(`  ${line}`));
  const code = await runJourneys(browsers, ['--retries=1', `--reporter=list,json,${familyReporter}`], { quiet: true });
  return (await runTests('tests of screens', { project: 'web', workers: allCores }, screenResults)) || code;
}

interface Tests {
  /** Of Vitest; `!` before its name: all others. */
  readonly project: string;
  /** As an option of Vitest. */
  readonly workers: string;
}

/** @returns the exit code */
function runTests(name: string, { project, workers }: Tests, file: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return runSteps([{ name, command: 'vitest', args: ['run', workers, `--project=${project}`, ...reporters] }]);
}

function report(): void {
  const vitest = [read(unitResults), read(screenResults)];
  const journeys = read(journeyResults);
  const counts = [...vitest.map(countVitest), countPlaywright(journeys)];
  const sum = (key: keyof TestCount): number => counts.reduce((total, count) => total + count[key], 0);
  for (const failure of [...vitest.flatMap(failuresOfVitest), ...failuresOfPlaywright(journeys)]) console.log(`✘ ${failure}`);
  for (const journey of flakyOfPlaywright(journeys)) console.log(`↻ passed on the second try: ${journey}`);
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
