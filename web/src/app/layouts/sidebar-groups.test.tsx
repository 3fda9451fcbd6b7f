import { me } from '@leadloom/shared/contract/accounts';
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { listPins, type Pin } from '@leadloom/shared/contract/pins';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { initialsOf } from './pinned-links.tsx';

const sidebar = () => within(screen.getByRole('navigation', { name: 'Main' }));
const list: RowList = {
  id: 4,
  name: 'Q1 outreach',
  table: 'companies',
  count: 40,
  note: '',
  updated_at: '2026-03-31T09:00:00.000Z',
};
const listPin: Pin = { kind: 'list', id: '4', table: 'companies', name: 'Q1 outreach' };
const viewPin: Pin = { kind: 'view', id: 'view-1', table: 'people', name: 'Germans' };
let pins: readonly Pin[] = [];

beforeEach(() => {
  // The window is at least 1200 pixels wide.
  window.innerWidth = 1440;
  pins = [];
  signInForTest();
  apiServer.use(
    answer(me, () => aUser({ is_operator: true })),
    answer(listPins, () => ({ data: [...pins], total: pins.length })),
    answer(listRowLists, ({ url }) =>
      url.searchParams.has('deleted') ? { data: [], total: 0 } : { data: [{ ...list, is_pinned: pins.length > 0 }], total: 1 },
    ),
    answer(changeRowList, ({ body }) => {
      pins = body.is_pinned === true ? [listPin] : [];
      return { ...list, is_pinned: body.is_pinned };
    }),
  );
});

afterEach(() => {
  window.innerWidth = 1024;
});

it('groups of the sidebar are folded by their headings, and stay so on the next visit', async () => {
  const { person } = renderApp('/dashboard');
  await person.click(await screen.findByRole('button', { name: 'Collect', expanded: true }));
  expect(screen.getByRole('button', { name: 'Collect' })).toHaveAttribute('aria-expanded', 'false');
  expect(sidebar().getByRole('list', { name: 'Collect' })).toHaveAttribute('data-folded');
  expect(sidebar().getByRole('list', { name: 'Data' })).not.toHaveAttribute('data-folded');
  expect(localStorage.getItem('leadloom-sidebar-folded')).toBe('Collect');
  await person.click(screen.getByRole('button', { name: 'Collect', expanded: false }));
  expect(sidebar().getByRole('list', { name: 'Collect' })).not.toHaveAttribute('data-folded');
  expect(localStorage.getItem('leadloom-sidebar-folded')).toBeNull();
});

it('no two entries of the sidebar share a picture or a name', async () => {
  renderApp('/dashboard');
  await screen.findByRole('link', { name: 'Operator' });
  const links = sidebar().getAllByRole('link');
  const pictures = links.map((link) => link.querySelector('svg')?.innerHTML);
  expect(links.length).toBeGreaterThan(20);
  expect(pictures.every((picture) => picture !== undefined && picture !== '')).toBe(true);
  expect(new Set(pictures).size).toBe(links.length);
  expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(links.length);
});

it('pinned lists and views come first, and each leads to its rows', async () => {
  pins = [viewPin, listPin];
  renderApp('/lists/4');
  const [first] = await waitFor(() => {
    expect(sidebar().getByRole('link', { name: 'Germans' })).toBeVisible();
    return sidebar().getAllByRole('list');
  });
  expect(first).toHaveAccessibleName('Pinned');
  expect(
    within(first ?? document.body)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/table/people?view=view-1', '/lists/4']);
  expect(sidebar().getByRole('link', { name: 'Q1 outreach' })).toHaveAttribute('aria-current', 'true');
  expect(sidebar().getByRole('link', { name: 'Germans' })).not.toHaveAttribute('aria-current');
});

it('a list is pinned on the screen of lists, and unpinned there or in the sidebar', async () => {
  const { person } = renderApp('/lists');
  await person.click(await screen.findByRole('button', { name: 'Pin Q1 outreach' }));
  expect(await screen.findByText('“Q1 outreach” was pinned to the sidebar.')).toBeVisible();
  expect(await sidebar().findByRole('link', { name: 'Q1 outreach' })).toBeVisible();
  await person.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Unpin Q1 outreach' }));
  await waitFor(() => expect(sidebar().queryByRole('list', { name: 'Pinned' })).toBeNull());
  await person.click(await screen.findByRole('button', { name: 'Pin Q1 outreach' }));
  await person.click(await sidebar().findByRole('button', { name: 'Unpin Q1 outreach' }));
  await waitFor(() => expect(sidebar().queryByRole('list', { name: 'Pinned' })).toBeNull());
  expect(localStorage.getItem('leadloom-pins')).toBeNull();
});

it.each([
  ['Q1 outreach', 'QO'],
  ['Germans', 'GE'],
  ['é', 'É'],
  ['👩‍🚀 crew 2026', '👩‍🚀C'],
  ['  ', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
