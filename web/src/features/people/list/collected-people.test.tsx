import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { faults } from '../../../testing/faults.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, passRetries } from '../../../testing/timers.ts';
import { aPerson, filtersIn, loadPeopleScreen, openPeople, people, rowOf, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

describe('collected people', () => {
  it('collected people are shown with name, company, location, contact details and time of collection', async () => {
    servePeople(aPerson(7, { full_name: 'Maren Holt', headline: 'Keeps shelves full', tags: ['Freight', 'Norway'] }));
    await openPeople();
    const row = await rowOf('Maren Holt');
    expect(row.getByRole('link', { name: 'Maren Holt' })).toHaveAttribute('href', '/linkedin/users/7');
    expect(row.getByText('Keeps shelves full')).toBeVisible();
    expect(row.getByText('MH')).toBeVisible();
    expect(row.getByRole('link', { name: 'Nordlys' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(row.getByText('Bergen, Vestland')).toBeVisible();
    expect(row.getByRole('link', { name: 'person7@example.com' })).toHaveAttribute('href', 'mailto:person7@example.com');
    expect(row.getByText('Freight')).toBeVisible();
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
    expect(row.getByText(day.format(new Date('2026-03-01T09:00:00.000Z')))).toBeVisible();
    expect(row.getByText(day.format(new Date('2026-03-05T09:00:00.000Z')))).toBeVisible();
    expect(screen.getByText('1 person')).toBeVisible();
    expect(document.title).toBe('Collected people · Leadloom');
  });

  it('a job title stands in a column of its own, beside the name', async () => {
    servePeople(aPerson(7, { full_name: 'Maren Holt', title: 'Head of Supply Chain' }), aPerson(8));
    await openPeople();
    const [titled, untitled] = [await rowOf('Maren Holt'), await rowOf('Person 8')];
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const column = headers.indexOf('Title');
    expect(headers.slice(column - 1, column + 2)).toEqual(['Name', 'Title', 'Company']);
    expect(titled.getAllByRole('cell')[column]).toHaveTextContent('Head of Supply Chain');
    expect(titled.getByTitle('Head of Supply Chain')).toBeVisible();
    // Narrow screens leave out what is blank.
    expect(untitled.getAllByRole('cell')[column]).toHaveAttribute('data-empty');
  });

  it('a tap on a row opens the profile, and a long press selects the person', async () => {
    servePeople(aPerson(7, { full_name: 'Maren Holt' }));
    await openPeople();
    const row = await rowOf('Maren Holt');
    const place = row.getByText('Bergen, Vestland');
    // The profile itself is another story.
    const follow = vi.fn((event: Event) => event.preventDefault());
    row.getByRole('link', { name: 'Maren Holt' }).addEventListener('click', follow);
    const finger = { pointerType: 'touch', isPrimary: true };
    fireEvent.pointerDown(place, finger);
    await new Promise((resolve) => setTimeout(resolve, 600));
    fireEvent.pointerUp(place, finger);
    fireEvent.click(place, { detail: 1 });
    expect(screen.getByRole('checkbox', { name: 'Select Maren Holt' })).toBeChecked();
    expect(follow).not.toHaveBeenCalled();
    fireEvent.pointerDown(place, finger);
    fireEvent.pointerUp(place, finger);
    fireEvent.click(place, { detail: 1 });
    expect(follow).toHaveBeenCalledOnce();
  });

  it('placeholders are shown while people load', async () => {
    const release = Promise.withResolvers<void>();
    servePeople();
    apiServer.use(
      answer(listProfiles, async () => {
        await release.promise;
        return { data: [aPerson(1)], total: 1, page: 1, per_page: 10, countries: [], tags: [] };
      }),
    );
    await openPeople();
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Nobody matches these filters.')).toBeNull();
    release.resolve();
    await rowOf('Person 1');
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  });

  it('an empty list links to the collector', async () => {
    servePeople();
    await openPeople();
    expect(await screen.findByText('You have not collected anyone yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the collector' })).toHaveAttribute('href', '/linkedin/collector');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('a list without matches offers to show everybody', async () => {
    const server = servePeople();
    const { person, location } = await openPeople('?query=nobody&with_email=true');
    expect(await screen.findByText('Nobody matches these filters.')).toBeVisible();
    expect(screen.getByText('2 active')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export profiles' })).toBeDisabled();
    server.people = [aPerson(1)];
    await person.click(screen.getByRole('button', { name: 'Show everyone' }));
    await rowOf('Person 1');
    expect(location()).toBe('/linkedin/people');
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
  });

  it.each(faults)('a failed load after $name is shown and can be retried', async ({ respond, text }) => {
    fakeTimers();
    servePeople(aPerson(1));
    let isBroken = true;
    apiServer.use(http.get('/api/v1/linkedin/users', () => (isBroken ? respond() : undefined)));
    const { person } = await openPeople();
    await passRetries();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await rowOf('Person 1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the number of people is shown, however large', async () => {
    servePeople();
    apiServer.use(
      answer(listProfiles, () => ({
        data: people(10).map((one) => ({ ...one })),
        total: 100_000,
        page: 10_000,
        per_page: 10,
        countries: [],
        tags: [],
      })),
    );
    await openPeople('?page=10000');
    await rowOf('Person 1');
    const grouped = new Intl.NumberFormat();
    expect(screen.getByText(`${grouped.format(100_000)} people`)).toBeVisible();
    const range = `${grouped.format(99_991)}–${grouped.format(100_000)} of ${grouped.format(100_000)}`;
    expect(within(screen.getByRole('navigation', { name: 'Pages' })).getByText(range)).toBeVisible();
    expect(screen.getByText(`Export these ${grouped.format(100_000)} people to CSV.`, { exact: false })).toBeVisible();
  });

  it('an address past the end opens the last page', async () => {
    servePeople(...people(12));
    const { location } = await openPeople('?page=9');
    await rowOf('Person 12');
    expect(location()).toBe('/linkedin/people?page=2');
  });
});

describe('filters of collected people', () => {
  it.each([
    ['', '/alerts?watch=people'],
    ['?list=4', '/alerts?watch=list%3A4'],
  ])('"Alert me" starts an alert on what is shown: %s', async (search, path) => {
    servePeople(aPerson(1));
    apiServer.use(answer(listRowLists, () => ({ data: [], total: 0 })));
    await openPeople(search);
    await rowOf('Person 1');
    expect(screen.getByRole('link', { name: 'Alert me' })).toHaveAttribute('href', path);
  });

  it('filters are read from the address', async () => {
    const { lists } = servePeople(aPerson(1));
    await openPeople(
      '?query=loom&country=Norway&company=Nordlys&tags=Freight,Later&with_email=true&incomplete=true&collected_after=2026-01-01&collected_before=2026-02-01&sort=full_name&order=asc&page=1&per_page=15',
    );
    await rowOf('Person 1');
    expect(filtersIn(lists[0])).toEqual({
      query: 'loom',
      country: 'Norway',
      company: 'Nordlys',
      tags: 'Freight,Later',
      with_email: 'true',
      incomplete: 'true',
      collected_after: '2026-01-01',
      collected_before: '2026-02-01',
    });
    expect(lists[0]?.searchParams.get('sort')).toBe('full_name');
    expect(lists[0]?.searchParams.get('per_page')).toBe('15');
    expect(screen.getByRole('button', { name: 'Company: Nordlys' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Tags: Freight, Later' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'With email: Yes' })).toBeVisible();
    expect(screen.getByText('7 active')).toBeVisible();
  });

  it('filters are sent half a second after the last key, and Back removes them', async () => {
    const { lists } = servePeople(...people(3));
    const { person, location, go } = await openPeople();
    await rowOf('Person 1');
    await openFilter(person, 'Search');
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), ' loom ');
    await waitFor(() => expect(location()).toBe('/linkedin/people?query=loom'));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ query: 'loom' }));
    expect(lists).toHaveLength(2);
    go(-1);
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue(''));
    await person.keyboard('{Escape}');
    expect(location()).toBe('/linkedin/people');
  });

  it('filters offer the countries and tags of collected people', async () => {
    const { lists } = servePeople(aPerson(1, { tags: ['Freight'] }), aPerson(2, { tags: ['Later'] }));
    const { person } = await openPeople();
    await rowOf('Person 1');
    await openFilter(person, 'Country');
    await person.click(await screen.findByRole('option', { name: 'Sweden' }));
    await person.keyboard('{Escape}');
    await openFilter(person, 'Tags');
    await person.click(await screen.findByRole('option', { name: 'Freight (1)' }));
    await person.click(await screen.findByRole('option', { name: 'Later (1)' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country: 'Sweden', tags: 'Freight,Later' }));
  });

  it('chips have operators, and say what is in force', async () => {
    const { lists } = servePeople(aPerson(1));
    const { person, location } = await openPeople('?country=Norway&title_has=false&company.domain=nordlys.example');
    await rowOf('Person 1');
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    expect(filters.getByRole('button', { name: 'Title: blank' })).toBeVisible();
    expect(filters.getByRole('button', { name: 'Linked company: domain: nordlys.example' })).toBeVisible();
    await person.click(filters.getByRole('button', { name: 'Country: Norway' }));
    await person.click(await screen.findByRole('radio', { name: 'is not' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(location()).toContain('country_not=Norway'));
    await waitFor(() =>
      expect(filtersIn(lists.at(-1))).toEqual({
        country_not: 'Norway',
        title_has: 'false',
        'company.domain': 'nordlys.example',
      }),
    );
    await person.click(filters.getByRole('button', { name: 'Clear Linked company' }));
    await waitFor(() => expect(location()).not.toContain('company.domain'));
  });

  it('people who are not in the CRM are asked for by a chip', async () => {
    const { lists } = servePeople(aPerson(1));
    const { person, location } = await openPeople('?in_crm=false&crm_stage=Lead');
    await rowOf('Person 1');
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    await person.click(filters.getByRole('button', { name: 'Not in our CRM, stage Lead' }));
    await person.click(await screen.findByRole('checkbox', { name: 'In our CRM' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ in_crm: 'true', crm_stage: 'Lead' }));
    await person.keyboard('{Escape}');
    await person.click(filters.getByRole('button', { name: 'Clear In our CRM' }));
    await waitFor(() => expect(location()).toBe('/linkedin/people'));
  });

  it('a list and "Changed" have chips while they are in use, and each is cleared by its own button', async () => {
    const { lists } = servePeople(aPerson(1));
    const list = {
      id: 4,
      name: 'To call',
      table: 'collected-people',
      count: 1,
      note: '',
      updated_at: '2026-03-01T09:00:00.000Z',
    } as const;
    apiServer.use(answer(listRowLists, () => ({ data: [list], total: 1 })));
    const { person, location } = await openPeople('?list=4&updated_after=7d');
    await rowOf('Person 1');
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    expect(await filters.findByRole('button', { name: 'List: To call' })).toBeVisible();
    await person.click(filters.getByRole('button', { name: 'Clear Changed' }));
    await waitFor(() => expect(location()).toBe('/linkedin/people?list=4'));
    await person.click(filters.getByRole('button', { name: 'Clear List' }));
    await waitFor(() => expect(location()).toBe('/linkedin/people'));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({}));
    expect(filters.queryByRole('button', { name: 'List' })).toBeNull();
  });

  it('changing a filter clears the selection, because the selected people are no longer shown', async () => {
    servePeople(...people(2));
    const { person } = await openPeople();
    await person.click((await rowOf('Person 1')).getByRole('checkbox'));
    expect(screen.getByText('1 selected')).toBeVisible();
    await openFilter(person, 'With email');
    await person.click(await screen.findByRole('checkbox', { name: 'With email' }));
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });
});

describe('the order of collected people', () => {
  it('pressing a column’s name reverses the order, which is announced to screen readers', async () => {
    const { lists } = servePeople(...people(3));
    const { person, location } = await openPeople();
    await rowOf('Person 1');
    expect(screen.getByRole('columnheader', { name: 'Collected' })).toHaveAttribute('aria-sort', 'descending');
    const name = screen.getByRole('columnheader', { name: 'Name' });
    await person.click(within(name).getByRole('button'));
    await waitFor(() => expect(name).toHaveAttribute('aria-sort', 'ascending'));
    await person.click(within(name).getByRole('button'));
    await waitFor(() => expect(location()).toBe('/linkedin/people?sort=full_name&order=desc'));
    await waitFor(() => expect(lists.at(-1)?.searchParams.get('order')).toBe('desc'));
  });

  it('the order can be chosen by name, without a header', async () => {
    const { lists } = servePeople(...people(3));
    const { person } = await openPeople();
    await rowOf('Person 1');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most followers');
    await waitFor(() => expect(lists.at(-1)?.searchParams.get('sort')).toBe('follower_count'));
  });

  it('people stay on the screen while the next page loads', async () => {
    servePeople(...people(12));
    const { person } = await openPeople();
    await rowOf('Person 1');
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(listProfiles, async () => {
        await release.promise;
        return { data: [aPerson(11), aPerson(12)], total: 12, page: 2, per_page: 10, countries: [], tags: [] };
      }),
    );
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('progressbar', { name: 'Loading people' })).toBeInTheDocument();
    expect(screen.getByText('Person 1')).toBeVisible();
    release.resolve();
    await rowOf('Person 12');
  });
});

describe('texts of strangers among collected people', () => {
  const hostile = '<img src=x onerror=alert(1)>';

  it('texts of strangers are shown as text, and their addresses are not linked', async () => {
    servePeople(
      aPerson(1, {
        full_name: hostile,
        headline: '<script>alert(1)</script>',
        company_name: 'Evil & Sons',
        company_url: 'javascript:alert(1)',
        email: 'a@b.example?subject=<b>',
        location: hostile,
        photo_url: 'https://media.example.com/x.jpg',
        tags: ['<b>bold</b>'],
      }),
    );
    await openPeople();
    const row = await rowOf(hostile);
    expect(row.getByText('<script>alert(1)</script>')).toBeVisible();
    expect(row.getByText('<b>bold</b>')).toBeVisible();
    expect(document.querySelector('main img, main script')).toBeNull();
    expect(row.queryByRole('link', { name: 'Evil & Sons' })).toBeNull();
    expect(row.getAllByRole('link')).toHaveLength(1);
  });

  it.each([
    ['long', 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).trim(), 'WW'],
    ['right to left', 'מירה כהן', 'מכ'],
    ['Chinese', '山田花子', '山'],
  ])('a name is shown unchanged: %s', async (_, name, initials) => {
    servePeople(aPerson(1, { full_name: name }));
    await openPeople();
    const row = await rowOf(name);
    expect(row.getByText(initials)).toBeVisible();
    expect(row.getByRole('checkbox', { name: `Select ${name}` })).toBeEnabled();
  });

  it.each([
    ['🧵🪡', '🧵🪡'],
    [null, 'person-1'],
    ['  ​ ', 'person-1'],
  ])('a name without letters is replaced by picture or address: %s', async (fullName, shown) => {
    servePeople(aPerson(1, { full_name: fullName }));
    await openPeople();
    expect((await rowOf(shown)).getByRole('checkbox', { name: `Select ${shown}` })).toBeEnabled();
  });
});
