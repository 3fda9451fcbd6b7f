/** The full version of the journeys' sample: 200 profiles, with every possible fault occurring repeatedly. */
import { expect } from '@playwright/test';
import { requestsFailed, test } from '../../src/journeys/strict-test.ts';
import { type CollectorRun, collectUnderFaults, describeVerdict } from './collect-under-faults.ts';

test('200 profiles are collected once each through 200 worker restarts, 20 reloads, 10 browser kills and 10 broken connections', async ({
  expectComplaints,
}) => {
  expectComplaints(...requestsFailed);
  test.setTimeout(2_400_000);
  const run: CollectorRun = {
    seed: Number(process.env.FAULTS_SEED ?? 20_260_105),
    profiles: 200,
    counts: { 'worker killed': 200, 'tab reloaded': 20, 'browser killed': 10, offline: 10 },
    longestDelayMs: 150,
    limitMs: 2_100_000,
  };
  const verdict = await collectUnderFaults(run);
  console.log(describeVerdict(run, verdict));
  expect(verdict).toMatchObject({ collected: run.profiles, doubled: 0 });
  expect(verdict.repeated).toBeLessThanOrEqual(verdict.faults);
});
