import { endOtherSessions, endSession, listSessions } from '@leadloom/shared/contract/account-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { ALL_RETRIES_MS, faults } from '../../../testing/faults.ts';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { openSection, serveAccount } from '../testing/account.fixture.ts';

const HERE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const THERE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function aSession(id: string, isCurrent: boolean) {
  return {
    id,
    created_at: '2098-03-01T09:00:00.000Z',
    last_used_at: '2098-03-02T10:30:00.000Z',
    user_agent: isCurrent ? 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' : null,
    address: isCurrent ? '192.0.2.7' : null,
    is_current: isCurrent,
  };
}

/** A server that stores sessions; tests check which were ended. */
function serveSessions() {
  const ended: unknown[] = [];
  const server = { sessions: [aSession(HERE, true), aSession(THERE, false)], keys: 2, ended };
  serveAccount();
  apiServer.use(
    answer(listSessions, () => ({ sessions: server.sessions })),
    answer(endSession, ({ params }) => {
      ended.push(params.session_id);
      server.sessions = server.sessions.filter(({ id }) => id !== params.session_id);
      return undefined;
    }),
    answer(endOtherSessions, ({ body: { revoke_keys: isRevoking = false } }) => {
      ended.push(isRevoking ? 'others and keys' : 'others');
      server.sessions = server.sessions.filter(({ is_current: isCurrent }) => isCurrent);
      return { ended: 1, ...(isRevoking ? { revoked_keys: server.keys } : {}) };
    }),
  );
  return server;
}

async function openSessions() {
  const app = await openSection('Sessions');
  const items = within(await app.section.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
  return { ...app, items };
}

describe('the sessions', () => {
  it('sessions are listed with device, address and last use; this browser is marked and has no button', async () => {
    serveSessions();
    const { items } = await openSessions();
    expect(items).toHaveLength(2);
    const [here, there] = items.map((item) => within(item));
    expect(here?.getByText('Firefox on Linux')).toBeVisible();
    expect(here?.getByText('This browser')).toBeVisible();
    expect(here?.getByText(/192\.0\.2\.7 · Last used .*2098/)).toBeVisible();
    expect(here?.queryByRole('button')).toBeNull();
    expect(there?.getByText('Unknown browser')).toBeVisible();
    expect(there?.queryByText('This browser')).toBeNull();
  });

  it('sessions are ended one by one, each once', async () => {
    const server = serveSessions();
    const { person, section } = await openSessions();
    await person.dblClick(section.getByRole('button', { name: 'End' }));
    expect(await section.findByText('The session has ended.')).toBeVisible();
    await waitFor(() => expect(section.queryByText('Unknown browser')).toBeNull());
    expect(server.ended).toEqual([THERE]);
    expect(section.getByRole('button', { name: 'End all others' })).toBeDisabled();
  });

  const ask = async ({ person, section }: Awaited<ReturnType<typeof openSessions>>) => {
    await person.click(section.getByRole('button', { name: 'End all others' }));
    return within(screen.getByRole('dialog', { name: 'End all other sessions?' }));
  };

  it('all other sessions are ended after a confirmation', async () => {
    const server = serveSessions();
    const app = await openSessions();
    const { person, section } = app;
    await person.click((await ask(app)).getByRole('button', { name: 'Cancel' }));
    expect(server.ended).toEqual([]);
    const dialog = await ask(app);
    expect(dialog.getByLabelText('Also revoke my API keys')).not.toBeChecked();
    await person.dblClick(dialog.getByRole('button', { name: 'End all others' }));
    expect(await section.findByText('All other sessions have ended.')).toBeVisible();
    await waitFor(() => expect(section.queryByText('Unknown browser')).toBeNull());
    expect(server.ended).toEqual(['others']);
    expect(section.getByText('Firefox on Linux')).toBeVisible();
  });

  it.each([
    [2, 'All other sessions have ended, and 2 API keys were revoked.'],
    [1, 'All other sessions have ended, and one API key was revoked.'],
    [0, 'All other sessions have ended. You had no API keys.'],
  ])('ending all other sessions revokes %d API keys on request', async (keys, sentence) => {
    const server = serveSessions();
    server.keys = keys;
    const app = await openSessions();
    const dialog = await ask(app);
    await app.person.click(dialog.getByLabelText('Also revoke my API keys'));
    await app.person.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await app.section.findByText(sentence)).toBeVisible();
    expect(server.ended).toEqual(['others and keys']);
  });

  it('a failure to end all other sessions is shown in the dialog, and can be retried', async () => {
    serveSessions();
    apiServer.use(http.post('/api/v1/sessions/end-others', faults[0].respond, { once: true }));
    const app = await openSessions();
    const dialog = await ask(app);
    await app.person.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(faults[0].text);
    await app.person.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await app.section.findByText('All other sessions have ended.')).toBeVisible();
  });

  it('a session that had already ended counts as ended', async () => {
    const server = serveSessions();
    apiServer.use(
      answer(endSession, () => {
        server.sessions = server.sessions.filter(({ is_current: isCurrent }) => isCurrent);
        throw refuse('SESSION.NOT_FOUND');
      }),
    );
    const { person, section } = await openSessions();
    await person.click(section.getByRole('button', { name: 'End' }));
    expect(await section.findByText('The session has ended.')).toBeVisible();
    await waitFor(() => expect(section.queryByText('Unknown browser')).toBeNull());
  });

  it.each(faults.filter(({ name }) => name !== 'an answer that cannot be read'))(
    'a failure to end a session after $name is shown and can be retried',
    async ({ respond, text }) => {
      serveSessions();
      apiServer.use(http.delete('/api/v1/sessions/:id', respond));
      const { person, section } = await openSessions();
      await person.click(section.getByRole('button', { name: 'End' }));
      expect(await section.findByRole('alert')).toHaveTextContent(text);
      expect(section.getByRole('button', { name: 'End' })).toBeEnabled();
    },
  );

  it('a failed load of the sessions can be retried', async () => {
    fakeTimers();
    serveAccount();
    apiServer.use(http.get('/api/v1/sessions', faults[2].respond));
    const { person, section } = await openSection('Sessions');
    await pass(ALL_RETRIES_MS);
    expect(await section.findByRole('alert')).toHaveTextContent(faults[2].text);
    serveSessions();
    await person.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText('Firefox on Linux')).toBeVisible();
  });
});
