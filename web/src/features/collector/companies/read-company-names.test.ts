import { afterEach, expect, test } from 'vitest';
import { failed } from '../../../lib/extension-client/fake-extension.ts';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { createRunControl } from '../download/run-control.ts';
import { testCatalogue } from '../testing/download.fixture.ts';
import { type CompanyNameDependencies, companiesToRead, forgetTriedCompanies, readCompanyNames } from './read-company-names.ts';

afterEach(forgetTriedCompanies);

const nobody = new Set<string>();

function setUp(change: Partial<CompanyNameDependencies> = {}) {
  const asked: string[] = [];
  const posted: string[] = [];
  const unresolvable: string[] = [];
  const logged: string[] = [];
  const control = createRunControl();
  const dependencies: CompanyNameDependencies = {
    control,
    clock: { now: () => 1, sleep: async () => undefined },
    loadCatalogue: async () => testCatalogue,
    parseCompany: async (url) => {
      posted.push(url);
      return 'stored';
    },
    onUnresolvable: async (companyId) => void unresolvable.push(companyId),
    memory: createCandidateMemory(),
    log: (what) => void logged.push(what),
    ...change,
    send: async (url, plain, signal) => {
      asked.push(url);
      return change.send?.(url, plain, signal) ?? { ok: true, body: '{}' };
    },
  };
  return { asked, posted, unresolvable, logged, control, read: (ids: readonly string[]) => readCompanyNames(ids, dependencies) };
}

test('two ids are taken at a time, and those that cannot be resolved make room for others', () => {
  expect(companiesToRead(['1', '2', '3', '4'], nobody)).toEqual(['1', '2']);
  expect(companiesToRead(['1', '2', '3', '4'], new Set(['1', '2']))).toEqual(['3', '4']);
});

test('an id is tried once while the page lives', async () => {
  const { read, posted } = setUp();
  await read(['1', '2']);
  expect(posted).toEqual(['https://www.linkedin.com/company/1', 'https://www.linkedin.com/company/2']);
  expect(companiesToRead(['1', '2', '3'], nobody)).toEqual(['3']);
});

test.each(['not_found', 'forbidden'] as const)(
  'a company that is %s is not looked up again, and one that LinkedIn failed to return is',
  async (code) => {
    const { read, unresolvable, logged } = setUp({
      send: async (url) =>
        url.includes('/1?') || url.includes('List(1)') || /\b1\b/.test(url) ? failed(code) : failed('upstream_error'),
    });
    await read(['1', '22']);
    expect(unresolvable).toEqual(['1']);
    expect(logged.length).toBe(2);
  },
);

test('an unusable answer is not requested again, and one the server could not accept is', async () => {
  const { read, unresolvable } = setUp({ parseCompany: async (url) => (url.endsWith('/1') ? 'refused' : 'away') });
  await read(['1', '2']);
  expect(unresolvable).toEqual(['1']);
});

test('the first failure ends the look-ups', async () => {
  const { read, asked, posted, unresolvable } = setUp({ send: async () => failed('throttled', 60) });
  await read(['1', '2']);
  expect(asked.length).toBe(1);
  expect([posted, unresolvable]).toEqual([[], []]);
});
