import { getApiKeyUsage, type KeyUsage } from '@leadloom/shared/contract/keys';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { aKey, openKeys, serveKeys } from '../testing/keys.fixture.ts';
import { lastDays } from './summarize-usage.ts';

const [today = ''] = lastDays(1, new Date());
const used = (changes: Partial<KeyUsage>): KeyUsage => ({
  day: today,
  key_id: 'KEYA0001',
  prefix: 'll_live_KEYA0001',
  endpoint: 'GET /usage',
  status: '2xx',
  count: 1,
  ...changes,
});
const usageOf = async (id: string) => within(await screen.findByRole('article', { name: `Usage of ${id}` }));
const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);

it('the usage shows what each key called, and how often that failed', async () => {
  const server = serveKeys(aKey('KEYA0001', { name: 'CRM sync' }), aKey('KEYB0002', { prefix: 'll_test_KEYB0002' }));
  server.usage.push(
    used({ endpoint: 'GET /table/companies', count: 1200 }),
    used({ endpoint: 'GET /table/companies', status: '4xx', count: 30 }),
    used({ endpoint: 'GET /table/companies', status: '5xx', count: 2 }),
    used({ count: 7 }),
    used({ key_id: 'KEYB0002', prefix: 'll_test_KEYB0002' }),
  );
  await openKeys();
  const first = await usageOf('KEYA0001');
  expect(first.getByText('CRM sync')).toBeVisible();
  expect(first.getByText(`${(1239).toLocaleString()} calls, 32 errors`)).toBeVisible();
  const rows = within(first.getByRole('table', { name: 'Endpoints called with KEYA0001' })).getAllByRole('row');
  expect(rows.map(cellsOf)).toEqual([
    ['Endpoint', 'Calls', 'Refused', 'Failed'],
    ['GET /table/companies', (1232).toLocaleString(), '30', '2'],
    ['GET /usage', '7', '0', '0'],
  ]);
  expect(first.getByRole('img').getAttribute('aria-label')).toContain(`peak ${(1239).toLocaleString()} on `);
  const second = await usageOf('KEYB0002');
  expect(second.getByText('1 call, no errors')).toBeVisible();
  expect(second.getByText('Sandbox')).toBeVisible();
});

it('the usage of a deleted key stays', async () => {
  const server = serveKeys();
  server.usage.push(used({ key_id: 'KEYGONE1', prefix: 'll_live_KEYGONE1' }));
  await openKeys();
  expect((await usageOf('KEYGONE1')).getByText('Deleted key')).toBeVisible();
});

it('a long list of endpoints is collapsed', async () => {
  const server = serveKeys(aKey('KEYA0001'));
  for (let index = 0; index < 8; index += 1) server.usage.push(used({ endpoint: `GET /looms/${index}`, count: 100 - index }));
  const { person } = await openKeys();
  const entry = await usageOf('KEYA0001');
  expect(entry.getAllByRole('rowheader')).toHaveLength(5);
  await person.click(entry.getByRole('button', { name: 'Show all 8 endpoints' }));
  expect(entry.getAllByRole('rowheader')).toHaveLength(8);
  await person.click(entry.getByRole('button', { name: 'Show fewer' }));
  expect(entry.getAllByRole('rowheader')).toHaveLength(5);
});

it('the usage says that there were no calls, and is hidden without keys', async () => {
  const server = serveKeys(aKey('KEYA0001'));
  await openKeys();
  expect(await screen.findByText('No calls in the last 30 days.')).toBeVisible();
  expect(server.usage).toEqual([]);
});

it('the usage section is hidden without keys', async () => {
  serveKeys();
  await openKeys();
  await screen.findByText('You have no API keys yet.');
  expect(screen.queryByRole('heading', { name: 'Usage in the last 30 days' })).toBeNull();
});

it('a failed load of the usage is shown and can be retried', async () => {
  serveKeys(aKey('KEYA0001'));
  apiServer.use(
    answer(getApiKeyUsage, () => {
      throw refuse('SERVER.UNAVAILABLE');
    }),
  );
  const { person } = await openKeys();
  const section = within(await screen.findByRole('region', { name: 'Usage in the last 30 days' }));
  expect(await section.findByRole('alert')).toHaveTextContent('The service is not available right now.');
  expect(screen.getByText('KEYA0001')).toBeVisible();
  apiServer.use(answer(getApiKeyUsage, () => ({ data: [used({})] })));
  await person.click(section.getByRole('button', { name: 'Try again' }));
  expect((await usageOf('KEYA0001')).getByText('1 call, no errors')).toBeVisible();
});
