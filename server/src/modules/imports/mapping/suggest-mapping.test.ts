import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { people } from '@leadloom/shared/tables/people';
import { expect, it } from 'vitest';
import { likelyMapping } from './suggest-mapping.ts';

it.each<[string, TableDefinition, readonly string[], readonly (readonly string[])[], Readonly<Record<string, string>>]>([
  ['names and sites', companies, ['A', 'B'], [['Loom', 'loom.example']], { A: 'name', B: 'website' }],
  ['profiles of people for companies', companies, ['A', 'B'], [['Loom', 'linkedin.com/in/ada']], { A: 'name' }],
  ['pages of companies for people', people, ['A', 'B'], [['Ada', 'linkedin.com/company/loom']], { A: 'name' }],
  ['profiles of people', people, ['A', 'B'], [['Ada', 'linkedin.com/in/ada']], { A: 'name', B: 'linkedin_url' }],
  [
    'numbers before names',
    companies,
    ['A', 'B'],
    [
      ['1', 'Loom'],
      ['2', 'Warp'],
    ],
    { B: 'name' },
  ],
  ['pages of directories', companies, ['A', 'B'], [['Loom', 'crunchbase.com/organization/loom']], { A: 'name' }],
  ['mailboxes', people, ['A', 'B'], [['Ada', 'ada@loom.example']], { A: 'name', B: 'email' }],
  ['a header that is nearly a name', companies, ['Compny name', 'B'], [['Loom', '12']], { 'Compny name': 'name' }],
] as const)('only columns that the cells may be of are proposed: %s', (_, table, headers, rows, expected) =>
  expect(likelyMapping(table, headers, rows)).toEqual(expected),
);
