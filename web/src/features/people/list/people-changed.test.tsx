import { exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { listSampleRows } from '@leadloom/shared/contract/sample-rows';
import { noteTableVisit } from '@leadloom/shared/contract/table-visits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPerson, filtersIn, loadPeopleScreen, openPeople, rowOf, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

/** The last visit, as the server of these stories gives it. */
const since = '2026-03-27T08:00:00.000Z';
const changed = { full_name: 'Maren Holt', updated_at: '2026-03-28T08:00:00.000Z' };

/** Serves nine people, some of whom are new. */
function serveNine(news: number) {
  const served = servePeople(aPerson(1, changed), ...Array.from({ length: 8 }, (_, at) => aPerson(at + 2)));
  apiServer.use(
    http.get('/api/v1/linkedin/users', ({ request }) => {
      if (new URL(request.url).searchParams.get('per_page') !== '1') return undefined;
      return HttpResponse.json({ data: [], total: news, page: 1, per_page: 1, countries: [], tags: [] });
    }),
  );
  return served;
}

it('people who are new since the last visit are counted and marked, and a press shows them alone', async () => {
  const { lists } = serveNine(2);
  const { person, location } = await openPeople();
  expect(await (await rowOf('Maren Holt')).findByRole('img', { name: 'New' })).toBeVisible();
  expect((await rowOf('Person 2')).queryByRole('img', { name: 'New' })).toBeNull();
  expect(await screen.findByText(/^2 new since /)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Show new rows' }));
  await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ updated_after: since }));
  expect(location()).toBe('/linkedin/people?updated_after=last-visit');
  expect(screen.getByRole('button', { name: 'Changed since my last visit' })).toBeVisible();
  expect(screen.queryByText(/^2 new since /)).toBeNull();
});

it('where three in ten people are new, they are counted and not marked', async () => {
  serveNine(3);
  await openPeople();
  await rowOf('Maren Holt');
  expect(await screen.findByText(/^3 people are new since /)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show them' })).toBeVisible();
  expect(screen.queryByRole('img', { name: 'New' })).toBeNull();
});

it('where everybody is new, the line says so, and offers no filter that would change nothing', async () => {
  serveNine(9);
  await openPeople();
  await rowOf('Maren Holt');
  expect(await screen.findByText(/^All 9 people are new since /)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});

it('the people of the sample account are said to be invented beside their number', async () => {
  servePeople(aPerson(1));
  apiServer.use(answer(listSampleRows, () => ({ tables: [], account: true })));
  const { person } = await openPeople();
  const people = within(screen.getByRole('region', { name: 'Collected people' }));
  expect(await people.findByText('These rows are invented samples.')).toBeVisible();
  await person.click(people.getByRole('button', { name: 'How to remove them' }));
  expect(await screen.findByRole('dialog', { name: 'How to remove the samples' })).toBeVisible();
});

it('a preset stands in the address, and the list and the file name the moment it means', async () => {
  const { lists } = servePeople(aPerson(1));
  const saved = catchSavedFiles();
  const files: URL[] = [];
  apiServer.use(
    answer(exportProfiles, ({ url }) => {
      files.push(url);
      return new Blob(['profile_url']);
    }),
  );
  const { person, location } = await openPeople();
  await rowOf('Person 1');
  await person.click(screen.getByRole('button', { name: 'Changed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed' }));
  await person.click(await dialog.findByRole('radio', { name: 'Last 7 days' }));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(location()).toBe('/linkedin/people?updated_after=7d'));
  await person.click(screen.getByRole('button', { name: 'Export profiles' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const asked = filtersIn(lists.at(-1));
  const weekAgo = Date.now() - 7 * 24 * 3_600_000;
  expect(Math.abs(Date.parse(asked.updated_after ?? '') - weekAgo)).toBeLessThan(3_600_000);
  expect(filtersIn(files[0])).toEqual(asked);
});

it('each press of W counts, however quickly one follows another', async () => {
  servePeople(aPerson(1));
  const { location } = await openPeople();
  await rowOf('Person 1');
  // Nothing is rendered between the keys.
  const press = (times: number) =>
    act(() => {
      for (let time = 0; time < times; time += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
      }
    });
  press(2);
  expect(location()).toBe('/linkedin/people');
  press(1);
  expect(location()).toBe('/linkedin/people?updated_after=24h');
  press(2);
  expect(location()).toBe('/linkedin/people?updated_after=24h');
});

it('people of any time are shown if the last visit cannot be read', async () => {
  const wasLogged = expectLogged('The visit of a table could not be noted.');
  const { lists } = servePeople(aPerson(1));
  apiServer.use(http.put(`/api/v1${noteTableVisit.path}`, () => HttpResponse.json({}, { status: 400 })));
  await openPeople('?updated_after=last-visit');
  expect(await screen.findByText('Your last visit could not be read, so people of any time are shown.')).toBeVisible();
  await rowOf('Person 1');
  expect(lists.map(filtersIn)).toEqual([{}]);
  await wasLogged();
});
