/** Reads how many tests ran out of the runners' JSON reports. */

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Vitest's JSON reporter, in Jest's form. */
export function countVitest(report: unknown): TestCount {
  return {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
}

/** Playwright's JSON reporter; a test that passed on a retry counts as passed. */
export function countPlaywright(report: unknown): TestCount {
  const stats = memberOf(report, 'stats');
  return {
    passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'),
    failed: numberAt(stats, 'unexpected'),
    skipped: numberAt(stats, 'skipped'),
  };
}

function numberAt(value: unknown, key: string): number {
  const member = memberOf(value, key);
  return typeof member === 'number' ? member : 0;
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
