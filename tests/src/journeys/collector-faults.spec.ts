/** A sample of the collector under faults (`tests/faults/collector`); another order with every run, the same one with the same seed. */
import { expect } from '@playwright/test';
import { type CollectorRun, collectUnderFaults, describeVerdict } from '../../faults/collector/collect-under-faults.ts';
import { test } from '../testing/journey.fixture.ts';
import { requestsFailed } from './strict-test.ts';
import { ONLY_IN_FULL } from './thorough.ts';

const LARGEST_SEED = 2 ** 31;
/** Of eight. */
const FAULTS_AT_LEAST = 4;

test(
  'Nothing is lost, doubled or fetched twice when workers, tabs, the browser and the connection fail while profiles are collected',
  ONLY_IN_FULL,
  async ({ expectComplaints }) => {
    expectComplaints(...requestsFailed);
    test.setTimeout(700_000);
    const run: CollectorRun = {
      seed: Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * LARGEST_SEED)),
      profiles: 8,
      counts: { 'worker killed': 5, 'tab reloaded': 1, 'browser killed': 1, offline: 1 },
      longestDelayMs: 150,
      limitMs: 600_000,
    };
    console.log(`FAULTS_SEED=${run.seed}`);
    const verdict = await collectUnderFaults(run);
    console.log(describeVerdict(run, verdict));
    expect(verdict).toMatchObject({ collected: run.profiles, doubled: 0 });
    expect(verdict.faults).toBeGreaterThan(FAULTS_AT_LEAST);
    expect(verdict.repeated).toBeLessThanOrEqual(verdict.faults);
  },
);
