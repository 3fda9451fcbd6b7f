import { me, type User } from '@leadloom/shared/contract/accounts';
import { listAlerts } from '@leadloom/shared/contract/alerts';
import { listProfiles, type ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import type { ViewName } from '@leadloom/shared/contract/table-views';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { rowSchema } from '@leadloom/shared/tables/row-schema';
import { tables } from '@leadloom/shared/tables/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveTable } from '../../../features/tables/testing/tables.fixture.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';
import { shortcutPlaces } from './shortcut-texts.ts';

const maren: ProfileListItem = {
  id: '7',
  user_id: '7',
  profile_id: 'ACoAAmaren',
  profile_url: 'https://www.linkedin.com/in/maren-holt',
  full_name: 'Maren Holt',
  photo_url: null,
  headline: null,
  title: null,
  location: null,
  country: null,
  company_url: null,
  company_name: 'Nordlys Freight',
  email: null,
  connection_count: null,
  follower_count: null,
  sections: {},
  tags: [],
  collected_at: '2026-01-05T09:00:00.000Z',
  last_collected_at: '2026-01-05T09:00:00.000Z',
  updated_at: '2026-01-05T09:00:00.000Z',
};

const marenco = {
  ...rowSchema(tables.companies).parse({
    changed_in: 1,
    id: 12,
    ...Object.fromEntries(tables.companies.columns.map(({ field }) => [field, null])),
  }),
  name: 'Marenco',
  website: 'https://www.marenco.example',
};

const nordic: ViewName = { id: 'view-1', table: 'companies', name: 'Nordic textiles' };
const prospects: RowList = {
  id: 4,
  name: 'Prospects',
  table: 'collected-people',
  count: 2,
  note: '',
  updated_at: '2026-01-05T09:00:00.000Z',
};

/** @returns the questions about people and companies, as they came */
function serve(changes: Partial<User> = {}) {
  const people: (string | null)[] = [];
  const companies: string[] = [];
  apiServer.use(
    answer(me, () => aUser(changes)),
    answer(listViewNames, () => ({ data: [nordic], total: 1 })),
    answer(listRowLists, () => ({ data: [prospects], total: 1 })),
    answer(listProfiles, ({ url }) => {
      people.push(url.searchParams.get('query'));
      return { data: [maren], total: 1, page: 1, per_page: 6, countries: [], tags: [] };
    }),
    answer(tableEndpoints.companies.list, ({ url }) => {
      companies.push(url.search);
      return { data: [marenco, { ...marenco, id: 13, name: 'Bobbin Works', website: null }], total: null, page: 1, per_page: 25 };
    }),
  );
  return { people, companies };
}

async function openDashboard() {
  const app = renderApp('/dashboard');
  await screen.findByRole('heading', { level: 1 });
  return app;
}

const field = () => screen.findByRole('combobox', { name: 'Search or jump to' });
const entries = () => screen.getAllByRole('option').map((entry) => entry.textContent);

describe('the palette', () => {
  beforeEach(() => signInForTest());

  it('Ctrl+K opens it, typing finds a screen, and Enter goes there', async () => {
    serve();
    const { person, location } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    const input = await field();
    expect(input).toHaveFocus();
    expect(input).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('invo');
    const found = await screen.findByRole('option', { name: 'Invoices' });
    await waitFor(() => expect(found).toHaveAttribute('aria-selected', 'true'));
    expect(input).toHaveAttribute('aria-activedescendant', found.id);
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Search or jump to…' }));
    await person.type(await field(), 'lists');
    await screen.findByRole('option', { name: 'Lists' });
    await person.keyboard('{Enter}');
    await waitFor(() => expect(location()).toBe('/lists'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('views, lists, people and companies are found, and lead where they belong', async () => {
    const { people, companies } = serve();
    const { person, location } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'maren');
    await screen.findByRole('option', { name: /Marenco/ });
    await screen.findByRole('option', { name: /Maren Holt/ });
    expect(entries()).toEqual(['Maren HoltNordlys Freight', 'Marencomarenco.example']);
    // One question for the whole text, not one for each letter.
    expect(people).toEqual(['maren']);
    expect(companies).toHaveLength(1);
    await person.clear(await field());
    await person.type(await field(), 'nordic');
    expect(within(await screen.findByRole('group', { name: 'Views' })).getByRole('option')).toHaveTextContent(
      'Nordic textilesCompanies',
    );
    await person.clear(await field());
    await person.type(await field(), 'prosp');
    await person.click(await screen.findByRole('option', { name: /Prospects/ }));
    await waitFor(() => expect(location()).toBe('/lists/4'));
  });

  it('filters in words are offered first, and Enter opens the table with them', async () => {
    serve();
    serveTable({ name: 'companies' });
    const { person, location } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'fintech germany contact');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(
      'Companies: Country is Germany, vertical is FinTech, with contact info',
    );
    await person.keyboard('{Enter}');
    await waitFor(() => expect(location()).toMatch('/table/companies?country=Germany&vertical=FinTech&with_contact_info=true'));
  });

  it('a domain is looked up as one', async () => {
    const { companies } = serve();
    const { person } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'marenco.example');
    expect(await screen.findByRole('option', { name: /Marenco/ })).toBeVisible();
    expect(companies.at(-1)).toContain('domain=marenco.example');
  });

  it('without a subscription no company is found, and everything else still is', async () => {
    serve();
    apiServer.use(
      answer(tableEndpoints.companies.list, () => {
        throw refuse('AUTH.SUBSCRIPTION_REQUIRED');
      }),
    );
    const { person } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'maren');
    expect(await screen.findByRole('option', { name: /Maren Holt/ })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Companies' })).toBeNull();
  });

  it('the arrow keys go through the entries, and around', async () => {
    serve();
    const { person } = await openDashboard();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'reddit');
    await waitFor(() => expect(entries()).toEqual(['Reddit Collector', 'Reddit Posts']));
    const selected = () => screen.getByRole('option', { selected: true });
    expect(selected()).toHaveTextContent('Reddit Collector');
    await person.keyboard('{ArrowDown}');
    expect(selected()).toHaveTextContent('Reddit Posts');
    await person.keyboard('{ArrowDown}');
    expect(selected()).toHaveTextContent('Reddit Collector');
    await person.keyboard('{ArrowUp}');
    expect(selected()).toHaveTextContent('Reddit Posts');
  });

  it('the actions of the screen are offered first, and done when chosen', async () => {
    serve();
    apiServer.use(
      answer(listAlerts, () => ({ data: [], total: 0 })),
      answer(listTrackedSubreddits, () => ({ data: [] })),
      answer(listTrackedUsers, () => ({ data: [] })),
    );
    const { person } = renderApp('/alerts');
    await screen.findByText('When people change');
    await person.keyboard('{Control>}k{/Control}');
    await field();
    expect(entries()[0]).toBe('New alert');
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'New alert' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull());
  });
});

describe('the keys of every screen', () => {
  beforeEach(() => signInForTest());

  it('a question mark shows every key once', async () => {
    serve();
    const { person } = await openDashboard();
    await person.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
    const shown = dialog.getAllByRole('definition').map((one) => one.textContent);
    const told = shortcutPlaces.flatMap(({ texts }) => texts);
    expect(shown).toEqual(told.map(([, text]) => text));
    expect(told.map(([name]) => name).sort()).toEqual(Object.keys(shortcuts).sort());
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('single keys are switched off and on again, and the palette still leads to the switch', async () => {
    serve();
    const { person } = await openDashboard();
    await person.keyboard('?');
    await person.click(await screen.findByRole('switch', { name: 'Single keys' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await field(), 'keys');
    await screen.findByRole('option', { name: /^Keys/, selected: true });
    await person.keyboard('{Enter}');
    const toggle = await screen.findByRole('switch', { name: 'Single keys' });
    expect(toggle).not.toBeChecked();
    await person.click(toggle);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible();
  });

  it('a slash opens the palette on a screen without a search', async () => {
    serve();
    const { person } = await openDashboard();
    await person.keyboard('/');
    expect(await field()).toHaveValue('');
  });
});
