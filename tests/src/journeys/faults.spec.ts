/** A sample of the screens under faults (`tests/faults`) with every fault; another one with every run, the same one with the same seed. */
import { expect } from '@playwright/test';
import { sampleCases } from '../../faults/spa/cases.ts';
import { judgeCase } from '../../faults/spa/judge-case.ts';
import { complaintsOf, countVerdicts, type Verdict } from '../../faults/spa/verdict.ts';
import { openBrowserFixture } from '../../faults/testing/browser.fixture.ts';
import { requestsFailed, test } from './strict-test.ts';

const LARGEST_SEED = 2 ** 31;

test('When a call fails, the screen says so, nothing is sent twice, and a retry works', async ({ expectComplaints }) => {
  expectComplaints(...requestsFailed);
  test.setTimeout(300_000);
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * LARGEST_SEED));
  const journey = await openBrowserFixture();
  const verdicts: Verdict[] = [];
  const complaints: string[] = [];
  try {
    for (const each of sampleCases(seed)) {
      const verdict = await judgeCase(journey, each);
      verdicts.push(verdict);
      complaints.push(...complaintsOf(verdict).map((complaint) => `${each.name}: ${complaint}`));
    }
  } finally {
    await journey.close();
  }
  console.log(`screens under faults, a sample (FAULTS_SEED=${seed}): ${countVerdicts(verdicts)}`);
  expect(complaints).toEqual([]);
});
