import { noteTableVisit } from '@leadloom/shared/contract/table-visits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aView, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

const since = '2026-03-27T08:00:00.000Z';

beforeAll(loadTableScreens);

describe('what changed in a table', () => {
  beforeEach(() => signInForTest());

  const asked = (lists: readonly URL[]) => lists.map((url) => url.searchParams.get('updated_after'));

  it('a preset and a day apply at once, stand in the address as they were chosen, and are cleared like a filter', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Changed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed' }));
    await person.click(await dialog.findByRole('radio', { name: 'Last 7 days' }));
    expect(location()).toContain('updated_after=7d&page=1');
    await waitFor(() => expect(Date.now() - Date.parse(asked(lists).at(-1) ?? '')).toBeGreaterThanOrEqual(7 * 24 * 3_600_000));
    await person.type(dialog.getByLabelText('Changed since'), '2026-03-05{Enter}');
    await waitFor(() => expect(asked(lists).at(-1)).toBe('2026-03-05T00:00:00.000Z'));
    await person.keyboard('{Escape}');
    await person.click(await screen.findByRole('button', { name: 'Clear Changed' }));
    await waitFor(() => expect(location()).not.toContain('updated_after'));
  });

  // Reviews do not read their address.
  it.each(['companies', 'reviews'] as const)('each press of W counts, however quickly one follows another: %s', async (name) => {
    serveTable({ name });
    const { location } = renderApp(`/table/${name}`);
    await screen.findByRole('link', { name: / 1$/ });
    // Nothing is rendered between the keys.
    const press = (times: number) =>
      act(() => {
        for (let time = 0; time < times; time += 1) {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
        }
      });
    press(2);
    expect(location()).not.toContain('updated_after');
    press(1);
    expect(location()).toContain('updated_after=24h');
    press(2);
    expect(location()).toContain('updated_after=24h');
  });

  it('a sort and a filter, chosen before the screen shows the first of them, are both kept', async () => {
    serveTable({ name: 'companies' });
    const { location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const name = within(screen.getByRole('columnheader', { name: /^Name/ })).getByRole('button', { name: /^Name/ });
    act(() => {
      name.click();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
    });
    await waitFor(() => expect(location()).toContain('updated_after=24h'));
    expect(location()).toContain('sort=name');
  });

  it('the last visit is the time before which the server says the account was there, and each request names it', async () => {
    const { lists } = serveTable({ name: 'companies' });
    renderApp('/table/companies?updated_after=last-visit');
    await screen.findByText('Name 1');
    expect(asked(lists).every((moment) => moment === since)).toBe(true);
    expect(screen.getByRole('button', { name: 'Changed: since my last visit' })).toBeVisible();
  });

  it('a saved view keeps what was chosen, not the moment it meant', async () => {
    const state = { filters: { updated_after: '24h' }, columns: [], sort: null, order: null, per_page: null };
    const { lists } = serveTable({ name: 'companies', views: [aView({ state })] });
    const seen: unknown[] = [];
    apiServer.use(
      answer(noteTableVisit, ({ body }) => {
        seen.push(body);
        return { ...body, since };
      }),
    );
    const { location } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 1');
    expect(location()).toContain('updated_after=24h');
    expect(Date.now() - Date.parse(asked(lists)[0] ?? '')).toBeLessThan(25 * 3_600_000);
    expect(screen.getByRole('tab', { name: 'Nordic textiles' })).toBeVisible();
    expect(seen.at(-1)).toEqual({ table: 'companies', view_id: 'view-1' });
  });

  it('rows that are new since the last visit are counted and marked, and a press shows them alone', async () => {
    const { lists } = serveTable({ name: 'companies', total: 200 });
    const marks: URL[] = [];
    apiServer.use(
      http.get('/api/v1/table/companies/total', () => HttpResponse.json({ total: 38 })),
      http.get('/api/v1/table/companies', ({ request }) => {
        const url = new URL(request.url);
        if (!url.searchParams.has('ids')) return undefined;
        marks.push(url);
        return HttpResponse.json({ data: [{ id: 2 }], total: null, page: 1, per_page: 10 });
      }),
    );
    const { person } = renderApp('/table/companies');
    expect(await screen.findByText(/^38 new since /)).toBeVisible();
    const mark = await screen.findByRole('img', { name: 'New' });
    expect(within(screen.getAllByRole('row')[2] ?? document.body).getByRole('img', { name: 'New' })).toBe(mark);
    expect(marks[0]?.searchParams.getAll('ids')).toHaveLength(10);
    await person.click(screen.getByRole('button', { name: 'Show new rows' }));
    await waitFor(() => expect(asked(lists).at(-1)).toBe(since));
    expect(screen.queryByText(/^38 new since /)).toBeNull();
  });

  it('rows of any time are shown if the last visit cannot be read', async () => {
    const wasLogged = expectLogged('The visit of a table could not be noted.');
    const { lists } = serveTable({ name: 'companies' });
    apiServer.use(http.put('/api/v1/visits', () => HttpResponse.json({}, { status: 400 })));
    renderApp('/table/companies?updated_after=last-visit');
    expect(await screen.findByText('Your last visit could not be read, so rows of any time are shown.')).toBeVisible();
    await screen.findByText('Name 1');
    expect(asked(lists)).toEqual(lists.map(() => null));
    await wasLogged();
  });
});
