/** The queue on the screen, and a job that continues on other screens. */
import 'fake-indexeddb/auto';
import { listJobs } from '@leadloom/shared/contract/linkedin';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeHandlers, failed, installFakeExtension } from '../../lib/extension-client/fake-extension.ts';
import { hasOpenJob, noteOpenJob } from '../../lib/open-job-note.ts';
import { answer } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { freshProgress } from './run/job-progress.ts';
import { runExclusively } from './run/run-exclusively.ts';
import { openCollectorStorage } from './storage/collector-storage.ts';
import { answersLinkedIn, backend, openCollector, rowOf, startFixture, table } from './testing/collector.fixture.tsx';
import { partOf, testEntry } from './testing/download.fixture.ts';

const DAY_SECONDS = 24 * 3600;
let stories = 0;
const account = () => `queue-${stories}`;

beforeEach(() => {
  stories += 1;
  startFixture(account());
});

const spent: FakeHandlers = { ...answersLinkedIn, fetchData: () => failed('allowance_spent', DAY_SECONDS) };
const queue = () => within(screen.getByRole('region', { name: 'Queue' }));
const tab = (name: RegExp) => screen.getByRole('tab', { name });

test('the selection line downloads what is selected, adds to a waiting job, and the queue says when it goes on', async () => {
  backend.list = [{ ...testEntry(1), name: 'Maren Holt', employer: 'Nordlys', found_by: 'search' }, testEntry(2), testEntry(3)];
  const { person } = await openCollector(spent);
  const first = within(await rowOf(1));
  for (const text of ['Maren Holt', 'Nordlys', 'Search']) expect(first.getByText(text)).toBeTruthy();
  expect(queue().getByText('No profile is waiting. Select profiles in the list and press Download.')).toBeTruthy();

  await person.click(table().getByRole('checkbox', { name: 'Select member-1' }));
  await person.click(screen.getByRole('button', { name: 'Download' }));
  await queue().findByText('Goes on tomorrow while a tab of Leadloom is open');
  expect(queue().getByText('Maren Holt')).toBeTruthy();
  expect(hasOpenJob(account())).toBe(true);

  await person.click(screen.getByRole('button', { name: 'Clear' }));
  await person.click(table().getByRole('checkbox', { name: 'Select member-3' }));
  await person.click(screen.getByRole('button', { name: 'Download' }));
  await queue().findByText('2 waiting');
  await person.click(queue().getByRole('button', { name: 'Remove member-3 from the queue' }));
  await queue().findByText('1 waiting');

  await person.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(queue().queryByText(/^Goes on/)).toBeNull());
  expect(hasOpenJob(account())).toBe(false);
});

test('Download pressed while another press still reads the list is not lost', async () => {
  backend.list = [testEntry(1), testEntry(2)];
  const { person } = await openCollector(spent);
  await rowOf(1);
  const list = Promise.withResolvers<void>();
  apiServer.use(
    answer(listJobs, async () => {
      await list.promise;
      return { user_jobs: backend.list, search_jobs: [], company_ids: [], risk_accepted_at: backend.riskAcceptedAt };
    }),
  );
  await person.clear(screen.getByLabelText('Max Profiles To Download'));
  await person.type(screen.getByLabelText('Max Profiles To Download'), '1');
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await person.click(table().getByRole('checkbox', { name: 'Select member-2' }));
  await person.click(screen.getByRole('button', { name: 'Download' }));
  list.resolve();
  await queue().findByText('2 waiting');
});

test('a job that was cut off continues on a screen that has nothing to do with it', async () => {
  backend.list = [testEntry(1), testEntry(2)];
  await openCollectorStorage(account()).writeProgress(freshProgress([testEntry(2)], 1));
  noteOpenJob(account(), true);
  installFakeExtension(answersLinkedIn);
  renderApp('/linkedin/users/7');
  await waitFor(() => expect(backend.list[1]?.status).toBe('ok'), { timeout: 20_000 });
  expect(backend.fetched.filter((url) => partOf(url) === 'p1').length).toBe(1);
  await waitFor(() => expect(hasOpenJob(account())).toBe(false));
});

test('no company is looked up while another tab has a job, even one that waits', async () => {
  backend.list = [testEntry(1)];
  backend.companyIds = ['1035'];
  await openCollectorStorage(account()).writeProgress(freshProgress([testEntry(1)], 1));
  const hasEnded = Promise.withResolvers<void>();
  const job = runExclusively(() => hasEnded.promise, 'download');
  await openCollector();
  await screen.findByText(/^Another tab of Leadloom is downloading/);
  await expect(waitFor(() => expect(backend.fetched).not.toEqual([]), { timeout: 1_500 })).rejects.toThrow();
  hasEnded.resolve();
  expect(await job).toBe(true);
});

test('without such a job other screens ask neither the extension nor the server', async () => {
  let asked = 0;
  installFakeExtension({
    checkExtension: () => {
      asked += 1;
      return failed('internal');
    },
  });
  renderApp('/linkedin/users/7');
  await screen.findByText('Profile not found');
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toBe(0);
});

test('a panel keeps what was typed while another is shown, and one in use is not replaced by one with news', async () => {
  const { person } = await openCollector();
  const field = screen.getByLabelText('Profile to visit');
  await person.type(field, 'linkedin.com/in/member-9');
  await person.click(tab(/^Add profiles from Search/));
  expect(document.getElementById('manual-profiles')?.hidden).toBe(true);
  expect(screen.getByRole('tabpanel', { name: /^Add profiles from Search/ }).id).toBe('search-profiles');
  fireEvent.click(tab(/^Add manually Linkedin profiles/));
  expect(screen.getByRole('tabpanel').id).toBe('manual-profiles');
  expect(field).toHaveProperty('value', 'linkedin.com/in/member-9');
});
