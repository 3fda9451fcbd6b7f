/** A sample of the screens under faults (`tests/faults`), each with another fault; another one with every run, the same one with the same seed. */
import { expect } from '@playwright/test';
import { sampleCases } from '../../faults/spa/cases.ts';
import { judgeCase } from '../../faults/spa/judge-case.ts';
import { complaintsOf, countVerdicts, type Verdict } from '../../faults/spa/verdict.ts';
import { test } from '../testing/journey.fixture.ts';
import { requestsFailed } from './strict-test.ts';

const LARGEST_SEED = 2 ** 31;
/** Of the faults, in an order of the seed; `pnpm faults` has all of them on every screen. */
const FAULTS = 5;

test('When a call fails, the screen says so, nothing is sent twice, and a retry works', async ({
  stageParts,
  expectComplaints,
}) => {
  expectComplaints(...requestsFailed);
  test.setTimeout(300_000);
  const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * LARGEST_SEED));
  const verdicts: Verdict[] = [];
  const complaints: string[] = [];
  for (const each of sampleCases(seed, FAULTS)) {
    const verdict = await judgeCase(stageParts, each);
    verdicts.push(verdict);
    complaints.push(...complaintsOf(verdict).map((complaint) => `${each.name}: ${complaint}`));
  }
  console.log(`screens under faults, a sample (FAULTS_SEED=${seed}): ${countVerdicts(verdicts)}`);
  expect(complaints).toEqual([]);
});
