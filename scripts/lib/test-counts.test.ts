import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  filesToRetry,
  flakyOfPlaywright,
  settleRetry,
} from './test-counts.ts';

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

  it('failed tests are named with the first line of their reason, and a file that could not be loaded is named', () => {
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'one is two', failureMessages: ['\u001b[31mexpected 1\nto be 2'] },
            { status: 'passed', fullName: 'one is one', failureMessages: [] },
          ],
        },
        { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(failuresOfVitest(report)).toEqual(['/a.test.ts: one is two: expected 1', '/b.test.ts: no such module']);
    expect(failuresOfVitest(null)).toEqual([]);
  });

  it('files that failed are known by their paths, and settle by their second run', () => {
    const failed = (fullName: string) => ({ status: 'failed', fullName, failureMessages: ['no'] });
    const report = (...tests: readonly object[]) => ({
      numPassedTests: 3,
      numFailedTests: tests.length,
      testResults: [
        { name: '/a.test.ts', status: 'passed', assertionResults: [] },
        { name: '/b.test.ts', status: tests.length > 0 ? 'failed' : 'passed', assertionResults: tests },
      ],
    });
    const first = report(failed('one'), failed('two'));
    const run = { code: 1, report: first };
    const clean = { code: 0, report: report() };
    expect(filesToRetry([run, clean], 4)).toEqual(['/b.test.ts']);
    expect(filesToRetry([run, run], 1)).toEqual([]);
    // An error outside of all tests stays one, whatever else failed.
    expect(filesToRetry([run, { code: 1, report: report() }], 4)).toEqual([]);
    expect(filesToRetry([run, { code: 1, report: null }], 4)).toEqual([]);
    expect(settleRetry([first, null], null)).toEqual({
      count: { passed: 3, failed: 2, skipped: 0 },
      failures: ['/b.test.ts: one: no', '/b.test.ts: two: no'],
      flaky: [],
    });
    expect(settleRetry([first, null], report())).toEqual({
      count: { passed: 5, failed: 0, skipped: 0 },
      failures: [],
      flaky: ['/b.test.ts: one: no', '/b.test.ts: two: no'],
    });
    expect(settleRetry([first, report()], report(failed('two')))).toEqual({
      count: { passed: 7, failed: 1, skipped: 0 },
      failures: ['/b.test.ts: two: no'],
      flaky: [],
    });
  });

  const failing = (message: string, line: number) => ({ error: { message, location: { file: '/a.spec.ts', line, column: 1 } } });
  const spec = (title: string, ok: boolean, test: { status: string; results: readonly object[] }) => ({
    ok,
    title,
    file: 'a.spec.ts',
    tests: [test],
  });

  it('failed journeys are named with their line, also those in nested suites, and errors outside of them', () => {
    const failed = { status: 'unexpected', results: [failing('\u001b[31mno button\nat', 12), { error: { message: 'no page' } }] };
    const report = {
      errors: [{ message: 'no browser' }],
      suites: [
        {
          specs: [spec('signing in', true, { status: 'expected', results: [{}] })],
          suites: [{ specs: [spec('signing out', false, failed)] }],
        },
      ],
    };
    expect(failuresOfPlaywright(report)).toEqual(['no browser', 'a.spec.ts: signing out: line 12: no button: no page']);
    expect(flakyOfPlaywright(report)).toEqual([]);
    expect(failuresOfPlaywright('not a report')).toEqual([]);
  });

  it('a journey that passed when it was tried again is no failure, and is named', () => {
    const report = {
      suites: [{ specs: [spec('signing in', true, { status: 'flaky', results: [failing('no button', 7), {}] })] }],
    };
    expect(failuresOfPlaywright(report)).toEqual([]);
    expect(flakyOfPlaywright(report)).toEqual(['a.spec.ts: signing in: line 7: no button']);
  });
});
