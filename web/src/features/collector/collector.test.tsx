import 'fake-indexeddb/auto';
import { me } from '@leadloom/shared/contract/accounts';
import { exportExperiences, exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { deleteUserJobs, parseProfile, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failed } from '../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
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

beforeEach(() => startFixture());

test('a person adds profiles, downloads them, opens one and sees it was downloaded', async () => {
  const { person, location } = await openCollector();
  await screen.findByText('Linkedin cookies available');
  await table().findByText('Add some profiles to fetch.');

  const field = screen.getByLabelText('Profile to visit');
  await person.type(field, 'https://example.com/in/member-1');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText('"https://example.com/in/member-1" doesn\'t seem a valid linkedin URL');

  await person.clear(field);
  await person.type(field, 'de.linkedin.com/in/member-1/?trk=x\nlinkedin.com/in/member-2\nnonsense');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  expect(within(await rowOf(1)).getByText('No')).toBeTruthy();
  expect(field).toHaveProperty('value', 'nonsense');
  expect(screen.getByText('"nonsense" doesn\'t seem a valid linkedin URL')).toBeTruthy();

  await person.clear(field);
  await person.type(field, 'www.linkedin.com/in/Member-2');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText('URL already exists');
  expect(backend.list.map(({ url }) => url)).toEqual([testEntry(1).url, testEntry(2).url]);

  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('2 of 2 downloaded.');
  const entry = within(await rowOf(1));
  expect(entry.getByText('Yes')).toBeTruthy();
  expect(entry.getByText('ok')).toBeTruthy();
  expect(entry.getByText('maren.holt@example.com')).toBeTruthy();
  expect(entry.getByRole('link', { name: '/in/member-1' }).getAttribute('rel')).toBe('noopener noreferrer nofollow');
  await waitFor(() => expect(backend.list.map(({ status }) => status)).toEqual(['ok', 'ok']));

  const details = entry.getByRole('link', { name: 'Details of member-1' });
  expect(entry.getByRole('link', { name: 'Maren Holt' }).getAttribute('href')).toBe(details.getAttribute('href'));
  await person.click(details);
  await waitFor(() => expect(location()).toBe('/linkedin/users/7'));
});

test('a person who is not onboarded is sent to the onboarding', async () => {
  apiServer.use(answer(me, () => aUser({ linkedin_onboarded: null })));
  const { location } = renderApp('/linkedin/collector');
  await screen.findByText('Loading...');
  await waitFor(() => expect(location()).toBe('/linkedin/onboarding'));
});

test('without the extension every action is disabled, nothing is loaded, and the screen says what to do', async () => {
  renderApp('/linkedin/collector');
  await screen.findByText('To download more profiles you need to install Leadloom extension.', {}, { timeout: 8_000 });
  for (const name of ['Add Profile', 'Start Job', 'Export profiles', 'Export experiences'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(screen.queryByText('Add some profiles to fetch.')).toBeNull();
  expect(table().getByText('Your list is shown once the extension is installed.')).toBeTruthy();
});

test('the table pages by 10, and selected entries are deleted; when that fails they return', async () => {
  backend.list = Array.from({ length: 12 }, (_, index) => testEntry(index + 1));
  const { person } = await openCollector();
  await rowOf(1);
  expect(table().getAllByRole('row').length).toBe(1 + 10);
  await person.click(screen.getByRole('button', { name: /next page/i }));
  await person.click(table().getByRole('checkbox', { name: 'Select member-12' }));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(backend.list.length).toBe(11));
  expect(table().queryByText(/member-12/)).toBeNull();

  apiServer.use(
    answer(deleteUserJobs, () => {
      throw refuse('SERVER.INTERNAL');
    }),
  );
  await person.click(table().getByRole('checkbox', { name: 'Select member-11' }));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Error: Received status code 500');
  await rowOf(11);
});

test('a job that LinkedIn stops says so in plain words, keeps the entries, and can be continued', async () => {
  backend.list = [1, 2, 3].map(testEntry);
  let isThrottled = true;
  const { person } = await openCollector({
    ...answersLinkedIn,
    fetchData: (request) =>
      isThrottled && request.url.includes('member-2&') ? failed('throttled', 600) : answersLinkedIn.fetchData?.(request),
  });
  await rowOf(1);
  const concurrency = screen.getByLabelText('Concurrent Downloads');
  await person.clear(concurrency);
  await person.type(concurrency, '1');
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText(/LinkedIn asked for a pause .* so the download has stopped\. .* You can continue at /);
  await screen.findByText('1 of 3 downloaded.');
  expect(backend.list.map(({ collected }) => collected)).toEqual([true, false, false]);

  isThrottled = false;
  await person.click(screen.getByRole('button', { name: 'Continue with 2 left' }));
  await screen.findByText('2 of 2 downloaded.');
  expect(backend.fetched.filter((url) => partOf(url) === 'p1').length).toBe(3);
});

test('an unavailable member is marked not_found, and an unreadable answer is reported once', async () => {
  allowLog();
  backend.list = [1, 2, 3, 4].map(testEntry);
  apiServer.use(
    answer(parseProfile, ({ body }) => {
      const { url } = profileBody.parse(body).content;
      if (/member-[23]$/.test(url)) throw refuse('PARSE.UNREADABLE');
      return parsedProfile(url);
    }),
  );
  const { person } = await openCollector({
    ...answersLinkedIn,
    fetchData: (request) => (request.url.includes('member-1&') ? failed('forbidden') : answersLinkedIn.fetchData?.(request)),
  });
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 4 downloaded, 1 not found, 2 could not be read.');
  expect(within(await rowOf(1)).getByText('not_found')).toBeTruthy();
  expect(within(await rowOf(2)).getByText('No')).toBeTruthy();
  expect(screen.getAllByText('Something is off').length).toBe(1);
});

test('a 200 of the parser that names no member marks the entry not_found', async () => {
  backend.list = [testEntry(1)];
  apiServer.use(answer(parseProfile, ({ body }) => ({ ...parsedProfile(profileBody.parse(body).content.url), profile_id: '' })));
  const { person } = await openCollector();
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  expect(await within(await rowOf(1)).findByText('not_found')).toBeTruthy();
});

test('fields that are not numbers start nothing', async () => {
  const logged = allowLog();
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  const max = screen.getByLabelText('Max Profiles To Download');
  expect(max).toHaveProperty('value', '10');
  expect(screen.getByLabelText('Concurrent Downloads')).toHaveProperty('value', '2');
  await person.clear(max);
  await person.type(max, 'ten');
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  expect(max.getAttribute('aria-invalid')).toBe('true');
  expect(logged).toHaveBeenCalled();
  expect(backend.fetched).toEqual([]);
});

test('a failure to save a manual entry is shown, and the typed text stays', async () => {
  apiServer.use(
    answer(saveUserJobs, () => {
      throw refuse('SERVER.BUSY');
    }),
  );
  const { person } = await openCollector();
  await table().findByText('Add some profiles to fetch.');
  await person.type(screen.getByLabelText('Profile to visit'), 'linkedin.com/in/member-1');
  await person.click(screen.getByRole('button', { name: 'Add Profile' }));
  await screen.findByText('An error occurred: The server is busy. Please try again in a moment.');
  expect(screen.getByLabelText('Profile to visit')).toHaveProperty('value', 'linkedin.com/in/member-1');
  expect(table().queryByText(/member-1/)).toBeNull();
});

test('a downloaded profile is written by the call that stores it: its entry is not saved a second time', async () => {
  const saved = vi.fn();
  apiServer.use(
    answer(saveUserJobs, ({ body }) => {
      saved(body.users);
      return { users: [], added: 0, existing: 0 };
    }),
  );
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(within(await rowOf(1)).getByText('ok')).toBeDefined();
  expect(within(await rowOf(1)).getByText('maren.holt@example.com')).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});

test('the exports are disabled until something is collected', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openCollector();
  await rowOf(1);
  const exports = () => [/Export profiles/, /Export experiences/].map((name) => screen.getByRole('button', { name }));
  await waitFor(() => expect(exports().map((button) => button.hasAttribute('disabled'))).toEqual([true, true]));
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  await screen.findByText('1 of 1 downloaded.');
  expect(exports().map((button) => button.hasAttribute('disabled'))).toEqual([false, false]);
});

test('the exports stay enabled for collected people whose entries were deleted from the list', async () => {
  backend.peopleCount = 3;
  await openCollector();
  await table().findByText('Add some profiles to fetch.');
  await waitFor(() => expect(backend.counted).toBeGreaterThan(0));
  expect(screen.getByRole('button', { name: 'Export profiles' })).toHaveProperty('disabled', false);
});

test('both exports are saved under their names, and a failed one is logged and shown', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  apiServer.use(
    answer(exportProfiles, () => new Blob(['id\n'])),
    answer(exportExperiences, () => new Blob(['id\n'])),
  );
  backend.peopleCount = 1;
  const { person } = await openCollector();
  await person.click(screen.getByRole('button', { name: 'Export profiles' }));
  await waitFor(() => expect(saved).toEqual(['linkedin_users_export.csv']));
  await person.click(screen.getByRole('button', { name: 'Export experiences' }));
  await waitFor(() => expect(saved).toEqual(['linkedin_users_export.csv', 'linkedin_experiences_export.csv']));

  const logged = allowLog();
  apiServer.use(
    answer(exportProfiles, () => {
      throw refuse('SERVER.UNAVAILABLE');
    }),
  );
  await person.click(screen.getByRole('button', { name: 'Export profiles' }));
  await screen.findByText('The file could not be created. Please try again.');
  expect(logged).toHaveBeenCalled();
  expect(saved.length).toBe(2);
});

test('the first two companies without a name are looked up once', async () => {
  backend.companyIds = ['1035', '1441', '99'];
  await openCollector();
  await waitFor(() =>
    expect(backend.companies).toEqual(['https://www.linkedin.com/company/1035', 'https://www.linkedin.com/company/1441']),
  );
  expect(backend.fetched.length).toBe(2);
});

test('the text of a hostile profile is shown as text', async () => {
  backend.list = [
    {
      ...testEntry(1),
      url: 'javascript:alert(1)',
      profile_url: 'javascript:alert(2)',
      email: '<img src=x onerror=alert(3)>',
      collected: true,
      status: 'ok',
      user_id: '7',
    },
  ];
  await openCollector();
  await table().findByText('<img src=x onerror=alert(3)>');
  const addresses = table()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(addresses).toEqual(['/linkedin/users/7']);
});
