import { createApiKey, deleteApiKey, listApiKeys } from '@leadloom/shared/contract/keys';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aKey, createButton, deleteKey, expectLogged, openKeys, rowOf, serveKeys } from './testing/keys.fixture.ts';

describe('deleting a key', () => {
  beforeEach(fakeTimers);

  it.each([
    [aKey('KEYA0001'), 'Delete the key KEYA0001?'],
    [aKey('KEYA0001', { name: 'CRM sync' }), 'Delete CRM sync (KEYA0001)?'],
  ])('deleting a key asks first, naming the key and the consequences', async (key, question) => {
    const server = serveKeys(key, aKey('KEYB0002'));
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    const button = rowOf('KEYA0001').getByRole('button', { name: 'Delete' });
    await person.click(button);
    const dialog = within(screen.getByRole('dialog', { name: question }));
    expect(dialog.getByText('Programs that use this key stop working at once. The secret cannot be recovered.')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
    expect(server.deleted).toEqual([]);
    expect(rowOf('KEYA0001').getByText('*******')).toBeVisible();
  });

  it('deleting a key says "Deleted!" for a second, then removes the row and keeps the focus nearby', async () => {
    const server = serveKeys(aKey('KEYA0001'), aKey('KEYB0002'));
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    await deleteKey(person, 'KEYA0001');
    expect(await screen.findByText('Deleted!')).toBeVisible();
    expect(server.deleted).toEqual(['KEYA0001']);
    await pass(800);
    expect(screen.getByText('KEYA0001')).toBeVisible();
    await pass(300);
    expect(screen.queryByText('KEYA0001')).toBeNull();
    expect(screen.getByText('KEYB0002')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Your API keys' })).toHaveFocus();
  });

  it('two clicks delete a key once', async () => {
    const server = serveKeys(aKey('KEYA0001'));
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    await person.click(rowOf('KEYA0001').getByRole('button', { name: 'Delete' }));
    await person.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deleted!');
    expect(server.deleted).toEqual(['KEYA0001']);
  });

  it('a response in flight does not bring a deleted key back', async () => {
    const release = Promise.withResolvers<void>();
    const keys = [aKey('KEYA0001'), aKey('KEYB0002')];
    serveKeys(...keys);
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    apiServer.use(
      answer(listApiKeys, async () => {
        await release.promise;
        return { keys };
      }),
      answer(createApiKey, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await person.click(createButton());
    await screen.findByText('The key could not be created. Please try again.');
    await deleteKey(person, 'KEYA0001');
    await screen.findByText('Deleted!');
    await act(async () => release.resolve());
    await pass(1200);
    expect(screen.queryByText('KEYA0001')).toBeNull();
  });

  it('a key that is already gone counts as deleted', async () => {
    serveKeys(aKey('KEYA0001'));
    apiServer.use(
      answer(deleteApiKey, () => {
        throw refuse('KEYS.NOT_FOUND');
      }),
    );
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    await deleteKey(person, 'KEYA0001');
    expect(await screen.findByText('Deleted!')).toBeVisible();
  });

  it('a failed deletion is logged and shown, and the row stays', async () => {
    const expectLog = expectLogged('The key could not be deleted.');
    serveKeys(aKey('KEYA0001'));
    apiServer.use(http.post('/api/v1/delete-api-key', () => new HttpResponse(null, { status: 503 })));
    const { person } = await openKeys();
    await screen.findByText('KEYA0001');
    await deleteKey(person, 'KEYA0001');
    expect(await screen.findByRole('status')).toHaveTextContent('The key could not be deleted. Please try again.');
    expect(rowOf('KEYA0001').getByRole('button', { name: 'Delete' })).toBeEnabled();
    await expectLog();
  });
});
