/** Records beside their table. It is long because every case begins with the same served rows, which are defined here. */
import { addListRows, addRowNote, getRowTags, listRowNotes, setRowTags } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, listTags } from '@leadloom/shared/contract/my-rows';
import type { RelatedGroup } from '@leadloom/shared/contract/related-group';
import type { RowSource } from '@leadloom/shared/contract/table-records';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aRow, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

const people: RelatedGroup = {
  table: 'people',
  title: 'People',
  total: 14,
  query: { website: ['needle-port.example'] },
  rows: [{ id: 71, name: 'Ada Weft', company_name: 'Needle Port' }],
};

beforeAll(async () => {
  await loadTableScreens();
  await Promise.all([import('./record-panel.tsx'), import('./record-page.tsx')]);
}, 60_000);

const addresses = { website: 'needle-port.example', linkedin_url: 'https://www.linkedin.example/company/needle-port' };

/** Serves the records of companies. @returns the ids that were asked for */
function serveRecords({
  related = [people],
  sources = [],
  cells = {},
}: {
  readonly related?: RelatedGroup[];
  readonly sources?: RowSource[];
  readonly cells?: object;
} = {}): readonly string[] {
  const asked: string[] = [];
  const { get, related: relatedRows, history, sources: rowSources } = tableEndpoints.companies;
  apiServer.use(
    answer(getRowTags, () => ({ tags: [] })),
    answer(listRowNotes, () => ({ data: [], total: 0 })),
    answer(listRowLists, () => ({ data: [], total: 0 })),
    answer(listTags, () => ({ data: [], total: 0 })),
    answer(get, ({ params }) => {
      asked.push(String(params.id));
      const row = aRow('companies', Number(params.id));
      return { data: { ...row, ...addresses, city: null, description: 'A long text. '.repeat(40).trim(), ...cells } } as never;
    }),
    answer(relatedRows, () => ({ data: related })),
    answer(rowSources, () => ({ data: sources })),
    answer(history, () => ({
      data: [
        {
          at: '2026-11-20T10:00:00.000Z',
          by: { kind: 'import' as const, id: '1', label: 'nordic.csv' },
          changes: [{ field: 'country', from: null, to: 'Norway' }],
        },
        { at: '2026-10-01T10:00:00.000Z', by: { kind: 'visit' as const, id: null, label: 'Reddit' }, changes: [] },
      ],
    })),
  );
  return asked;
}

const record = () => screen.getByRole('complementary', { name: 'Record' });
const openRecord = (name: string) => screen.findByRole('heading', { level: 2, name });

async function openTable(path = '/table/companies') {
  serveTable({ name: 'companies', total: 12 });
  renderApp(path);
  await screen.findByText('Name 1');
  return userEvent.setup();
}

async function focusName(text: string): Promise<HTMLElement> {
  const name = await screen.findByRole('link', { name: text });
  act(() => name.focus());
  return name;
}

describe('a record beside its table', () => {
  beforeEach(() => signInForTest());

  it('Space opens the record, J and K go through the rows and over the end of the page, and Escape returns', async () => {
    serveRecords();
    const person = await openTable();
    await focusName('Name 9');
    await person.keyboard(' ');
    expect(await openRecord('Name 9')).toHaveFocus();
    expect(screen.getByText('Name 9', { selector: 'td *' }).closest('tr')).toHaveAttribute('aria-current', 'true');

    await person.keyboard('j');
    await openRecord('Name 10');
    await person.keyboard('j');
    await openRecord('Name 11');
    await person.keyboard('j');
    await openRecord('Name 12');
    expect(screen.getByRole('button', { name: 'Next row' })).toBeDisabled();
    await person.keyboard('kk');
    await openRecord('Name 10');
    await waitFor(() => expect(screen.getByText('Name 10', { selector: 'td *' })).toBeVisible());

    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest('tr')).toHaveTextContent('Name 10'));
  });

  it('without an open record J opens the row with the focus, Shift with J selects what it opens, and X selects and deselects', async () => {
    serveRecords();
    const person = await openTable();
    await focusName('Name 4');
    await person.keyboard('j');
    await openRecord('Name 4');
    await person.keyboard('x');
    expect(await screen.findByText('1 selected')).toBeVisible();
    await person.keyboard('{Shift>}J{/Shift}');
    await openRecord('Name 5');
    expect(await screen.findByText('2 selected')).toBeVisible();
    await person.keyboard('x');
    expect(await screen.findByText('1 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Name 4' })).toBeChecked();
    await person.keyboard('x{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull());
    await person.keyboard('{Shift>}J{/Shift}{Shift>}K{/Shift}');
    await openRecord('Name 4');
    expect(await screen.findByText('2 selected')).toBeVisible();
  });

  it('J and K go over the ends of pages that are not the first', async () => {
    serveRecords();
    serveTable({ name: 'companies', total: 40 });
    renderApp('/table/companies?page=2&per_page=15&record=29');
    await screen.findByText('Name 30');
    const person = userEvent.setup();
    await openRecord('Name 29');
    for (const [key, name] of [
      ['j', 'Name 30'],
      ['j', 'Name 31'],
      ['k', 'Name 30'],
      ['j', 'Name 31'],
      ['j', 'Name 32'],
    ] as const) {
      await person.keyboard(key);
      await openRecord(name);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(screen.getByRole('heading', { level: 2, name })).toBeVisible();
    }
  });

  it('keys that are pressed before the screen shows the record go on from the record they led to', async () => {
    serveRecords();
    await openTable('/table/companies?record=8');
    await openRecord('Name 8');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next row' })).toBeEnabled());
    // Nothing is rendered between the keys of one call.
    const press = (...keys: readonly string[]) =>
      act(() => {
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      });
    // The third turns the page, and the fourth waits for it.
    press('j', 'j', 'j', 'j');
    await openRecord('Name 12');
    press('k');
    await openRecord('Name 11');
    press('k');
    await openRecord('Name 10');
    press('k', 'k');
    await openRecord('Name 8');
    // The keys lead back to the record that is shown, before the next one is there.
    press('j', 'k', 'j', 'j');
    await openRecord('Name 10');
  });

  it('Shift with J selects over the end of the page', async () => {
    serveRecords();
    const person = await openTable('/table/companies?record=10');
    await openRecord('Name 10');
    await person.keyboard('{Shift>}J{/Shift}');
    await openRecord('Name 11');
    expect(await screen.findByText('1 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Name 11' })).toBeChecked();
  });

  it('a double click and the button of the row open the record, and keys typed into a field do not turn it', async () => {
    serveRecords();
    const person = await openTable();
    await person.dblClick(screen.getByText('Name 2'));
    // Nothing is marked: the next Ctrl+C copies a cell, not a word.
    expect(document.getSelection()?.isCollapsed).toBe(true);
    await openRecord('Name 2');
    await person.click(screen.getByRole('button', { name: 'Open Name 4' }));
    await openRecord('Name 4');
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    await person.click(filters.getByRole('button', { name: 'Search' }));
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), 'jk');
    expect(screen.getByRole('heading', { level: 2, name: 'Name 4', hidden: true })).toBeInTheDocument();
  });

  it('every field is labelled and copied, empty ones are folded, and links can be followed', async () => {
    serveRecords();
    const person = await openTable('/table/companies?record=3');
    await openRecord('Name 3');
    const fields = within(await within(record()).findByRole('region', { name: 'Fields' }));
    expect(await fields.findByText('1 empty field')).toBeVisible();
    expect(fields.getByText(/^A long text/).textContent).toHaveLength('A long text. '.repeat(40).trim().length);
    await person.click(fields.getByRole('button', { name: 'Copy Country' }));
    expect(await navigator.clipboard.readText()).toBe('Country 3');
  });

  it('linked groups have their count and lead to the filtered table, and the history names its sources', async () => {
    serveRecords();
    await openTable('/table/companies?record=3');
    const group = within(await screen.findByRole('region', { name: 'People' }));
    expect(group.getByRole('heading', { level: 3 })).toHaveTextContent('People 14');
    const link = group.getByRole('link', { name: 'Open in People' });
    expect(group.getByRole('link', { name: '14 in People' })).toHaveAttribute('href', link.getAttribute('href'));
    expect(link).toHaveAttribute('href', expect.stringContaining('/table/people?website=needle-port.example'));
    expect(group.getByRole('link', { name: 'Ada Weft' })).toHaveAttribute('href', expect.stringContaining('/table/people/71'));
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(await history.findByText('Country: blank → Norway')).toBeVisible();
    expect(history.getByText(/Import: nordic\.csv/)).toBeVisible();
    expect(history.getByText('Added')).toBeVisible();
  });

  it('a field says which source filled it, and the record names the publishers and how fresh it is', async () => {
    const day = new Date(Date.now() - 12 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const source: RowSource = {
      source: 'no-brreg',
      title: 'Brønnøysund Register Centre',
      url: 'https://register.example/enheter/912345678',
      as_of: '2026-11-20',
      fields: ['country', 'city'],
      attribution: 'Contains data of the register.',
    };
    serveRecords({
      sources: [source],
      cells: { website_state: 'no_mail_server', website_checked_on: day, sources: ['no-brreg'] },
    });
    await openTable('/table/companies?record=3');
    const fields = within(await screen.findByRole('region', { name: 'Fields' }));
    const mark = await fields.findByRole('link', { name: /^Country: Brønnøysund Register Centre, Nov 20, 2026/ });
    expect(mark).toHaveAttribute('href', source.url);
    expect(fields.queryByRole('link', { name: /^Name: / })).toBeNull();
    expect(fields.getByText('Brønnøysund Register Centre')).toBeVisible();
    expect(fields.getByText('No mail server for the domain')).toBeVisible();
    const record = within(screen.getByRole('complementary', { name: 'Record' }));
    expect(record.getByText('Website checked 12 days ago · No mail server for the domain')).toBeVisible();
    const named = within(await record.findByRole('region', { name: 'Sources' }));
    expect(named.getByRole('link', { name: source.title })).toHaveAttribute('href', source.url);
    expect(named.getByText(/Contains data of the register\./)).toBeVisible();
  });

  it('a record of files and people alone names no source', async () => {
    serveRecords();
    await openTable('/table/companies?record=3');
    await screen.findByRole('region', { name: 'History' });
    expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull();
  });

  it('a record is put on a list in two presses', async () => {
    serveRecords();
    const list = {
      id: 4,
      name: 'Prospects',
      table: 'companies' as const,
      count: 2,
      note: '',
      updated_at: '2026-03-31T09:00:00.000Z',
    };
    let added: unknown;
    apiServer.use(
      answer(listRowLists, () => ({ data: [list], total: 1 })),
      answer(addListRows, ({ body }) => {
        added = body;
        return { ...list, count: 3, added: 1, already_on_it: 0, addition: 7 };
      }),
    );
    const person = await openTable('/table/companies?record=3');
    await openRecord('Name 3');
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    await person.click(await screen.findByRole('button', { name: /Prospects/ }));
    expect(await screen.findByText('1 row added to Prospects')).toBeVisible();
    expect(added).toEqual({ ids: [3] });
  });

  it('a record begins with a line of what it is and icons that lead to its site and profile', async () => {
    serveRecords();
    await openTable('/table/companies?record=3');
    await openRecord('Name 3');
    expect(
      await within(record()).findByText('Country 3 · Verticals 3 · 3 people · Last financing deal type 3 2026'),
    ).toBeVisible();
    const site = within(record()).getByRole('link', { name: 'Open Website' });
    expect(site).toHaveAttribute('href', 'https://needle-port.example/');
    expect(site).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(within(record()).getByRole('link', { name: 'Open LinkedIn' })).toBeVisible();
    const fields = within(await within(record()).findByRole('region', { name: 'Fields' }));
    expect(fields.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Contact',
      'Money',
      'Company',
    ]);
  });

  it('a tag takes a press and Enter, and the lists of a record are chips that lead to them', async () => {
    serveRecords();
    let tags: readonly string[] = ['Warm'];
    const at = '2026-03-31T09:00:00.000Z';
    const lists = ['Prospects', 'Customers'].map((name, index) => {
      return { id: 4 + index, name, table: 'companies' as const, count: 2, updated_at: at };
    });
    const asked: unknown[] = [];
    apiServer.use(
      answer(getRowTags, () => ({ tags: [...tags] })),
      answer(setRowTags, ({ body }) => {
        ({ tags } = body);
        return body;
      }),
      http.get('/api/v1/lists', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ data: lists, total: lists.length });
      }),
    );
    serveTable({ name: 'companies' });
    const { person } = renderApp('/table/companies/5');
    const kept = within(await screen.findByRole('region', { name: 'Your tags and notes' }));
    expect(asked).toEqual(['?table=companies&row=5']);
    const chips = within(kept.getByRole('list', { name: 'Lists' })).getAllByRole('link');
    expect(chips.map((chip) => [chip.textContent, chip.getAttribute('href')])).toEqual([
      ['Prospects', '/lists/4'],
      ['Customers', '/lists/5'],
    ]);
    await person.click(await kept.findByRole('combobox', { name: 'Tags' }));
    await person.keyboard('Oslo{Enter}');
    await waitFor(() => expect(tags).toEqual(['Warm', 'Oslo']));
    expect(await kept.findByText('Oslo')).toBeVisible();
    // What is only begun is no tag.
    await person.keyboard('Berg{Escape}{Escape}');
    expect(kept.getByRole('combobox', { name: 'Tags' })).not.toHaveFocus();
    expect(tags).toEqual(['Warm', 'Oslo']);
  });

  it('a note is written in place, Ctrl+Enter saves it and the keys go on, and what was begun stays with its row', async () => {
    serveRecords();
    const written: string[] = [];
    const at = '2026-03-31T09:00:00.000Z';
    const noteOf = (text: string, id: number) => ({
      id,
      text,
      author: 'reader@leadloom.example',
      created_at: at,
      updated_at: at,
    });
    apiServer.use(
      answer(addRowNote, ({ body, params }) => {
        written.push(`${params.id}: ${body.text}`);
        return noteOf(body.text, written.length);
      }),
      answer(listRowNotes, ({ params }) => {
        const notes = written.filter((note) => note.startsWith(`${params.id}: `)).map((note, index) => noteOf(note, index));
        return { data: notes, total: notes.length };
      }),
    );
    const person = await openTable();
    await focusName('Name 2');
    await person.keyboard(' ');
    expect(await openRecord('Name 2')).toHaveFocus();
    const field = async () => within(record()).findByRole('textbox', { name: 'New note' });
    await field();
    await person.keyboard('n');
    expect(await field()).toHaveFocus();
    await person.keyboard('Call in May{Control>}{Enter}{/Control}');
    await waitFor(() => expect(written).toEqual(['2: Call in May']));
    expect(await within(record()).findByText('2: Call in May')).toBeVisible();
    expect(await field()).toHaveValue('');
    await person.keyboard('j');
    await openRecord('Name 3');
    await person.click(await field());
    await person.keyboard('Half a tho');
    await person.click(screen.getByRole('button', { name: 'Next row' }));
    await openRecord('Name 4');
    await waitFor(async () => expect(await field()).toHaveValue(''));
    await person.click(screen.getByRole('button', { name: 'Previous row' }));
    await openRecord('Name 3');
    await waitFor(async () => expect(await field()).toHaveValue('Half a tho'));
    await person.click(within(record()).getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(written).toEqual(['2: Call in May', '3: Half a tho']));
  });

  it('tags and the latest notes are shown with the record', async () => {
    serveRecords();
    const at = '2026-03-31T09:00:00.000Z';
    const notes = ['Call in May', 'Met at the fair', 'Asks for a price', 'First contact'].map((text, index) => {
      return { id: 9 - index, text, author: 'reader@leadloom.example', created_at: at, updated_at: at };
    });
    apiServer.use(
      answer(getRowTags, () => ({ tags: ['Warm', 'Oslo'] })),
      answer(listRowNotes, () => ({ data: notes, total: notes.length })),
      answer(listTags, () => ({ data: [], total: 0 })),
    );
    serveTable({ name: 'companies' });
    const { person } = renderApp('/table/companies/5');
    const kept = within(await screen.findByRole('region', { name: 'Your tags and notes' }));
    for (const tag of ['Warm', 'Oslo']) expect(await kept.findByRole('button', { name: tag })).toBeVisible();
    expect(await kept.findByText('Call in May')).toBeVisible();
    expect(kept.getAllByRole('article')).toHaveLength(3);
    await person.click(kept.getByRole('button', { name: 'All 4 notes' }));
    expect(kept.getByText('First contact')).toBeVisible();
  });

  it('what the row of a list carries is not asked for again', async () => {
    serveRecords();
    const asked: string[] = [];
    serveTable({ name: 'companies' });
    apiServer.use(
      http.get('/api/v1/table/companies', () => {
        const data = [{ ...aRow('companies', 1), my: { tags: ['Warm'], lists: [], notes: 0 } }];
        return HttpResponse.json({ data, total: 1, page: 1, per_page: 25 });
      }),
      answer(getRowTags, ({ params }) => {
        asked.push(`tags of ${params.id}`);
        return { tags: [] };
      }),
      answer(listRowNotes, ({ params }) => {
        asked.push(`notes of ${params.id}`);
        return { data: [], total: 0 };
      }),
    );
    const { person } = renderApp('/table/companies');
    await person.dblClick(await screen.findByText('Name 1'));
    const kept = within(
      await within(await screen.findByRole('complementary', { name: 'Record' })).findByRole('region', {
        name: 'Your tags and notes',
      }),
    );
    expect(kept.getByText('Warm')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('a group that no filter selects has no link to a table', async () => {
    serveRecords({ related: [{ ...people, query: null, title: 'People, by name' }] });
    await openTable('/table/companies?record=3');
    const group = within(await screen.findByRole('region', { name: 'People, by name' }));
    expect(group.queryByRole('link', { name: /^Open in/ })).toBeNull();
  });

  it('Back closes the record, and the rows have the focus that was in it', async () => {
    serveRecords();
    serveTable({ name: 'companies', total: 12 });
    const { person, go } = renderApp('/table/companies?page=1&per_page=10');
    await focusName('Name 4');
    await person.keyboard(' ');
    expect(await openRecord('Name 4')).toHaveFocus();
    go(-1);
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Record' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull());
  });

  it('the record stays open while the list is sorted', async () => {
    serveRecords();
    const person = await openTable('/table/companies?record=3');
    await openRecord('Name 3');
    await person.click(screen.getByRole('button', { name: /^Name/ }));
    await waitFor(() => expect(screen.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending'));
    expect(await openRecord('Name 3')).toBeVisible();
  });

  it('a record is a page of its own, and an id that is none is no page', async () => {
    serveTable({ name: 'companies' });
    const asked = serveRecords();
    renderApp('/table/companies/5');
    expect(await screen.findByRole('heading', { level: 1, name: 'Name 5' })).toBeVisible();
    expect(await screen.findByRole('region', { name: 'People' })).toBeVisible();
    expect(asked).toEqual(['5']);
  });

  it('an address without the id of a row leads to the page of what was not found', async () => {
    serveTable({ name: 'companies' });
    renderApp('/table/companies/abc');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  });
});
