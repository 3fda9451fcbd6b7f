import { getRowTags, listRowNotes } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aRow, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

type Name = 'companies' | 'people' | 'investors' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos';

beforeAll(async () => {
  await loadTableScreens();
  await import('./record-panel.tsx');
}, 60_000);

function serveRecord(name: Name): void {
  const { get, related, history, sources } = tableEndpoints[name];
  apiServer.use(
    answer(getRowTags, () => ({ tags: [] })),
    answer(listRowNotes, () => ({ data: [], total: 0 })),
    answer(listRowLists, () => ({ data: [], total: 0 })),
    answer(get, ({ params }) => ({ data: aRow(name, Number(params.id)) }) as never),
    answer(related, () => ({ data: [] })),
    answer(history, () => ({ data: [] })),
    answer(sources, () => ({ data: [] })),
  );
}

async function openTable(name: Name, nameOfFirst: string) {
  serveRecord(name);
  serveTable({ name, total: 3 });
  const app = renderApp(`/table/${name}`);
  return { ...app, link: await screen.findByRole('link', { name: nameOfFirst }) };
}

const record = () => screen.findByRole('complementary', { name: 'Record' });

/** A finger on an element for some milliseconds. */
async function touch(element: Element, milliseconds: number): Promise<void> {
  fireEvent.pointerDown(element, { pointerType: 'touch', isPrimary: true, clientX: 20, clientY: 20 });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  fireEvent.pointerUp(element, { pointerType: 'touch', isPrimary: true });
  fireEvent.click(element, { detail: 1 });
}

describe('the names of rows', () => {
  beforeEach(() => signInForTest());

  it.each([
    ['companies', 'Name 1'],
    ['people', 'Name 1'],
    ['investors', 'Name 1'],
    ['reviews', 'Review title 1'],
    ['shopify', 'Merchant name 1'],
    ['reddit-posts', 'Title 1'],
    ['tiktok-videos', 'Summary 1'],
  ] as const)('on %s a press on the name opens the record beside the table', async (name, first) => {
    const { person, link, location } = await openTable(name, first);
    expect(link).toHaveAttribute('href', `/app/table/${name}/1`);
    await person.click(link);
    expect(await within(await record()).findByRole('heading', { level: 2, name: first })).toHaveFocus();
    expect(location()).toBe(`/table/${name}?record=1`);
  });

  it('Enter on a name opens the record', async () => {
    const { person, link } = await openTable('companies', 'Name 1');
    link.focus();
    await person.keyboard('{ArrowDown}{Enter}');
    expect(await within(await record()).findByRole('heading', { level: 2, name: 'Name 2' })).toBeVisible();
  });

  it('with Ctrl, Cmd or Shift the browser follows the link, and nothing opens beside the table', async () => {
    const { link } = await openTable('companies', 'Name 1');
    // fireEvent answers false where the event was prevented.
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey'] as const) expect(fireEvent.click(link, { [key]: true })).toBe(true);
    expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull();
  });

  it('a video without a summary is opened by its author', async () => {
    serveRecord('tiktok-videos');
    serveTable({ name: 'tiktok-videos' });
    apiServer.use(
      http.get('/api/v1/table/tiktok-videos', () =>
        HttpResponse.json({
          data: [{ ...aRow('tiktok-videos', 1), summary: null, author: 'https://tiktok.example/@weft' }],
          total: 1,
          page: 1,
          per_page: 10,
        }),
      ),
    );
    const { person } = renderApp('/table/tiktok-videos');
    await person.click(await screen.findByRole('link', { name: 'tiktok.example/@weft' }));
    expect(await record()).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select tiktok.example/@weft' })).toBeVisible();
  });

  it('a tap on a row opens its record, and a long press selects it and opens nothing', async () => {
    const { link } = await openTable('companies', 'Name 1');
    await touch(link, 600);
    expect(screen.getByRole('checkbox', { name: 'Select Name 1' })).toBeChecked();
    expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull();
    await touch(screen.getByText('Country 2'), 50);
    expect(await within(await record()).findByRole('heading', { level: 2, name: 'Name 2' })).toBeVisible();
    await waitFor(() => expect(screen.getByText('1 selected')).toBeVisible());
  });

  it('a finger that moves scrolls the rows, and selects none', async () => {
    const { link } = await openTable('companies', 'Name 1');
    fireEvent.pointerDown(link, { pointerType: 'touch', isPrimary: true, clientX: 20, clientY: 20 });
    fireEvent.pointerMove(link, { pointerType: 'touch', isPrimary: true, clientX: 20, clientY: 60 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    fireEvent.pointerCancel(link, { pointerType: 'touch', isPrimary: true });
    expect(screen.getByRole('checkbox', { name: 'Select Name 1' })).not.toBeChecked();
  });
});
