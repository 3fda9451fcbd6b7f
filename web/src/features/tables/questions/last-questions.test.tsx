import { logout } from '@leadloom/shared/contract/accounts';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { createTableView } from '@leadloom/shared/contract/table-views';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { signOut } from '../../../lib/account/sign-out.ts';
import { readQuestionText } from '../../../lib/question-storage.ts';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aRow, aView, filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

const prospects: RowList = {
  id: 7,
  name: 'Prospects',
  table: 'companies',
  count: 3,
  note: '',
  updated_at: '2026-03-01T09:00:00Z',
};
/** Longer than a question has to stay. */
const A_MOMENT_MS = 1500;

const strip = (count: number) => screen.findByRole('button', { name: `Last questions ${count}` });
const asked = () =>
  within(screen.getByRole('dialog', { name: 'Last questions' }))
    .getAllByRole('listitem')
    .map((line) => within(line).getAllByRole('button')[0]?.textContent);

async function choose(person: UserEvent, country: string): Promise<void> {
  await openFilter(person, 'Country');
  await person.keyboard(`${country}{Enter}{Escape}`);
}

/** The total tells the filters apart. */
function serveTotals(): readonly URL[] {
  const { lists } = serveTable({ name: 'companies' });
  apiServer.use(
    http.get('/api/v1/table/companies', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const total = searchParams.size === 2 ? 9000 : 1200 + searchParams.toString().length;
      return HttpResponse.json({ data: [aRow('companies', 1)], total, page: 1, per_page: 10 });
    }),
  );
  return lists;
}

it('questions that stood for a moment are listed with their totals, asked again by keys, and undone by Back', async () => {
  serveTotals();
  const { person, location, go } = renderApp('/table/companies');
  await screen.findByText('Name 1');
  expect(await strip(0)).toBeDisabled();
  await choose(person, 'norway');
  await strip(1);
  // What is passed while a field is open is no question.
  await person.click(await screen.findByRole('button', { name: 'Country: Norway' }));
  await person.keyboard('swed{Enter}');
  await waitFor(() => expect(location()).toContain('country=Norway,Sweden'));
  await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
  await person.keyboard('finl{Enter}{Escape}');
  await strip(2);
  await person.keyboard('q');
  await screen.findByRole('dialog', { name: 'Last questions' });
  expect(asked()).toEqual([
    expect.stringMatching(/^Country is Finland, Norway or Sweden1,2\d\d, 1,2\d\d rows$/),
    expect.stringMatching(/^Country is Norway1,2\d\d, 1,2\d\d rows$/),
  ]);
  expect(screen.getByRole('button', { name: /^Country is Finland/ })).toHaveFocus();
  expect(screen.getByRole('button', { name: /^Country is Finland/ })).toHaveAttribute('aria-current', 'true');
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(location()).toBe('/table/companies?country=Norway&page=1&per_page=10'));
  // Where the focus was when the key was pressed.
  expect(screen.getByRole('button', { name: 'Country: Norway' })).toHaveFocus();
  go(-1);
  await waitFor(() => expect(location()).toContain('country=Finland,Norway,Sweden'));
});

it('the same question comes to the front, one can be removed, and all can be cleared', async () => {
  serveTotals();
  const { person, go } = renderApp('/table/companies?country=Norway');
  await strip(1);
  await person.click(await screen.findByRole('button', { name: 'Clear Country' }));
  await choose(person, 'chile');
  const button = await strip(2);
  go(-2);
  await screen.findByRole('button', { name: 'Country: Norway' });
  await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
  await person.click(button);
  await screen.findByRole('dialog', { name: 'Last questions' });
  expect(asked()).toEqual([expect.stringMatching(/^Country is Norway/), expect.stringMatching(/^Country is Chile/)]);
  await person.keyboard('{Delete}');
  expect(asked()).toEqual([expect.stringMatching(/^Country is Chile/)]);
  expect(screen.getByRole('button', { name: /^Country is Chile/ })).toHaveFocus();
  await person.keyboard('{Escape}');
  expect(button).toHaveFocus();
  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('button', { name: 'Clear all' }));
  expect(await strip(0)).toBeDisabled();
  await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS));
  expect(await strip(0)).toBeDisabled();
});

it('a question becomes a view, which opens', async () => {
  const lists = serveTotals();
  const bodies: unknown[] = [];
  apiServer.use(
    answer(createTableView, ({ body }) => {
      bodies.push(body);
      return aView({ ...body, id: 'new' });
    }),
  );
  const { person, location } = renderApp('/table/companies?country=Norway&sort=name&order=asc');
  await strip(1);
  await person.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(filtersIn(lists.at(-1)).country).toBeUndefined());
  await person.click(await strip(1));
  await person.click(await screen.findByRole('button', { name: 'Save as a view: Country is Norway' }));
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'North');
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('tab', { name: 'North', selected: true })).toBeVisible();
  expect(bodies).toEqual([
    {
      table: 'companies',
      name: 'North',
      state: { filters: { country: ['Norway'] }, columns: [], sort: 'name', order: 'asc', per_page: 10 },
      is_default: false,
    },
  ]);
  expect(location()).toBe('/table/companies?country=Norway&page=1&per_page=10&sort=name&order=asc&view=new');
});

it('questions name lists, stay for the account, and are gone when it signs out', async () => {
  serveTotals();
  apiServer.use(
    answer(listRowLists, () => ({ data: [prospects], total: 1 })),
    answer(logout, () => ({ msg: '' })),
  );
  const { person } = renderApp('/table/companies?list=7&updated_after=24h&where=not%20list(7)');
  await person.click(await strip(1));
  expect(
    await screen.findByRole('button', {
      name: /^On the list Prospects, changed in the last 24 hours, not on the list Prospects/,
    }),
  ).toBeVisible();
  expect(readQuestionText()).not.toBe('');
  await signOut();
  expect(readQuestionText()).toBe('');
});
