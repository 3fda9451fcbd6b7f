/** How a file is read: its parts, its header line and its table. */
import { type ImportPreview, previewImport } from '@leadloom/shared/contract/import-uploads';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPreview, loadImportScreens, openStep, serveImports } from './testing/import.fixture.ts';

let orders: unknown[];
beforeAll(loadImportScreens, 60_000);
beforeEach(() => {
  orders = serveImports();
});

/** A server that answers with these changes, and remembers what it was asked. */
function servePreview(changesOf: (asked: Record<string, unknown>) => Partial<ImportPreview>): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = [];
  apiServer.use(
    answer(previewImport, ({ body }) => {
      asked.push(body);
      return aPreview(changesOf(body));
    }),
  );
  return asked;
}

const twoFit = ({ table }: Record<string, unknown>): Partial<ImportPreview> => ({
  table: table === 'people' ? 'people' : 'companies',
  fits: [
    { table: 'companies', fit: 0.81, reason: 'It names firms.' },
    { table: 'people', fit: 0.79, reason: 'It names persons.' },
    { table: 'reviews', fit: 0.75, reason: 'It has texts.' },
  ],
  is_fit_clear: false,
});

const titled: Partial<ImportPreview> = {
  header_line: 3,
  first_lines: [
    { line: 1, cells: ['Firms of the north'] },
    { line: 3, cells: ['Firm', 'Mail', 'Mail'] },
    { line: 4, cells: ['Acme', '', 'ada@acme.example'] },
  ],
};

it('the sheet of a workbook and the file of an archive are chosen, and the import is told which', async () => {
  const asked: unknown[] = [];
  apiServer.use(
    answer(previewImport, ({ body }) => {
      asked.push([body.entry, body.sheet]);
      const { entry = 'a.xlsx', sheet = 'Leads' } = body;
      return aPreview({
        format: 'xlsx',
        separator: null,
        entries: ['a.xlsx', 'b.xlsx'],
        entry,
        sheets: ['Cover', 'Leads'],
        sheet,
      });
    }),
  );
  const { person } = openStep('file');
  const sheets = await screen.findByRole('combobox', { name: 'Sheet' });
  expect(sheets).toHaveValue('Leads');
  expect(screen.queryByRole('combobox', { name: 'Separator' })).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Encoding' })).not.toBeInTheDocument();
  await person.selectOptions(sheets, 'Cover');
  await waitFor(() => expect(asked.at(-1)).toEqual([undefined, 'Cover']));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'File in the archive' }), 'b.xlsx');
  await waitFor(() => expect(asked.at(-1)).toEqual(['b.xlsx', undefined]));
  await person.selectOptions(await screen.findByRole('combobox', { name: 'File in the archive' }), 'a.xlsx');
  await waitFor(() => expect(asked.at(-1)).toEqual(['a.xlsx', undefined]));
  await person.click(await screen.findByRole('button', { name: 'Next: columns' }));
  await person.click(await screen.findByRole('button', { name: 'Next: check the rows' }));
  await waitFor(() => expect(orders).toMatchObject([{ entry: 'a.xlsx', dry_run: true }]));
});

it('a file that is no longer kept leads back to a new one', async () => {
  apiServer.use(
    answer(previewImport, () => {
      throw refuse('IMPORT.UPLOAD_NOT_FOUND');
    }),
  );
  openStep('columns');
  expect(await screen.findByText('This file is no longer kept. Please upload it again.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose another file' })).toHaveAttribute('href', '/operator/import');
});

it('a poor fit is said, with the table that fits better', async () => {
  const fits: ImportPreview['fits'] = [
    { table: 'people', fit: 0.9 },
    { table: 'companies', fit: 0.2 },
  ];
  apiServer.use(answer(previewImport, () => aPreview({ fits })));
  openStep('file');
  expect(await screen.findByText('This file fits Companies poorly and People better. Check the table.')).toBeVisible();
});

it('the first lines are shown as they stand in the file, and one press chooses the header among them', async () => {
  const asked = servePreview(({ header_line: line }) => ({ ...titled, header_line: typeof line === 'number' ? line : 3 }));
  const { person } = openStep('file');
  const table = within(await screen.findByRole('table', { name: 'First rows' }));
  expect(table.getByRole('button', { name: 'Line 3 is the header' })).toHaveAttribute('aria-pressed', 'true');
  // The same header twice: each column has its own cells.
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Firm', 'Mail', 'Mail']);
  const acme = table.getByRole('row', { name: /Acme/ });
  expect(
    within(acme)
      .getAllByRole('cell')
      .slice(-3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Acme', '', 'ada@acme.example']);
  expect(table.getByText('Firms of the north')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Header line' })).toHaveDisplayValue('Detect (line 3)');
  await person.click(table.getByRole('button', { name: 'Use line 4 as the header' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ has_header: true, header_line: 4 }));
  expect(screen.getByRole('combobox', { name: 'Header line' })).toHaveDisplayValue('Line 4');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Header line' }), 'No header: the first line is a row');
  await waitFor(() => expect(asked.at(-1)).toEqual({ has_header: false }));
  await person.selectOptions(screen.getByRole('combobox', { name: 'Header line' }), 'Line 1');
  await waitFor(() => expect(asked.at(-1)).toEqual({ has_header: true, header_line: 1 }));
});

it('the guess of the table is said with its reason', async () => {
  servePreview(() => ({
    fits: [
      { table: 'companies', fit: 0.4, reason: 'Its rows have no people.' },
      { table: 'people', fit: 0.2 },
    ],
    is_fit_clear: true,
  }));
  openStep('file');
  expect(await screen.findByText('Guessed: Companies. Its rows have no people.')).toBeVisible();
  // No other table fits about as well.
  expect(screen.queryByText(/poorly/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Next: columns' })).toBeEnabled();
});

it('where two tables fit, the screen asks which of them before it goes on', async () => {
  const asked = servePreview(twoFit);
  const { person, location } = openStep('file');
  const question = within(await screen.findByRole('group', { name: 'Two tables fit this file. Which is it?' }));
  expect(screen.getByRole('button', { name: 'Next: columns' })).toBeDisabled();
  expect(question.getByText('It names firms.')).toBeVisible();
  expect(question.getByText('It names persons.')).toBeVisible();
  expect(question.getAllByRole('button')).toHaveLength(2);
  await person.click(question.getByRole('button', { name: 'People' }));
  expect(question.getByRole('button', { name: 'People' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('combobox', { name: 'Table' })).toHaveDisplayValue('People');
  await waitFor(() => expect(asked.at(-1)).toEqual({ table: 'people' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next: columns' })).toBeEnabled());
  await person.click(screen.getByRole('button', { name: 'Next: columns' }));
  expect(await screen.findByLabelText('Column for Firm')).toBeVisible();
  expect(location()).toContain('step=columns');
});

it('the address of a later step asks for the table first, and goes on once it is chosen', async () => {
  servePreview(twoFit);
  const { person } = openStep('columns');
  await person.click(await screen.findByRole('button', { name: 'People' }));
  expect(await screen.findByLabelText('Column for Firm')).toBeVisible();
});

it('where no table fits a sheet, another sheet or a table is chosen before the screen goes on', async () => {
  servePreview(() => ({
    sheets: ['Read me', 'Leads'],
    sheet: 'Read me',
    fits: [{ table: 'companies', fit: 0, reason: 'The file cannot be read as this table.' }],
    is_fit_clear: false,
  }));
  const { person } = openStep('file');
  expect(await screen.findByText(/^No table fits the sheet Read me. Choose another sheet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next: columns' })).toBeDisabled();
  expect(screen.getByRole('combobox', { name: 'Table' })).toHaveDisplayValue('Guess');
  await person.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'Reviews');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next: columns' })).toBeEnabled());
});

it('a file without a row says so, and shows no empty table', async () => {
  servePreview(() => ({
    fits: [{ table: 'companies', fit: 0, reason: 'The file has no rows.' }],
    is_fit_clear: false,
    format: 'jsonl',
    columns: [],
    rows: [],
    rows_read: 1,
  }));
  openStep('file');
  expect(await screen.findByText(/^No row can be read in this file/)).toBeVisible();
  expect(screen.queryByRole('table', { name: 'First rows' })).not.toBeInTheDocument();
});

it('a file that cannot be read as it is guessed or chosen can still be read as something else', async () => {
  const COMMENTS = 'The file could not be read: these are comments, not posts. Nothing was loaded.';
  apiServer.use(
    answer(previewImport, ({ body }) => {
      if (body.table === undefined || body.table === 'reddit-posts') throw refuse('IMPORT.UNREADABLE', COMMENTS);
      return aPreview({ table: body.table });
    }),
  );
  const { person } = openStep('file');
  expect(await screen.findByText(COMMENTS)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose another file' })).toBeVisible();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'Reviews');
  expect(await screen.findByRole('heading', { name: 'firms.csv' })).toBeVisible();
  expect(screen.queryByText(COMMENTS)).not.toBeInTheDocument();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'Reddit Posts');
  expect(await screen.findByText(COMMENTS)).toBeVisible();
  // What was read before stays, so that another line or table can be chosen.
  expect(screen.getByRole('table', { name: 'First rows' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next: columns' })).toBeDisabled();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'Companies');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next: columns' })).toBeEnabled());
});
