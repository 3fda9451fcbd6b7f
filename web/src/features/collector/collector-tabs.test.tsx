/** The collector's screen with other tabs, other devices, and a list that is not loaded yet. */
import 'fake-indexeddb/auto';
import { deleteUserJobs, listJobs, parseProfile, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failed, succeeded } from '../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { openListStorage } from './listing/list-progress.ts';
import {
  allowLog,
  answersLinkedIn,
  backend,
  openCollector,
  profileBody,
  rowOf,
  startFixture,
  table,
} from './testing/collector.fixture.tsx';
import { parsedProfile, partOf, testEntry } from './testing/download.fixture.ts';

let stories = 0;

beforeEach(() => {
  stories += 1;
  startFixture(`tabs-${stories}`);
});

const downloads = () => within(screen.getByRole('region', { name: 'Download' }));
const lookedUp = () => backend.fetched.filter((url) => partOf(url) === 'p1').map((url) => /member-\d+/.exec(url)?.[0]);
const done = (number: number) => ({ ...testEntry(number), collected: true, status: 'ok' as const, user_id: '7' });

/** A list whose first load waits until it is released; it returns what was listed when it started. */
function slowList() {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  const inMoment = () => ({
    user_jobs: backend.list,
    search_jobs: [],
    company_ids: [],
    risk_accepted_at: backend.riskAcceptedAt,
  });
  apiServer.use(
    answer(listJobs, async () => {
      calls += 1;
      const list = inMoment();
      if (calls === 1) await gate;
      return list;
    }),
  );
  return { letGo, calls: () => calls };
}

const withoutSignIn = { ...answersLinkedIn, checkCookies: () => succeeded({ available: false }) };
const NOT_SIGNED_IN = 'Your list is shown once you are signed in to LinkedIn in this browser.';

test('entries that another tab has downloaded are not requested again, and those it added are', async () => {
  backend.list = [1, 2].map(testEntry);
  const { person } = await openCollector();
  await rowOf(2);
  backend.list = [done(1), testEntry(2), testEntry(3)];
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('2 of 2 downloaded.');
  expect(lookedUp().sort()).toEqual(['member-2', 'member-3']);
  expect(within(await rowOf(1)).getByText('ok')).toBeTruthy();
});

test('if another tab has finished everything, nothing is left to do', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  backend.list = [done(1)];
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('There is nothing left to download.');
  expect(backend.fetched).toEqual([]);
});

test('a failed entry that another tab has downloaded is not requested again by its own button', async () => {
  allowLog();
  backend.list = [testEntry(1)];
  let requests = 0;
  const { person } = await openCollector({
    ...answersLinkedIn,
    fetchData: () => {
      requests += 1;
      return failed('upstream_error');
    },
  });
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  const retry = await table().findByRole('button', { name: 'Retry member-1' });
  const before = requests;
  backend.list = [done(1)];
  await person.click(retry);
  await within(await rowOf(1)).findByText('ok');
  expect(requests).toBe(before);
});

test('if the list cannot be reloaded, the job starts with the entries shown', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  apiServer.use(
    answer(listJobs, () => {
      throw refuse('REQUEST.INVALID');
    }),
  );
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an entry whose download ends while it is being deleted is not saved again', async () => {
  backend.list = [testEntry(1)];
  const saved = vi.fn();
  let answerParse: () => void = () => undefined;
  let answerDeletion: () => void = () => undefined;
  const parsing = new Promise<void>((resolve) => {
    answerParse = resolve;
  });
  const deleting = new Promise<void>((resolve) => {
    answerDeletion = resolve;
  });
  const reached = vi.fn();
  apiServer.use(
    answer(parseProfile, async ({ body }) => {
      reached('parse');
      await parsing;
      return parsedProfile(profileBody.parse(body).content.url);
    }),
    answer(deleteUserJobs, async () => {
      reached('delete');
      await deleting;
      return undefined;
    }),
    answer(saveUserJobs, ({ body }) => {
      saved(body.users.map(({ id }) => id));
      return { users: [], added: 0, existing: 0 };
    }),
  );
  const { person } = await openCollector();
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await waitFor(() => expect(reached).toHaveBeenCalledWith('parse'));
  await person.click(table().getByRole('checkbox', { name: 'Select member-1' }));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(reached).toHaveBeenCalledWith('delete'));
  answerParse();
  await screen.findByText('0 of 1 downloaded.');
  expect(saved).not.toHaveBeenCalled();
  expect(table().queryByText(/member-1/)).toBeNull();
  answerDeletion();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue with 1 left' })).toBeNull());
});

test('while the list waits for the sign-in to LinkedIn, it leads there, and Start and Add say so', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openCollector(withoutSignIn);
  await table().findByText(NOT_SIGNED_IN);
  expect(table().getByRole('link', { name: 'Sign in to LinkedIn' }).getAttribute('href')).toBe('https://www.linkedin.com/login');
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await downloads().findByText(NOT_SIGNED_IN);
  expect(screen.queryByText('There is nothing left to download.')).toBeNull();

  const field = screen.getByLabelText('Profile to visit');
  await person.type(field, 'linkedin.com/in/member-2');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText(`Profile added. ${NOT_SIGNED_IN}`);
  expect(field).toHaveProperty('value', '');
  await person.type(field, 'linkedin.com/in/member-3\nlinkedin.com/in/member-4');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText(`2 new, 0 already here. ${NOT_SIGNED_IN}`);
  await person.type(field, 'linkedin.com/in/member-3');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText('URL already exists');
  expect(backend.list.length).toBe(4);
});

test('while the list loads, Start says so, and entries added meanwhile are listed', async () => {
  const list = slowList();
  const { person } = await openCollector();
  await waitFor(() => expect(list.calls()).toBe(1));
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await downloads().findByText('Your list is still loading.');
  await person.type(screen.getByLabelText('Profile to visit'), 'linkedin.com/in/member-1');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await waitFor(() => expect(backend.list.length).toBe(1));
  list.letGo();
  await rowOf(1);
  expect(downloads().queryByText('Your list is still loading.')).toBeNull();
});

test('an entry that is added between two pages of the list is listed once', async () => {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked: string[] = [];
  const rest = { search_jobs: [], company_ids: [], risk_accepted_at: backend.riskAcceptedAt };
  apiServer.use(
    answer(listJobs, async ({ url }) => {
      const cursor = url.searchParams.get('cursor') ?? '';
      asked.push(cursor);
      if (cursor === '') return { ...rest, user_jobs: [testEntry(2)], total: 3, next_cursor: 'b' };
      await gate;
      return { ...rest, user_jobs: [testEntry(3), ...backend.list], total: 3, next_cursor: null };
    }),
  );
  const { person } = await openCollector();
  await waitFor(() => expect(asked).toEqual(['', 'b']));
  await person.type(screen.getByLabelText('Profile to visit'), 'linkedin.com/in/member-1');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await waitFor(() => expect(backend.list.length).toBe(1));
  letGo();
  for (const number of [1, 2, 3]) await rowOf(number);
  expect(table().getAllByRole('row', { name: /member-1\b/ })).toHaveLength(1);
  expect(asked).toEqual(['', 'b']);
});

test('a list that could not be loaded is not treated as finished', async () => {
  apiServer.use(
    answer(listJobs, () => {
      throw refuse('REQUEST.INVALID');
    }),
  );
  const { person } = await openCollector();
  await screen.findByRole('button', { name: 'Try again' });
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await downloads().findByText('Your list could not be loaded. Try again under “Profiles”.');
});

test('a tab that becomes active shows how far another one has read the connections', async () => {
  await openCollector();
  const kept = { id: 'connections', added: 0, existing: 0, hidden: 0, unsaved: [], stop: null };
  await openListStorage(`tabs-${stories}`).put('connections', { ...kept, nextPage: 41 });
  expect(screen.queryByRole('button', { name: 'Continue at page 41' })).toBeNull();
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByRole('button', { name: 'Continue at page 41' });
});
