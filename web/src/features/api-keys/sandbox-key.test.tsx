import { postApiKey } from '@leadloom/shared/contract/keys';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { aKey, isCreateOpen, openKeys, rowOf, SANDBOX_SECRET, serveKeys } from './testing/keys.fixture.ts';

const sandboxButton = () => screen.getByRole('button', { name: 'Add Sandbox Key' });

it('a sandbox key is created beside the live ones, shows its secret once, and is marked', async () => {
  const server = serveKeys(aKey('KEYA0001'));
  const { person } = await openKeys();
  await isCreateOpen();
  await person.click(sandboxButton());
  expect(await screen.findByText(SANDBOX_SECRET)).toBeVisible();
  expect(rowOf('KEYTRY01').getByText('Sandbox')).toBeVisible();
  expect(rowOf('KEYA0001').queryByText('Sandbox')).toBeNull();
  expect(server.created).toBe(1);
});

it('two clicks create one sandbox key', async () => {
  const server = serveKeys();
  const { person } = await openKeys();
  await isCreateOpen();
  await person.dblClick(sandboxButton());
  await screen.findByText(SANDBOX_SECRET);
  expect(server.created).toBe(1);
});

it('a sandbox key counts towards the limit of three, also when another tab created the third', async () => {
  const server = serveKeys(aKey('KEYA0001'), aKey('KEYB0002'));
  const { person } = await openKeys();
  await isCreateOpen();
  server.keys.push(aKey('KEYC0003'));
  apiServer.use(
    answer(postApiKey, () => {
      throw refuse('KEYS.LIMIT_REACHED');
    }),
  );
  await person.click(sandboxButton());
  expect(await screen.findByRole('alert')).toHaveTextContent("You've hit the limit of keys.");
  await screen.findByText('KEYC0003');
  expect(sandboxButton()).toBeDisabled();
});

it('a sandbox key is not offered before the email is verified', async () => {
  serveKeys();
  await openKeys({ verified: false, is_trial: null });
  expect(screen.queryByRole('button', { name: 'Add Sandbox Key' })).toBeNull();
});

it('Add Sandbox Key does not block Create Key', async () => {
  serveKeys();
  await openKeys();
  await isCreateOpen();
  const buttons = within(screen.getByRole('main')).getAllByRole('button', { name: /create/i });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Create Key']);
  await waitFor(() => expect(sandboxButton()).toBeEnabled());
});
