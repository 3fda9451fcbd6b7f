/** Every combination of screens, calls and faults; `pnpm faults` runs it. The journeys run a sample of it. */
import { expect } from '@playwright/test';
import { test as base, requestsFailed } from '../src/journeys/strict-test.ts';
import { cases } from './spa/cases.ts';
import { judgeCase } from './spa/judge-case.ts';
import { complaintsOf } from './spa/verdict.ts';
import { type BrowserFixture, openBrowserFixture } from './testing/browser.fixture.ts';

const test = base.extend<object, { browserFixture: BrowserFixture }>({
  browserFixture: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const fixture = await openBrowserFixture();
      await use(fixture);
      await fixture.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ mode: 'parallel' });

for (const each of cases) {
  test(each.name, async ({ browserFixture, expectComplaints }, testInfo) => {
    expectComplaints(...requestsFailed);
    const verdict = await judgeCase(browserFixture, each);
    testInfo.annotations.push({ type: 'verdict', description: JSON.stringify(verdict) });
    expect(complaintsOf(verdict)).toEqual([]);
  });
}
