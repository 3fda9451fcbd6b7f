import { me } from '@leadloom/shared/contract/accounts';
import { exportMatches, type MatchResult, matchRows, previewMatchExport } from '@leadloom/shared/contract/match';
import { addListRows, createRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { companies } from '@leadloom/shared/tables/companies';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { gzipSync, strFromU8, strToU8, unzipSync } from 'fflate';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readList } from '../../lib/match/read-list.ts';
import { answer, refuse } from '../../testing/api.ts';
import { workbookFile, zipFile } from '../../testing/own-files.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const at = '2026-03-31T09:00:00.000Z';
const blank = Object.fromEntries(companies.columns.map(({ field }) => [field, null]));
const preview = { rows: 2, already_exported: 0, charged: 2, used: 0, limit: 100, remaining: 100, is_allowed: true };
/** A line `row-7.example` is row 7; `several` could be two; all others are nothing. */
const found = (row: number, text: string): MatchResult => {
  const id = /^row-(\d+)/.exec(text)?.[1];
  if (id !== undefined) {
    const shown = { name: `Row ${id} Works`, country: 'Norway', site: `https://www.${text}/about` };
    return { row, id: Number(id), by: 'domain', found: shown, candidates: [] };
  }
  const twin = (each: number) => ({
    id: each,
    name: 'Twin',
    country: each === 31 ? 'Norway' : 'Chile',
    site: null,
    by: 'domain' as const,
  });
  if (text.startsWith('Known')) {
    const shown = { name: text, country: 'Chile', site: 'https://known.example' };
    return { row, id: null, by: null, found: null, candidates: [{ id: 41 + row, ...shown, by: 'name' }] };
  }
  return { row, id: null, by: null, found: null, candidates: text.startsWith('several') ? [twin(31), twin(32)] : [] };
};

/** The texts of the first sheet, without blank cells. */
async function textsOf(workbook: Blob | undefined): Promise<readonly (readonly (string | undefined)[])[]> {
  const content = new Uint8Array((await workbook?.arrayBuffer()) ?? new ArrayBuffer(0));
  const sheet = strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  return [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/g)].map(([, , row = '']) =>
    [...row.matchAll(/<t>(.*?)<\/t>/g)].map(([, text]) => text),
  );
}

describe('matching a list', () => {
  let calls: number;

  beforeAll(() => import('./match-list.tsx'));
  beforeEach(() => {
    signInForTest();
    calls = 0;
    apiServer.use(
      answer(me, () => aUser()),
      answer(matchRows, ({ body }) => {
        calls += 1;
        return { data: body.rows.map(({ domain, name = '' }, row) => found(row, domain ?? name)) };
      }),
    );
  });
  /** Pastes a text into the field of the list. */
  const paste = (text: string) => fireEvent.change(screen.getByLabelText('Your list'), { target: { value: text } });
  const dropFile = (bytes: Uint8Array, name: string) =>
    fireEvent.drop(screen.getByLabelText('Your list'), { dataTransfer: { files: [new File([Uint8Array.from(bytes)], name)] } });
  const resultHeading = () => screen.findByRole('heading', { level: 2 });

  it('pasted lines are matched, and each is told what found it', async () => {
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('Domain\nrow-7.example\nnobody.example\nrow-8.example');
    expect(await screen.findByRole('combobox', { name: 'Domain' })).toHaveValue('domain');
    await person.click(await screen.findByRole('button', { name: 'Match 3 lines' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('2 of 3 lines found'));
    expect(await resultHeading()).toHaveFocus();
    expect(screen.getByText('2 by domain')).toBeVisible();
    expect(screen.getByText(/^Row 7 Works · Norway · row-7\.example\/about/)).toHaveTextContent('by domain');
    expect(screen.getByRole('link', { name: 'Open the row of row-7.example' })).toHaveAttribute('href', '/table/companies/7');
    await person.click(screen.getByRole('tab', { name: 'Not found (1)' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText('nobody.example')).toBeVisible();
    expect(panel.getByText('Line 3')).toBeVisible();
  });

  it('lines above the header are not read, and another line can be the header', async () => {
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('Our accounts\n\nName,Website\nSeven,row-7.example\nNobody,nobody.example');
    const header = await screen.findByRole('combobox', { name: 'Header line' });
    expect(header).toHaveDisplayValue('Line 2: Name, Website');
    expect(screen.getByText('The first line is not read: “Our accounts”.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Website' })).toHaveValue('domain');
    await person.click(screen.getByRole('button', { name: 'Match 2 lines' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('1 of 2 lines found'));
    await person.click(screen.getByRole('tab', { name: 'Not found (1)' }));
    expect(within(screen.getByRole('tabpanel')).getByText('Line 4')).toBeVisible();
  });

  it('a file of blank rows has nothing to match, and a header alone has no lines', async () => {
    renderApp('/match');
    await screen.findByLabelText('Your list');
    dropFile(strToU8('\n , \n,,\n'), 'blank.csv');
    expect(await screen.findByText('blank.csv holds no rows. Choose another file.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Match' })).toBeDisabled();
    paste('Name,Website\n');
    expect(await screen.findByText('The list has no lines below its header.')).toBeVisible();
  });

  it('where no line is the header, columns have numbers', async () => {
    const { person } = renderApp('/match');
    await screen.findByLabelText('Your list');
    paste('Name,Website\nSeven,row-7.example');
    await person.selectOptions(
      await screen.findByRole('combobox', { name: 'Header line' }),
      'No header: the first line is a row',
    );
    expect(screen.getByRole('combobox', { name: 'Column 2' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Match 2 lines' })).toBeEnabled();
  });

  it('a row that only a name without a country found waits for a choice, one by one or all at once', async () => {
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('Known Works\nKnown Mills\nKnown Looms\nNobody');
    await person.click(await screen.findByRole('button', { name: 'Match 4 lines' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('0 of 4 lines found'));
    await person.click(screen.getByRole('tab', { name: 'Several possible (3)' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText(/^Known Works · Chile · known\.example/)).toHaveTextContent('by name only');
    await person.click(panel.getByRole('button', { name: 'Do not take the row for Known Works' }));
    expect(screen.getByRole('tab', { name: 'Not found (2)' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Take the 2 rows found by name only' }));
    expect(await resultHeading()).toHaveTextContent('2 of 4 lines found');
    expect(screen.getByRole('tab', { name: 'Several possible (0)' })).toBeVisible();
    await person.click(screen.getByRole('tab', { name: 'Found (2)' }));
    expect(screen.getByText(/^Known Mills · Chile · known\.example/)).toHaveTextContent('by your choice');
  });

  it('where no line is found but several rows are possible, these are shown first', async () => {
    const { person } = renderApp('/match');
    await screen.findByLabelText('Your list');
    paste('Known One\nKnown Two\nUnheard Of');
    await person.click(await screen.findByRole('button', { name: 'Match 3 lines' }));
    expect(await resultHeading()).toHaveTextContent('0 of 3 lines found');
    expect(await screen.findByRole('tab', { name: 'Several possible (2)', selected: true })).toBeVisible();
  });

  it('an ambiguous line is settled by hand, with what tells the rows apart', async () => {
    apiServer.use(
      answer(tableEndpoints.companies.get, ({ params }) =>
        tableEndpoints.companies.get.success.body.parse({
          data: {
            ...blank,
            id: Number(params.id),
            changed_in: 1,
            name: 'Twin',
            country: params.id === '31' ? 'Norway' : 'Chile',
          },
        }),
      ),
    );
    const { person } = renderApp('/match?table=companies');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('several.example\nseveral-too.example');
    await person.click(await screen.findByRole('button', { name: 'Match 2 lines' }));
    await person.click(await screen.findByRole('tab', { name: 'Several possible (2)' }));
    await person.click(screen.getByRole('button', { name: 'Choose for several.example' }));
    const rows = within(screen.getByRole('list', { name: 'Rows for several.example' }));
    const chile = (await rows.findByText('Chile')).closest('li');
    if (chile === null) throw new Error('a candidate is no item of the list');
    await person.click(within(chile).getByRole('button', { name: 'Twin' }));
    await person.click(screen.getByRole('button', { name: 'Choose for several-too.example' }));
    await person.click(await screen.findByRole('button', { name: 'None of these' }));
    expect(screen.getByRole('tab', { name: 'Several possible (0)' })).toBeVisible();
    expect(await resultHeading()).toHaveTextContent('1 of 2 lines found');
    expect(screen.getByText('1 by your choice')).toBeVisible();
  });

  it('a batch that fails keeps what the others found, and only it is sent again', async () => {
    let isFailing = true;
    apiServer.use(
      answer(matchRows, ({ body }) => {
        calls += 1;
        if (isFailing && body.rows.length < 1_000) throw refuse('AUTH.SUBSCRIPTION_REQUIRED');
        return { data: body.rows.map(({ domain = '' }, row) => found(row, domain)) };
      }),
    );
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste(Array.from({ length: 1_001 }, (_, line) => `row-${line + 1}.example`).join('\n'));
    await person.click(await screen.findByRole('button', { name: 'Match 1,001 lines' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('requires a running trial');
    await screen.findByText('1,000 of 1,001 lines checked');
    expect(await resultHeading()).toHaveTextContent('1,000 of 1,001 lines found');
    isFailing = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('1,001 of 1,001 lines found'));
    expect(calls).toBe(3);
  });

  it('a file that holds no text is named instead of being read', async () => {
    renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    const drop = (bytes: readonly number[], name: string) =>
      fireEvent.drop(screen.getByLabelText('Your list'), { dataTransfer: { files: [new File([new Uint8Array(bytes)], name)] } });
    drop([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'photo.jpg');
    expect(await screen.findByText('photo.jpg is a picture (JPEG). Choose a CSV, Excel or JSON file.')).toBeVisible();
    drop([0x50, 0x4b, 0x05, 0x06, ...Array(18).fill(0)], 'list.csv');
    expect(await screen.findByText('list.csv is an empty ZIP archive. Choose a CSV, Excel or JSON file.')).toBeVisible();
    drop([0x1f, 0x8b, 8, 0], 'list.csv.gz');
    expect(await screen.findByText('list.csv.gz could not be read: its gzip data is damaged or cut off.')).toBeVisible();
    expect(screen.getByLabelText('Your list')).toHaveValue('');
    drop([...new TextEncoder().encode('Domain\nrow-7.example\n')], 'list.csv');
    await waitFor(() => expect(screen.getByLabelText('Your list')).toHaveValue('Domain\nrow-7.example\n'));
    expect(screen.queryByText(/is damaged/)).not.toBeInTheDocument();
  });

  it.each([
    ['a workbook', 'list.xlsx', workbookFile([{ name: 'Leads', rows: [['Domain'], ['row-7.example'], ['row-8.example']] }])],
    ['an archive', 'list.zip', zipFile({ 'list.csv': 'Domain\nrow-7.example\nrow-8.example\n' })],
    ['gzip', 'list.csv.gz', gzipSync(strToU8('Domain\nrow-7.example\nrow-8.example\n'))],
    ['JSON', 'list.json', strToU8('[{"Domain":"row-7.example"},{"Domain":"row-8.example"}]')],
    ['lines of JSON', 'list.jsonl', strToU8('{"Domain":"row-7.example"}\n{"Domain":"row-8.example"}\n')],
  ])('a list is read from %s', async (_, name, bytes) => {
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    dropFile(bytes, name);
    expect(await screen.findByRole('combobox', { name: 'Domain' })).toHaveValue('domain');
    await person.click(await screen.findByRole('button', { name: 'Match 2 lines' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('2 of 2 lines found'));
  });

  it('a sheet of a workbook is chosen, links count as addresses, and what is filled in is a workbook again', async () => {
    const saved = catchSavedFiles();
    apiServer.use(
      answer(previewMatchExport, () => preview),
      http.post(`/api/v1${exportMatches.path}`, () => {
        const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-export-rows': '1' };
        return new HttpResponse('id,name,linkedin_url,website,country,city\n7,First,,,Norway,Oslo\n', { headers });
      }),
    );
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    const rows = [
      ['Company', 'Website', 'Owner'],
      ['Acme, Inc.', 'Visit', 'Ada'],
      ['Loom, Ltd.', 'nobody.example', 'Bo'],
    ];
    const below = '<hyperlinks><hyperlink ref="B2" r:id="h1"/></hyperlinks>';
    const links = { h1: 'row-7.example' };
    const numbered = rows.map(
      (row, at) => `<row r="${at + 1}">${row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`,
    );
    dropFile(
      workbookFile([
        { name: 'Summary', rows: [['Name'], ['Known Works']] },
        { name: 'Leads', rows: numbered.join(''), below, links },
      ]),
      'list.xlsx',
    );
    const sheet = await screen.findByRole('combobox', { name: 'Sheet' });
    expect(sheet).toHaveValue('Summary');
    expect(await screen.findByRole('button', { name: 'Match 1 line' })).toBeEnabled();
    await person.selectOptions(sheet, 'Leads');
    await person.click(await screen.findByRole('button', { name: 'Match 2 lines' }));
    await waitFor(async () => expect(await resultHeading()).toHaveTextContent('1 of 2 lines found'));
    await person.click(screen.getByRole('button', { name: 'Download the 1 not found' }));
    await person.click(screen.getByRole('button', { name: 'Fill in columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Counted now');
    expect(dialog.getByRole('radio', { name: 'Excel (.xlsx)' })).toBeChecked();
    await person.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['not_found.xlsx', 'companies_matched.xlsx']));
    expect(await textsOf(saved[0]?.content)).toEqual([rows[0], rows[2]]);
    expect(await textsOf(saved[1]?.content)).toEqual([
      [...(rows[0] ?? []), 'Matched by', 'Name', 'LinkedIn URL', 'Website (found)', 'Country', 'City'],
      [...(rows[1] ?? []), 'domain', 'First', 'Norway', 'Oslo'],
      rows[2],
    ]);
  });

  it('the rows are put on a list', async () => {
    let ids: readonly number[] = [];
    const list = { id: 4, name: 'Mine', table: 'companies' as const, count: 2, note: '', updated_at: at };
    apiServer.use(
      answer(listRowLists, () => ({ data: [], total: 0 })),
      answer(createRowList, () => ({ ...list, count: 0 })),
      answer(addListRows, ({ body }) => {
        ids = body.ids ?? [];
        return { ...list, added: 2, already_on_it: 0, addition: 7 };
      }),
    );
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('row-7.example\nrow-8.example\nrow-7.example');
    await person.click(await screen.findByRole('button', { name: 'Match 3 lines' }));
    await person.click(await screen.findByRole('button', { name: 'Add 2 rows to a list' }));
    await person.type(await screen.findByLabelText('New list'), 'Mine{Enter}');
    expect(await screen.findByText('2 rows added to Mine')).toBeVisible();
    expect(ids).toEqual([7, 8]);
  });

  it('the list is filled in after its cost was shown, and a file that was cut off is not saved', async () => {
    const saved = catchSavedFiles();
    let isCut = true;
    apiServer.use(
      answer(previewMatchExport, () => preview),
      http.post(`/api/v1${exportMatches.path}`, () => {
        const lines = [
          'id,name,linkedin_url,website,country,city',
          '8,Second,,,,Bergen',
          ...(isCut ? [] : ['7,"First, Inc.",,,Norway,Oslo']),
        ];
        const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-export-rows': '2' };
        return new HttpResponse(`${lines.join('\n')}\n`, { headers });
      }),
    );
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('Name,Domain\nmine,row-7.example\nyours,nobody.example\ntheirs,row-8.example');
    await person.click(await screen.findByRole('button', { name: 'Match 3 lines' }));
    await person.click(await screen.findByRole('button', { name: 'Fill in columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Counted now')).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Download' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('could not be read');
    expect(saved).toEqual([]);
    isCut = false;
    await person.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(readList((await saved[0]?.content.text()) ?? '').rows).toEqual([
      ['Name', 'Domain', 'Matched by', 'Name (found)', 'LinkedIn URL', 'Website', 'Country', 'City'],
      ['mine', 'row-7.example', 'domain', 'First, Inc.', '', '', 'Norway', 'Oslo'],
      ['yours', 'nobody.example', '', '', '', '', '', ''],
      ['theirs', 'row-8.example', 'domain', 'Second', '', '', '', 'Bergen'],
    ]);
  });

  it('the list is filled in as a workbook, whose cells are numbers and texts without apostrophes', async () => {
    const saved = catchSavedFiles();
    apiServer.use(
      answer(previewMatchExport, () => preview),
      http.post(`/api/v1${exportMatches.path}`, () => {
        const lines = ['id,name,linkedin_url,website,country,city', "8,'=Second,,,,Bergen", '7,"First, Inc.",,,Norway,Oslo'];
        const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-export-rows': '2' };
        return new HttpResponse(`${lines.join('\n')}\n`, { headers });
      }),
    );
    const { person } = renderApp('/match');
    await screen.findByRole('heading', { name: 'Match my list' });
    paste('Name,Domain\n=mine,row-7.example\ntheirs,row-8.example');
    await person.click(await screen.findByRole('button', { name: 'Match 2 lines' }));
    await person.click(await screen.findByRole('button', { name: 'Fill in columns' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Counted now');
    await person.click(dialog.getByRole('radio', { name: 'Excel (.xlsx)' }));
    await person.click(dialog.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['companies_matched.xlsx']));
    expect(await textsOf(saved[0]?.content)).toEqual([
      ['Name', 'Domain', 'Matched by', 'Name (found)', 'LinkedIn URL', 'Website', 'Country', 'City'],
      ['=mine', 'row-7.example', 'domain', 'First, Inc.', 'Norway', 'Oslo'],
      ['theirs', 'row-8.example', 'domain', '=Second', 'Bergen'],
    ]);
  });
});
