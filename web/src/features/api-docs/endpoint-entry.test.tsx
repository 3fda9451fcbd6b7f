import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EndpointEntry } from './endpoint-entry.tsx';
import type { OpenEndpoint } from './open-endpoints.ts';

const loom: OpenEndpoint = {
  name: 'listLooms',
  method: 'GET',
  path: '/table/looms',
  summary: 'Looms and their threads',
  isCounted: true,
  needsSubscription: true,
  parameters: [
    { name: 'page', type: 'integer', isRequired: true, text: 'The first is 1' },
    { name: 'color', type: 'text', isRequired: false, text: null },
  ],
  answer: [],
  download: null,
  errors: [{ code: 'KEYS.NOT_FOUND', status: 404, text: 'This loom does not exist.' }],
};

it('says what an endpoint costs, needs, takes and may refuse', () => {
  render(<EndpointEntry endpoint={loom} />);
  const entry = within(screen.getByRole('article', { name: 'GET /table/looms' }));
  expect(entry.getByText('Counts as one request')).toBeVisible();
  expect(entry.getByText('Needs a trial or subscription')).toBeVisible();
  expect(entry.getByText('integer, required')).toBeVisible();
  expect(entry.getByText('The first is 1')).toBeVisible();
  expect(entry.getByText('404')).toBeVisible();
  expect(entry.getByText('This loom does not exist.')).toBeVisible();
  expect(entry.queryByText('Answer')).toBeNull();
});

it('folds a long answer, and names a file', () => {
  const answer = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, type: 'text', isRequired: true, text: null }));
  render(<EndpointEntry endpoint={{ ...loom, answer, download: 'looms.csv' }} />);
  expect(screen.getByText('Answer').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText('Answers a file, looms.csv.')).toBeVisible();
});
