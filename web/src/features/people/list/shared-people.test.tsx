import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signInToWorkspace } from '../../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { aPerson, loadPeopleScreen, rowOf, select, servePeople } from '../testing/people.fixture.ts';

beforeAll(loadPeopleScreen);

it('each person of a shared workspace names the member who collected them', async () => {
  servePeople(aPerson(1, { collected_by: 'kim@example.com' }), aPerson(2, { collected_by: 'a former member' }));
  signInToWorkspace();
  renderApp('/linkedin/people');
  expect((await rowOf('Person 1')).getByText('by kim@example.com')).toBeVisible();
  expect((await rowOf('Person 2')).getByText('by a former member')).toBeVisible();
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
