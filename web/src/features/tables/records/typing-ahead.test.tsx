/** Keys that are pressed before the screen shows what they are for. */
import { me } from '@leadloom/shared/contract/accounts';
import { getRowTags, listRowNotes, setRowTags } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, listTags } from '@leadloom/shared/contract/my-rows';
import { getTableLayout } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aRow, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(async () => {
  await loadTableScreens();
  await Promise.all([import('./record-panel.tsx'), import('./record-page.tsx')]);
}, 60_000);

/** Serves records whose tags come once `arrive` is called. @returns the tags that were saved, by row */
function serveDelayedMarks() {
  const late = Promise.withResolvers<void>();
  const saved: string[] = [];
  const tagsOf = new Map<string, readonly string[]>();
  const { get, related, history, sources } = tableEndpoints.companies;
  const stores = tableEndpoints.shopify;
  apiServer.use(
    answer(stores.get, ({ params }) => ({ data: aRow('shopify', Number(params.id)) }) as never),
    answer(stores.related, () => ({ data: [] })),
    answer(stores.history, () => ({ data: [] })),
    answer(stores.sources, () => ({ data: [] })),
    answer(getRowTags, async ({ params }) => {
      await late.promise;
      return { tags: [...(tagsOf.get(String(params.id)) ?? [])] };
    }),
    answer(setRowTags, ({ params, body }) => {
      tagsOf.set(String(params.id), body.tags);
      saved.push(`${params.id}: ${body.tags.join(', ')}`);
      return body;
    }),
    answer(listRowNotes, () => ({ data: [], total: 0 })),
    answer(listRowLists, () => ({ data: [], total: 0 })),
    answer(listTags, () => ({ data: [], total: 0 })),
    answer(get, ({ params }) => ({ data: aRow('companies', Number(params.id)) }) as never),
    answer(related, () => ({ data: [] })),
    answer(history, () => ({ data: [] })),
    answer(sources, () => ({ data: [] })),
  );
  return { saved, arrive: late.resolve };
}

const press = (...keys: readonly string[]) => {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  }
};

async function openTable(path: string) {
  serveTable({ name: 'companies', total: 12 });
  const app = renderApp(path);
  await screen.findByText('Name 1');
  return { ...app, person: userEvent.setup() };
}

const record = () => screen.getByRole('complementary', { name: 'Record' });

describe('keys pressed before what they are for is there', () => {
  beforeEach(() => signInForTest());

  it('T and a tag, typed while the tags of the record are on their way, add the tag and do nothing else', async () => {
    const { saved, arrive } = serveDelayedMarks();
    const { person, location } = await openTable('/table/companies?record=3');
    await screen.findByRole('heading', { level: 2, name: 'Name 3' });
    // N, J, V, E, L, W and X are keys of this screen.
    await person.keyboard('tnjvelwx?{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    arrive();
    await waitFor(() => expect(saved).toEqual(['3: njvelwx?']));
    expect(await within(record()).findByRole('button', { name: 'njvelwx?' })).toBeVisible();
    expect(within(record()).getByRole('textbox', { name: 'New note' })).toHaveValue('');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location()).toBe('/table/companies?record=3');
  });

  it.each([
    ['the rows', tableEndpoints.companies.list],
    ['the columns', getTableLayout],
  ])('J, pressed while %s are on their way, goes through the rows once they are there', async (_, endpoint) => {
    serveDelayedMarks();
    serveTable({ name: 'companies', total: 12 });
    const late = Promise.withResolvers<void>();
    apiServer.use(http.get(`/api/v1${endpoint.path.replace('{table}', ':table')}`, () => late.promise));
    const { location } = renderApp('/table/companies');
    await screen.findByRole('region', { name: 'Rows' });
    press('j', 'j', 'j', 'k');
    late.resolve();
    expect(await screen.findByRole('heading', { level: 2, name: 'Name 2' })).toBeVisible();
    await waitFor(() => expect(location()).toContain('record=2'));
  });

  it('J, pressed while the account is on its way, opens the first row once it is there', async () => {
    serveDelayedMarks();
    serveTable({ name: 'companies', total: 12 });
    const late = Promise.withResolvers<void>();
    apiServer.use(http.get(`/api/v1${me.path}`, () => late.promise));
    const { location } = renderApp('/table/companies');
    await screen.findByText('Loading...');
    press('j');
    late.resolve();
    expect(await screen.findByRole('heading', { level: 2, name: 'Name 1' })).toBeVisible();
    await waitFor(() => expect(location()).toContain('record=1'));
  });

  it('J, pressed after a search and before its rows are there, opens the first of them and not one of the rows before', async () => {
    serveDelayedMarks();
    await openTable('/table/companies');
    const late = Promise.withResolvers<void>();
    apiServer.use(
      http.get('/api/v1/table/companies', async ({ request }) => {
        if (!new URL(request.url).searchParams.has('updated_after')) return undefined;
        await late.promise;
        return HttpResponse.json({ data: [aRow('companies', 7), aRow('companies', 8)], total: 2, page: 1, per_page: 10 });
      }),
    );
    press('w');
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true'));
    press('j');
    late.resolve();
    expect(await screen.findByRole('heading', { level: 2, name: 'Name 7' })).toBeVisible();
  });

  it('J, pressed before the screen shows the table that was chosen in the palette, opens the first row of that table', async () => {
    serveDelayedMarks();
    serveTable({ name: 'shopify', total: 12 });
    const { person, location } = await openTable('/table/companies?record=3');
    await screen.findByRole('heading', { level: 2, name: 'Name 3' });
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'shopify st');
    await screen.findByRole('option', { name: 'Shopify Stores', selected: true });
    // Nothing is rendered between the keys.
    act(() => {
      for (const key of ['Enter', 'j']) {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    });
    await waitFor(() => expect(location()).toMatch(/^\/table\/shopify\?.*record=1$/));
  });

  it('J, pressed before it is known that no row matches, opens nothing', async () => {
    serveTable({ name: 'companies', total: 0 });
    const { location } = renderApp('/table/companies');
    await screen.findByRole('region', { name: 'Rows' });
    press('j');
    await screen.findByRole('cell', { name: 'No results found' });
    expect(location()).not.toContain('record=');
    expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull();
  });

  it('N and a note go to the record that J opened last, before the screen shows it', async () => {
    const { arrive } = serveDelayedMarks();
    arrive();
    await openTable('/table/companies?record=3');
    await screen.findByRole('heading', { level: 2, name: 'Name 3' });
    await within(record()).findByRole('textbox', { name: 'New note' });
    // Nothing is rendered between the keys.
    act(() => {
      for (const key of ['j', 'j', 'n', 'H', 'i']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    });
    await screen.findByRole('heading', { level: 2, name: 'Name 5' });
    await waitFor(() => expect(within(record()).getByRole('textbox', { name: 'New note' })).toHaveValue('Hi'));
  });

  it('Escape gives up a field that is on its way, and keys act on the screen again', async () => {
    serveDelayedMarks();
    await openTable('/table/companies?record=3');
    await screen.findByRole('heading', { level: 2, name: 'Name 3' });
    press('t', 'a', 'Escape', 'j');
    expect(await screen.findByRole('heading', { level: 2, name: 'Name 4' })).toBeVisible();
  });

  it('Back gives up a field that is on its way, says what was not entered, and keys act on the screen again', async () => {
    serveDelayedMarks();
    const { location } = await openTable('/table/companies');
    press('j');
    await screen.findByRole('heading', { level: 2, name: 'Name 1' });
    press('t', 'a', 'b');
    act(() => window.dispatchEvent(new PopStateEvent('popstate')));
    expect(await screen.findByText('Not entered, because there was no field for it yet: ab')).toBeVisible();
    press('j');
    await waitFor(() => expect(location()).toBe('/table/companies?record=2'));
  });

  it('a press elsewhere gives up a field that is on its way, and says what was not entered', async () => {
    serveDelayedMarks();
    const { person } = await openTable('/table/companies?record=3');
    await screen.findByRole('heading', { level: 2, name: 'Name 3' });
    press('t', 'a', 'b', 'Enter');
    await person.click(screen.getByRole('heading', { level: 1 }));
    expect(await screen.findByText('Not entered, because there was no field for it yet: ab')).toBeVisible();
  });

  it('where the tags cannot be loaded, T leads to what says so, and keys act on the screen again', async () => {
    serveDelayedMarks();
    apiServer.use(
      answer(getRowTags, () => {
        throw refuse('AUTH.NOT_VERIFIED');
      }),
    );
    await openTable('/table/companies?record=3');
    await screen.findByRole('button', { name: 'Try again' });
    press('t');
    expect(screen.getByRole('button', { name: 'Try again' }).closest('[tabindex="-1"]')).toHaveFocus();
    press('j');
    expect(await screen.findByRole('heading', { level: 2, name: 'Name 4' })).toBeVisible();
  });
});
