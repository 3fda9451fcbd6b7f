import { listProfileFacets, summarizeProfiles } from '@leadloom/shared/contract/profile-facets';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { signInToWorkspace } from '../../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { aPerson, filtersIn, loadPeopleScreen, openPeople, rowOf, select, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

it('each person of a shared workspace names the member who collected them', async () => {
  servePeople(aPerson(1, { collected_by: 'kim@example.com' }), aPerson(2, { collected_by: 'a former member' }));
  signInToWorkspace();
  renderApp('/linkedin/people');
  expect((await rowOf('Person 1')).getByText('by kim@example.com')).toBeVisible();
  expect((await rowOf('Person 2')).getByText('by a former member')).toBeVisible();
});

it('people of a shared workspace are filtered and charted by the member who collected them', async () => {
  const { lists } = servePeople(aPerson(1, { collected_by: 'kim@example.com' }));
  apiServer.use(
    answer(listProfileFacets, ({ url }) => ({
      data: [{ of: url.searchParams.get('of') ?? '', values: [{ value: 'kim@example.com', count: 7 }], blank: 0, more: 0 }],
      total: 7,
    })),
    answer(summarizeProfiles, () => ({ data: [{ by: ['kim@example.com'], value: 7 }], total: 7, other: 0 })),
  );
  signInToWorkspace();
  const { person } = renderApp('/linkedin/people');
  await rowOf('Person 1');
  await openFilter(person, 'Collected by');
  await person.click(await screen.findByRole('option', { name: /kim@example.com/ }));
  await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ collected_by: 'kim@example.com' }));
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Collected by: kim@example.com' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Chart' }));
  const choice = await screen.findByRole('combobox', { name: 'By' });
  expect(within(choice).getByRole('option', { name: 'Collected by' })).toBeInTheDocument();
});

it('a personal workspace asks for no collector, unless an address does', async () => {
  servePeople(aPerson(1));
  apiServer.use(answer(summarizeProfiles, () => ({ data: [{ by: ['Norway'], value: 1 }], total: 1, other: 0 })));
  const { person } = await openPeople();
  await rowOf('Person 1');
  expect(screen.queryByRole('button', { name: 'Collected by' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Chart' }));
  const choice = await screen.findByRole('combobox', { name: 'By' });
  expect(within(choice).getByRole('option', { name: 'Country' })).toBeInTheDocument();
  expect(within(choice).queryByRole('option', { name: 'Collected by' })).toBeNull();
});

it('a filter by collector that an address brought into a personal workspace can be removed', async () => {
  const { lists } = servePeople(aPerson(1));
  const { person } = await openPeople('?collected_by=kim@example.com');
  await rowOf('Person 1');
  expect(screen.getByRole('button', { name: 'Collected by: kim@example.com' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({}));
  expect(screen.queryByRole('button', { name: /Collected by/ })).toBeNull();
});

it('whom somebody else collects appears by itself, and the selection stays', async () => {
  fakeTimers();
  const served = servePeople(aPerson(1), aPerson(2));
  const { changed } = signInToWorkspace();
  const { person } = renderApp('/linkedin/people');
  await select(person, 'Person 1');
  await pass(5_000);
  served.people = [...served.people, aPerson(3, { full_name: 'Maren Holt', collected_by: 'kim@example.com' })];
  changed('people');
  await pass(5_000);
  expect((await rowOf('Maren Holt')).getByText('by kim@example.com')).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
});

it('an empty workspace says so in its name', async () => {
  servePeople();
  signInToWorkspace();
  renderApp('/linkedin/people');
  expect(await screen.findByText('Nobody in Loom Works has collected anyone yet.')).toBeVisible();
});

it('a viewer selects people, and everything that changes them says why it is refused', async () => {
  servePeople(aPerson(1), aPerson(2));
  signInToWorkspace({ role: 'viewer' });
  const { person } = renderApp('/linkedin/people');
  await select(person, 'Person 1');
  for (const name of ['Add to list', 'Tags…', 'Delete…'])
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(/role “member”/);
  for (const [name, right] of [
    ['Collect again…', 'collect'],
    ['Export profiles', 'export'],
  ] as const)
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(new RegExp(`right “${right}”`));
});
