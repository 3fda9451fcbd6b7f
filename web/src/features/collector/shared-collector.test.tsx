/** The collector in a shared workspace. */
import 'fake-indexeddb/auto';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../lib/session/session.ts';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { emptyRecord } from './download/raw-record.ts';
import { openCollectorStorage } from './storage/collector-storage.ts';
import { backend, openCollector, rowOf, startFixture } from './testing/collector.fixture.tsx';
import { testEntry } from './testing/download.fixture.ts';

beforeEach(() => startFixture());

const REASON = 'You do not have the right “collect” in this workspace.';

test('a viewer adds no profile and starts no job by the keyboard either, and learns why', async () => {
  signInToWorkspace({ role: 'viewer' }, { linkedin_onboarded: true });
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  await person.type(screen.getByLabelText('Max Profiles To Download'), '{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start Job' })).toHaveFocus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REASON);
  await person.type(screen.getByLabelText('Profile to visit'), 'https://www.linkedin.com/in/maren-holt');
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Profile' })).toHaveFocus());
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REASON);
  expect(screen.getByLabelText('Profile to visit')).toHaveValue('https://www.linkedin.com/in/maren-holt');
  expect(backend.list).toEqual([testEntry(1)]);
  expect(backend.fetched).toEqual([]);
});

test('answers that wait in the browser are saved to the workspace in which they were collected', async () => {
  const posted: (string | null)[] = [];
  apiServer.events.on('request:start', ({ request }) => {
    if (request.url.endsWith('/parse/profile')) posted.push(request.headers.get(WORKSPACE_HEADER));
  });
  const account = () => session.accountKey() ?? '';
  signInToWorkspace({ rights: ['collect'] }, { linkedin_onboarded: true });
  const record = { ...emptyRecord(testEntry(1).id, testEntry(1).url, Date.now()), p1: '{}', p2: null, i: null };
  await openCollectorStorage(account()).records.put(record);
  await openCollectorStorage(`${account()}/42`).records.put({ ...record, entryId: testEntry(2).id, url: testEntry(2).url });
  backend.list = [testEntry(1), testEntry(2)];
  await openCollector();
  await rowOf(2);
  await waitFor(async () => expect(await openCollectorStorage(`${account()}/42`).records.list()).toEqual([]));
  expect(posted).toEqual(['42']);
  expect(await openCollectorStorage(account()).records.list()).toHaveLength(1);
});
