import { expect, it } from 'vitest';
import { evidenceFor } from './table-evidence.ts';

const APOLLO = ['First Name', 'Last Name', 'Company', 'Email', '# Employees', 'Industry', 'Website', 'City', 'Country'];
const BUSINESSES = ['Name', 'Website', 'Email', 'Phone', 'Category', 'Address', 'Rating'];
const ANGELS = ['Name', 'Website', 'Check size', 'Stage', 'Country'];

it.each([
  ['people', APOLLO, true],
  ['companies', APOLLO, false],
  ['investors', APOLLO, false],
  ['companies', BUSINESSES, true],
  ['people', BUSINESSES, false],
  ['investors', BUSINESSES, false],
  ['shopify', BUSINESSES, false],
  ['investors', ANGELS, true],
  ['shopify', ['Shop', 'URL', 'Currency'], true],
  ['reviews', BUSINESSES, true],
] as const)('%s, by %j: %s', (table, headers, isLikely) => expect(evidenceFor(table, headers, []).factor === 1).toBe(isLikely));

it('profiles of persons speak for people', () => {
  const rows = [
    ['Ada', 'https://www.linkedin.com/in/ada-weaver'],
    ['Bo', ''],
  ];
  expect(evidenceFor('people', ['Name', 'Profile'], rows).factor).toBe(1);
  expect(evidenceFor('companies', ['Name', 'Profile'], rows).factor).toBeLessThan(1);
});
