/** The search for people. Long because all cases share one simulated extension and what it was asked. */
import 'fake-indexeddb/auto';
import {
  deleteSearchJob,
  type FoundLocation,
  rememberLocations,
  type SearchJob,
  saveSearchJobs,
  saveUserJobs,
  searchCompanies,
  searchLocations,
  searchParamsSchema,
} from '@leadloom/shared/contract/linkedin';
import { typeaheadAnswer } from '@leadloom/shared/linkedin/parse/fixtures/page-answers';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeExtension,
  type FakeHandlers,
  failed,
  installFakeExtension,
  succeeded,
} from '../../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../../testing/api.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { forgetRisk } from '../risk/risk-notice.ts';
import { createListServer, type ListServer, listening, renderLists, searchBody } from '../testing/listing.fixture.tsx';

let server: ListServer;
let extension: FakeExtension | undefined;
let asked: number[] = [];
let accounts = 0;

// The form is loaded when its tab is first shown.
beforeAll(() => import('./search-form.tsx'), 60_000);

beforeEach(() => {
  asked = [];
  server = createListServer();
  apiServer.use(...server.handlers);
  forgetRisk();
  accounts += 1;
  signInForTest(`search-${accounts}`);
});

afterEach(() => extension?.remove());

type SearchHandler = NonNullable<FakeHandlers['runSearch']>;

function pagesOf(pages: Readonly<Record<number, string>>): SearchHandler {
  return ({ params }) => {
    asked.push(params.page);
    return succeeded({ page: params.page, body: pages[params.page] ?? searchBody([]) });
  };
}

function open(runSearch: SearchHandler, more: FakeHandlers = {}) {
  extension?.remove();
  extension = installFakeExtension({ ...listening, ...more, runSearch });
  return renderLists();
}

function reload(runSearch: SearchHandler) {
  cleanup();
  signInForTest('somebody-else');
  signInForTest(`search-${accounts}`);
  return open(runSearch);
}

type Person = ReturnType<typeof open>['person'];

const section = () => within(document.getElementById('search-profiles') ?? document.body);
/** Elements are found by their texts and labels: looking for roles takes long, and two stories do so. */
const pending = async () => within((await section().findByText('Pending searches')).parentElement ?? document.body);
const searchButton = () => section().getByText('Search', { selector: 'button' });
const entries = () =>
  within(screen.getByRole('list', { name: 'Entries' }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

async function unfold(person: Person): Promise<void> {
  await person.click(await screen.findByText('Add profiles from Search'));
}

async function search(person: Person, query: string, pages: string): Promise<void> {
  await unfold(person);
  await person.type(section().getByLabelText('People query'), query);
  const field = section().getByLabelText('Number of pages to search');
  await person.clear(field);
  await person.type(field, pages);
  await waitFor(() => expect(searchButton()).toBeEnabled());
  await person.click(searchButton());
}

function aSearch(jobId: string, page: number): SearchJob {
  return { jobId, description: jobId, searches: [searchParamsSchema.parse({ page, peopleSearchQuery: 'buyer', jobId })] };
}

test('a search needs a query and a whole number of pages, which is one by default', async () => {
  const { person } = open(pagesOf({}));
  await unfold(person);
  const button = section().getByRole('button', { name: 'Search' });
  expect(button).toBeDisabled();
  expect(section().getByLabelText('Number of pages to search')).toHaveValue('1');
  await person.type(section().getByLabelText('People query'), '   ');
  expect(button).toBeDisabled();
  await person.type(section().getByLabelText('People query'), 'buyer');
  await waitFor(() => expect(button).toBeEnabled());
  for (const wrong of ['0', '101', 'ten']) {
    const field = section().getByLabelText('Number of pages to search');
    await person.clear(field);
    await person.type(field, wrong);
    await person.click(button);
    await section().findByText('Enter a whole number from 1 to 100.');
  }
  expect(asked).toEqual([]);
  await person.clear(section().getByLabelText('People query'));
  await waitFor(() => expect(button).toBeDisabled());
});

test('results become entries, hidden members are counted, and the search is removed once it has ended', async () => {
  const saved: number[][] = [];
  const save = answer(saveSearchJobs, ({ body }) => {
    saved.push(body.searchParams.map(({ page }) => page));
    server.searches = [{ jobId: 'search-1', description: 'left', searches: body.searchParams }];
    return { jobId: 'search-1', description: 'left', searches: body.searchParams };
  });
  apiServer.use(save);
  const { person } = open(pagesOf({ 1: searchBody([1, 2], 2), 2: searchBody([2, 3], 3) }));
  await search(person, 'buyer', '2');
  await section().findByText('The search has ended. 3 new, 1 already here. 5 hidden members skipped.');
  expect(asked).toEqual([1, 2]);
  expect(entries()).toEqual(['member-1', 'member-2', 'member-3']);
  // What is left, before the first page and after each that is not the last.
  expect(saved).toEqual([[1, 2], [2]]);
  expect(server.searches).toEqual([]);
  (await pending()).getByText('No unfinished searches.');
});

test('a running search shows its page and the number of pages, and Stop leaves the rest pending', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pages = pagesOf({ 1: searchBody([1]), 2: searchBody([2]), 3: searchBody([3]) });
  const { person } = open(async (request) => {
    if (request.params.page === 2) await held;
    return pages(request);
  });
  await search(person, 'buyer', '3');
  await section().findByText(/^Page 2 of 3… 1 new/);
  section().getByRole('progressbar', { name: 'Reading from LinkedIn' });
  await person.click(section().getByLabelText('Stop the search'));
  release();
  await section().findByText('Stopped at page 3. 2 new, 0 already here.');
  await (await pending()).findByText('“buyer” · pages 3');
  await person.click((await pending()).getByLabelText('Relaunch “buyer” · pages 3'));
  await section().findByText('The search has ended. 3 new, 0 already here.');
  expect(asked).toEqual([1, 2, 3]);
  expect(server.searches).toEqual([]);
});

test('an interrupted search is listed after a reload, and Relaunch continues it where it stopped', async () => {
  const { person } = open((request) =>
    request.params.page === 2 ? failed('challenged') : pagesOf({ 1: searchBody([1]) })(request),
  );
  await search(person, 'buyer', '3');
  await section().findByText(/check that you are human/);
  const again = reload(pagesOf({ 2: searchBody([2]), 3: searchBody([3]) }));
  asked = [];
  await again.person.click(await (await pending()).findByLabelText('Relaunch “buyer” · pages 2, 3'));
  await section().findByText('The search has ended. 3 new, 0 already here.');
  expect(asked).toEqual([2, 3]);
  expect(server.searches).toEqual([]);
});

test('Relaunch first saves entries that the server had not accepted, without requesting their page again', async () => {
  const { person } = open(pagesOf({ 1: searchBody([1, 2]), 2: searchBody([3]) }));
  apiServer.use(
    answer(saveUserJobs, () => {
      throw refuse('REQUEST.INVALID', 'The list holds at most 60000 profiles. Delete some to add more.');
    }),
  );
  await search(person, 'buyer', '2');
  await section().findByText('The list holds at most 60000 profiles. Delete some to add more.');
  await (await pending()).findByText('2 profiles are kept in this browser and saved first.');
  apiServer.use(...server.handlers);
  const again = reload(pagesOf({ 2: searchBody([3]) }));
  asked = [];
  await again.person.click(await (await pending()).findByLabelText(/^Relaunch/));
  await section().findByText('The search has ended. 3 new, 0 already here.');
  expect(asked).toEqual([2]);
});

test('Delete removes a pending search and informs the server, and restores it if that fails', async () => {
  server.searches = [aSearch('search-a', 2), aSearch('search-b', 2)];
  const { person } = open(pagesOf({}));
  await (await pending()).findByText('search-a');
  await person.click((await pending()).getByRole('button', { name: 'Delete search-a' }));
  await waitFor(() => expect(server.searches.map(({ jobId }) => jobId)).toEqual(['search-b']));
  expect((await pending()).queryByText('search-a')).toBeNull();
  expect((await pending()).getByRole('heading', { name: 'Pending searches' })).toHaveFocus();

  apiServer.use(
    answer(deleteSearchJob, () => {
      throw refuse('SERVER.INTERNAL');
    }),
  );
  await person.click((await pending()).getByLabelText('Delete search-b'));
  await screen.findByText('Error: Received status code 500');
  await (await pending()).findByText('search-b');
});

test('a page without results ends the search early, and the hundredth page is the last', async () => {
  const { person } = open(pagesOf({ 1: searchBody([1]) }));
  await search(person, 'buyer', '9');
  await section().findByText('The search ended early: page 2 had nobody. 1 new, 0 already here.');
  expect(server.searches).toEqual([]);

  server.searches = [aSearch('search-b', 100)];
  const again = reload(pagesOf({ 100: searchBody([2], 1) }));
  await again.person.click(await (await pending()).findByLabelText('Relaunch search-b'));
  await section().findByText(
    /LinkedIn shows the first 1,000 people of a search only .* 1 new, 0 already here\. 1 hidden member skipped\.$/,
  );
});

test('stale query ids and too many stored searches are explained', async () => {
  const { person } = open(() => failed('stale_endpoint'));
  await search(person, 'buyer', '1');
  await section().findByText(/none of the known ones works/);
  apiServer.use(
    answer(saveSearchJobs, () => {
      throw refuse('REQUEST.INVALID', 'At most 200 searches can be pending. Delete some to add more.');
    }),
  );
  reload(pagesOf({}));
  await search(person, 'buyer', '1');
  await section().findByText('At most 200 searches can be pending. Delete some to add more.');
  expect(asked).toEqual([]);
});

test('a search that was deleted in another tab ends at the next page, and does not come back', async () => {
  const pages = pagesOf({ 1: searchBody([1]), 2: searchBody([2]) });
  const { person } = open((request) => {
    if (request.params.page === 1) server.searches = [];
    return pages(request);
  });
  await search(person, 'buyer', '3');
  await section().findByText(/deleted in another tab or browser/);
  expect(asked).toEqual([1]);
  expect(entries()).toEqual(['member-1']);
  expect(server.searches).toEqual([]);
  (await pending()).getByText('No unfinished searches.');
});

const oslo: FoundLocation = {
  id: '101',
  ids: ['101', '102'],
  name: 'Oslo',
  label: 'Oslo, Norway',
  country: 'Norway',
  kind: 'state',
};

const estonia: FoundLocation = {
  id: '661001',
  ids: ['661001'],
  name: 'Estonia',
  label: 'Estonia',
  country: 'Estonia',
  kind: 'country',
};

test('Enter in a field for locations chooses an option and never starts the search', async () => {
  apiServer.use(answer(searchLocations, () => ({ data: [oslo] })));
  const { person } = open(pagesOf({}));
  await unfold(person);
  await person.type(section().getByLabelText('People query'), 'buyer');
  await waitFor(() => expect(searchButton()).toBeEnabled());
  await person.type(section().getByRole('combobox', { name: 'Locations' }), 'osl');
  await screen.findByRole('option', { name: 'Oslo, Norway · State or province' });
  // The list moves with its field: it is part of the section, not of the page.
  expect(section().getByRole('option', { name: 'Oslo, Norway · State or province' })).toBeVisible();
  await person.keyboard('{Enter}');
  await person.keyboard('{ArrowDown}{Enter}');
  await section().findByRole('button', { name: 'Oslo, Norway' });
  expect(searchButton()).toBeEnabled();
  expect(asked).toEqual([]);
  expect(server.searches).toEqual([]);
});

test('locations and companies are looked up while typing and narrow the search', async () => {
  const queries: string[] = [];
  apiServer.use(
    answer(searchLocations, ({ url }) => {
      queries.push(url.searchParams.get('query') ?? '');
      return { data: [oslo] };
    }),
    answer(searchCompanies, () => ({ data: [{ company_id: '7', company_name: 'Nordlys' }] })),
  );
  let sent: unknown = null;
  const { person } = open(({ params }) => {
    sent = params;
    return succeeded({ page: 1, body: searchBody([1]) });
  });
  await unfold(person);
  await person.type(section().getByRole('combobox', { name: 'Locations' }), 'osl');
  await person.click(await screen.findByRole('option', { name: 'Oslo, Norway · State or province' }));
  expect(queries).toEqual(['osl']);
  await person.type(section().getByLabelText('Current companies'), 'nord');
  await person.click(await screen.findByRole('option', { name: 'Nordlys' }));
  await person.type(section().getByLabelText('Past companies'), 'nord');
  await person.click(await screen.findByRole('option', { name: 'Nordlys' }));
  await search(await foldedAgain(person), 'buyer', '1');
  await section().findByText(/^The search has ended/);
  expect(sent).toMatchObject({
    peopleSearchQuery: 'buyer',
    locationIds: ['101', '102'],
    currentCompanyIds: ['7'],
    pastCompanyIds: ['7'],
  });
});

/** `search` unfolds the section, so it is folded first. */
async function foldedAgain(person: Person): Promise<Person> {
  await unfold(person);
  return person;
}

test('LinkedIn is requested for a location only on demand, and its answer can be selected', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  apiServer.use(
    answer(searchLocations, () => {
      throw refuse('LOCATION.NONE');
    }),
  );
  const stored: unknown[] = [];
  apiServer.use(
    answer(rememberLocations, ({ body }) => {
      stored.push(body);
      return { data: [estonia] };
    }),
  );
  const urls: string[] = [];
  const { person } = open(pagesOf({}), {
    fetchData: ({ url, requestId }) => {
      urls.push(url);
      return succeeded({ requestId, body: JSON.stringify(typeaheadAnswer()) });
    },
  });
  await unfold(person);
  const field = section().getByRole('combobox', { name: 'Locations' });
  await person.type(field, 'esto');
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(urls).toEqual([]);
  await person.click(await screen.findByRole('option', { name: /^Ask LinkedIn, one look-up of 100/ }));
  await screen.findByRole('option', { name: 'Estonia, Country' });
  expect(stored).toEqual([
    {
      data: [
        { id: '661001', name: 'Estonia' },
        { id: '661002', name: 'Tallinn, Estonia' },
      ],
    },
  ]);
  expect(screen.queryByRole('option', { name: 'Quillhaven Robotics' })).toBeNull();
  expect(screen.queryByRole('option', { name: /^Ask LinkedIn/ })).toBeNull();
  expect(urls.length).toBe(1);
  await person.keyboard('{ArrowDown}{Enter}');
  await section().findByRole('button', { name: /^Estonia/ });
  expect(field).toHaveValue('');
});

test('an emptied text clears the suggestions, and a failed lookup clears them too and is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = false;
  apiServer.use(
    answer(searchCompanies, () => {
      if (isBroken) throw refuse('REQUEST.INVALID');
      return { data: [{ company_id: '7', company_name: 'Nordlys' }] };
    }),
  );
  const { person } = open(pagesOf({}), { fetchData: () => failed('allowance_spent', 3_600) });
  await unfold(person);
  const field = section().getByLabelText('Current companies');
  await person.type(field, 'nord');
  await screen.findByRole('option', { name: 'Nordlys' });
  await person.clear(field);
  await screen.findByText('Type to search');
  expect(screen.queryByRole('option')).toBeNull();
  isBroken = true;
  await person.type(field, 'nordl');
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('option', { name: 'Nordlys' })).toBeNull();
  await person.click(await screen.findByRole('option', { name: /^Look up/ }));
  await section().findByText(/24-hour allowance is used up.*You can continue at/);
  expect(logged).toHaveBeenCalledTimes(2);
});
