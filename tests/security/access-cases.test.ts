import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { AccessCoverage, accessCaseNames, endpointsOf } from './access-cases.ts';
import { triedTables } from './some-of.ts';
import { rows } from './testing/security.fixture.ts';

describe('the coverage of the access matrix', () => {
  function coverageWithout(leftOut: string): AccessCoverage {
    const coverage = new AccessCoverage();
    for (const accessCase of accessCaseNames)
      for (const [name] of endpointsOf(accessCase, rows)) if (name !== leftOut) coverage.note(accessCase, name);
    return coverage;
  }

  it('the matrix is complete when every endpoint was called in each of its cases', () => {
    expect(coverageWithout('nothing').missing(rows)).toEqual([]);
  });

  it.each(rows)('reports %s when it is left out', (name) => {
    const missing = coverageWithout(name).missing(rows);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((line) => !line.startsWith(`${name} `))).toEqual([]);
  });

  it('an endpoint that is left out of one case only is reported', () => {
    const coverage = coverageWithout('getUsage');
    for (const accessCase of accessCaseNames) if (accessCase !== 'without a session') coverage.note(accessCase, 'getUsage');
    expect(coverage.missing(rows)).toEqual(['getUsage without a session']);
  });
});

describe('the tables that are tried', () => {
  it('they have every kind of access and of filter', () => {
    const kindsOf = (names: readonly TableName[]) =>
      new Set(
        names.map(tableByName).flatMap(({ isGated, filters }) => [
          isGated ? 'gated' : 'open',
          // A filter by presence has the one parameter that all others have as well.
          ...filters.map(({ kind }) => (kind === 'presence' ? 'numbers' : kind)),
          ...filters.flatMap((filter) => (filter.kind === 'text' ? [filter.match] : [])),
        ]),
      );
    expect([...kindsOf(triedTables)].toSorted()).toEqual([...kindsOf(tableNames)].toSorted());
  });
});
