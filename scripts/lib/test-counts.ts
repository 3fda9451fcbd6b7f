/** Reads out of the runners' JSON reports how many tests ran, and which failed. */
import { stripVTControlCharacters } from 'node:util';

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

/** @returns a line with the first line of the reason for each failed test of Vitest's report, and each file that failed whole */
export function failuresOfVitest(report: unknown): readonly string[] {
  return listAt(report, 'testResults').flatMap((file) => {
    const path = textAt(file, 'name');
    const failed = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed');
    if (failed.length === 0 && textAt(file, 'status') === 'failed') return [`${path}: ${firstLine(textAt(file, 'message'))}`];
    return failed.map((test) => {
      const [message = ''] = listAt(test, 'failureMessages');
      return `${path}: ${textAt(test, 'fullName')}: ${firstLine(message)}`;
    });
  });
}

interface VitestRun {
  readonly code: number;
  readonly report: unknown;
}

/**
 * @param max files; more that fail are no chance
 * @returns the paths of all files in which a test failed, or that failed whole; none where a run failed for another reason
 */
export function filesToRetry(runs: readonly VitestRun[], max: number): readonly string[] {
  const failed = runs.filter(({ code }) => code !== 0).map(({ report }) => failedFiles(report));
  const files = failed.flat();
  return failed.some(({ length }) => length === 0) || files.length > max ? [] : files;
}

function failedFiles(report: unknown): readonly string[] {
  return listAt(report, 'testResults')
    .filter((file) => textAt(file, 'status') === 'failed')
    .map((file) => textAt(file, 'name'));
}

export interface SettledTests {
  readonly count: TestCount;
  /** A line each, as of `failuresOfVitest`. */
  readonly failures: readonly string[];
  /** The same for tests that failed first and passed when their files were run again. */
  readonly flaky: readonly string[];
}

/**
 * @param reports of Vitest's first runs
 * @param retry of a run of all files that failed in them; null: nothing was run again
 */
export function settleRetry(reports: readonly unknown[], retry: unknown): SettledTests {
  const failures = reports.flatMap(failuresOfVitest);
  const counts = reports.map(countVitest);
  const sum = (key: keyof TestCount): number => counts.reduce((total, count) => total + count[key], 0);
  const first = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  if (retry === null) return { count: first, failures, flaky: [] };
  const { failed } = countVitest(retry);
  const count = { ...first, passed: first.passed + first.failed - failed, failed };
  const left = failuresOfVitest(retry);
  return left.length > 0 ? { count, failures: left, flaky: [] } : { count, failures: [], flaky: failures };
}

/**
 * @returns a line with the place and the first line of each try's reason for every failed journey of Playwright's report, and
 * for each error outside
 */
export function failuresOfPlaywright(report: unknown): readonly string[] {
  const errors = listAt(report, 'errors').map((error) => firstLine(textAt(error, 'message')));
  const failed = specsOf(report).filter((spec) => memberOf(spec, 'ok') === false);
  return [...errors, ...failed.map(describeSpec)];
}

/** @returns the same for every journey that passed when it was tried again */
export function flakyOfPlaywright(report: unknown): readonly string[] {
  const isFlaky = (spec: unknown): boolean => listAt(spec, 'tests').some((test) => textAt(test, 'status') === 'flaky');
  return specsOf(report).filter(isFlaky).map(describeSpec);
}

function specsOf(suite: unknown): readonly unknown[] {
  return [...listAt(suite, 'specs'), ...listAt(suite, 'suites').flatMap(specsOf)];
}

function describeSpec(spec: unknown): string {
  const results = listAt(spec, 'tests').flatMap((test) => listAt(test, 'results'));
  return [textAt(spec, 'file'), textAt(spec, 'title'), ...results.flatMap(describeError)].join(': ');
}

function describeError(result: unknown): readonly string[] {
  const error = memberOf(result, 'error');
  if (error === undefined) return [];
  const line = numberAt(memberOf(error, 'location'), 'line');
  return [`${line === 0 ? '' : `line ${line}: `}${firstLine(textAt(error, 'message'))}`];
}

function firstLine(text: unknown): string {
  return stripVTControlCharacters(String(text)).trim().split('\n')[0] ?? '';
}

function numberAt(value: unknown, key: string): number {
  const member = memberOf(value, key);
  return typeof member === 'number' ? member : 0;
}

function textAt(value: unknown, key: string): string {
  const member = memberOf(value, key);
  return typeof member === 'string' ? member : '';
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const member = memberOf(value, key);
  return Array.isArray(member) ? member : [];
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
