import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.ts';

describe('test counts', () => {
  it("Vitest's report is read", () => {
    const report = { numPassedTests: 41, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 };
    expect(countVitest(report)).toEqual({ passed: 41, failed: 2, skipped: 4 });
  });

  it("Playwright's report is read, with a flaky test that passed", () => {
    const report = { stats: { expected: 7, flaky: 1, unexpected: 2, skipped: 1 } };
    expect(countPlaywright(report)).toEqual({ passed: 8, failed: 2, skipped: 1 });
  });

  it('a step that did not run counts nothing', () => {
    expect(countVitest(null)).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(countPlaywright('not a report')).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
