import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Themed } from '../../testing/themed.tsx';
import type { DescribedEndpoint } from './described-endpoint.ts';
import { EndpointEntry } from './endpoint-entry.tsx';
import { groupAlike } from './endpoints-section.tsx';

const loom: DescribedEndpoint = {
  name: 'listLooms',
  method: 'GET',
  path: '/table/looms',
  summary: 'Looms and their threads',
  isCounted: true,
  rowsPerRequest: null,
  body: [],
  needsSubscription: true,
  needsWriting: false,
  parameters: [
    { name: 'page', type: 'integer', isRequired: true, text: 'The first is `1`', values: [] },
    { name: 'color', type: 'text', isRequired: false, text: null, values: ['red', 'green'] },
  ],
  takesFilters: true,
  answer: [],
  answerText: null,
  example: null,
  download: null,
  errors: [{ code: 'KEYS.NOT_FOUND', status: 404, text: 'This loom does not exist.' }],
};

it('an endpoint shows its cost, access, parameters and errors', () => {
  render(
    <Themed>
      <EndpointEntry endpoint={loom} />
    </Themed>,
  );
  const entry = within(screen.getByRole('article', { name: 'GET /table/looms' }));
  expect(entry.getByText('Counts as one request')).toBeVisible();
  expect(entry.getByText('Needs a trial or subscription')).toBeVisible();
  expect(entry.getByText('integer, required')).toBeVisible();
  expect(entry.getByText('1').tagName).toBe('CODE');
  expect(entry.getByText('All filters of the table, and these:')).toBeVisible();
  expect(entry.getByText('2 values')).toBeVisible();
  expect(entry.getByText('Specific errors').closest('details')).toHaveTextContent('404KEYS.NOT_FOUNDThis loom does not exist.');
  expect(entry.queryByText('Response')).toBeNull();
});

it('a long response is collapsed, and a file is named', () => {
  const answer = Array.from({ length: 30 }, (_, index) => ({
    name: `f${index}`,
    type: 'text',
    isRequired: true,
    text: null,
    values: [],
  }));
  render(
    <Themed>
      <EndpointEntry endpoint={{ ...loom, answer, download: 'looms.csv' }} />
    </Themed>,
  );
  expect(screen.getByText('Response').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText('Returns a file: looms.csv.')).toBeVisible();
});

it('endpoints that differ only in their path are described together', () => {
  const spindle = { ...loom, name: 'listSpindles', path: '/table/spindles', summary: 'Spindles' } as const;
  const [first = [], ...others] = groupAlike([loom, spindle]);
  expect(others).toEqual([]);
  expect(groupAlike([loom, { ...spindle, isCounted: false }])).toHaveLength(2);
  render(
    <Themed>
      <EndpointEntry endpoint={loom} alike={first.slice(1)} />
    </Themed>,
  );
  const entry = within(screen.getByRole('article', { name: 'GET /table/looms' }));
  expect(entry.getByRole('heading', { name: 'GET /table/spindles' })).toBeVisible();
  expect(entry.getByText('Spindles.')).toBeVisible();
  expect(entry.getAllByText('integer, required')).toHaveLength(1);
});

it('the programs of an example are shown once it is opened', async () => {
  const example = { title: 'Usage this month', of: { name: 'getUsage', definition: null } };
  render(
    <Themed>
      <EndpointEntry endpoint={{ ...loom, example }} />
    </Themed>,
  );
  expect(screen.queryByRole('tab', { name: 'Python' })).toBeNull();
  await userEvent.click(screen.getByText('Example: usage this month'));
  expect(await screen.findByRole('tab', { name: 'Python' })).toBeVisible();
});
