import { expect, it } from 'vitest';
import { openEndpoints } from '../open-endpoints.ts';
import { exampleTitle } from './example-titles.ts';
import { exampleFor } from './examples.ts';

it('the title of an example is known without its programs', () => {
  const endpoints = openEndpoints();
  const ofPrograms = endpoints.map((endpoint) => exampleFor(endpoint, 'https://leads.example.com')?.title ?? null);
  expect(ofPrograms).toContain(null);
  expect(ofPrograms).toContain('Usage this month');
  expect(endpoints.map(exampleTitle)).toEqual(ofPrograms);
});
