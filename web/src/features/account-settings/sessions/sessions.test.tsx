import { endOtherSessions, endSession, listSessions } from '@leadloom/shared/contract/account-settings';
import { waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { ALL_RETRIES_MS, faults } from '../../../testing/faults.ts';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { openSection, serveAccount } from '../account-story.ts';

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

/** A server that keeps sessions; stories look at which were ended. */
function serveSessions() {
  const ended: unknown[] = [];
  const server = { sessions: [aSession(HERE, true), aSession(THERE, false)], ended };
  serveAccount();
  apiServer.use(
    answer(listSessions, () => ({ sessions: server.sessions })),
    answer(endSession, ({ params }) => {
      ended.push(params.session_id);
      server.sessions = server.sessions.filter(({ id }) => id !== params.session_id);
      return undefined;
    }),
    answer(endOtherSessions, () => {
      ended.push('others');
      server.sessions = server.sessions.filter(({ is_current: isCurrent }) => isCurrent);
      return { ended: 1 };
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
  it('are listed with device, address and last use; this browser is marked and has no button', async () => {
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

  it('are ended one by one, each once', async () => {
    const server = serveSessions();
    const { person, section } = await openSessions();
    await person.dblClick(section.getByRole('button', { name: 'End' }));
    expect(await section.findByText('The session has ended.')).toBeVisible();
    await waitFor(() => expect(section.queryByText('Unknown browser')).toBeNull());
    expect(server.ended).toEqual([THERE]);
    expect(section.getByRole('button', { name: 'End all others' })).toBeDisabled();
  });

  it('are ended together', async () => {
    const server = serveSessions();
    const { person, section } = await openSessions();
    await person.click(section.getByRole('button', { name: 'End all others' }));
    expect(await section.findByText('Every other session has ended.')).toBeVisible();
    await waitFor(() => expect(section.queryByText('Unknown browser')).toBeNull());
    expect(server.ended).toEqual(['others']);
    expect(section.getByText('Firefox on Linux')).toBeVisible();
  });

  it('count as ended when they had ended before', async () => {
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

  it.each(faults.filter(({ name }) => name !== 'an answer that cannot be read'))('survive $name', async ({ respond, text }) => {
    serveSessions();
    apiServer.use(http.delete('/api/v1/sessions/:id', respond));
    const { person, section } = await openSessions();
    await person.click(section.getByRole('button', { name: 'End' }));
    expect(await section.findByRole('alert')).toHaveTextContent(text);
    expect(section.getByRole('button', { name: 'End' })).toBeEnabled();
  });

  it('can be asked for again when they do not arrive', async () => {
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
