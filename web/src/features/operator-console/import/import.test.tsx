/** The steps of an import on the screen. Long because every case begins with the same server of uploads, which is defined here. */
import { prove } from '@leadloom/shared/contract/account-settings';
import { me } from '@leadloom/shared/contract/accounts';
import {
  createImportUpload,
  deleteImportUpload,
  type ImportPreview,
  listImportTemplates,
  listImportUploads,
  previewImport,
  startImport,
} from '@leadloom/shared/contract/import-uploads';
import { getImport, type ImportDetails, listImports, stopImport, undoImport } from '@leadloom/shared/contract/imports';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

const UPLOAD = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11';
const CHECK = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f12';
const IMPORT = '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f13';

const aPreview = (changes: Partial<ImportPreview> = {}): ImportPreview => ({
  name: 'firms.csv',
  table: 'companies',
  fits: [
    { table: 'companies', fit: 0.9 },
    { table: 'people', fit: 0.2 },
  ],
  format: 'csv',
  encoding: 'windows-1252',
  separator: ';',
  has_header: true,
  columns: [
    { header: 'Firm', column: 'name', samples: ['Acme', 'Bolt'], filled: 30, readable: 30 },
    { header: 'Turnover', column: 'revenue', samples: ['1', 'soon'], filled: 20, readable: 15 },
    { header: 'Where', column: null, samples: ['Oslo'], filled: 5, readable: null },
  ],
  rows: [['Acme', '1', 'Oslo']],
  rows_read: 30,
  is_whole: true,
  missing: [],
  notices: [],
  ...changes,
});

const anImport = (changes: Partial<ImportDetails> = {}): ImportDetails => ({
  id: IMPORT,
  table: 'companies',
  file: 'firms.csv',
  by: 'ada@example.com',
  state: 'done',
  is_dry_run: false,
  started_at: '2098-01-10T12:00:00.000Z',
  finished_at: '2098-01-10T12:00:05.000Z',
  rows_read: 30,
  added: 20,
  changed: 4,
  refused: 3,
  problem: null,
  undo_refusal: null,
  problems: [],
  difference: null,
  report: {
    table: 'companies',
    is_dry_run: false,
    rows_read: 30,
    added: 20,
    changed: 4,
    unchanged: 2,
    duplicates: 1,
    folded: [{ key: 'acme.example', line: 2, kept_line: 9 }],
    rejected: 3,
    changed_columns: {},
    mapping: {},
    rejects: [],
    left_blank: [],
    held_back: 0,
    notices: [],
  },
  files: ['rejects', 'folded'],
  undone: null,
  ...changes,
});

describe('the import screen', () => {
  const orders: unknown[] = [];
  beforeEach(() => {
    signInForTest();
    sessionStorage.clear();
    orders.length = 0;
    apiServer.use(
      answer(me, () => aUser({ is_operator: true })),
      answer(listImports, () => ({ data: [], total: 0 })),
      answer(listImportUploads, () => ({ data: [], total: 0 })),
      answer(listImportTemplates, () => ({ data: [], total: 0 })),
      answer(previewImport, () => aPreview()),
      answer(startImport, ({ body }) => {
        orders.push(body);
        return { id: body.dry_run === true ? CHECK : IMPORT };
      }),
      answer(getImport, ({ params }) => (params.import_id === CHECK ? aCheck() : anImport())),
    );
  });

  const aCheck = () =>
    anImport({
      id: CHECK,
      is_dry_run: true,
      problems: [
        { kind: 'blank', column: 'revenue', value: 'soon', reason: null, rows: 5, lines: [3, 1_204] },
        { kind: 'refused', column: 'name', value: '', reason: 'is missing', rows: 3 },
      ],
      difference: {
        cleared: [{ column: 'city', cells: 2 }],
        changed: [{ id: 7, cells: [{ field: 'city', from: 'Oslo', to: null }] }],
        added: [{ line: 2, cells: [{ field: 'name', value: 'Acme' }] }],
      },
    });
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  const open = (step: string) => renderApp(`/operator/import/file/${UPLOAD}?step=${step}`);

  it('a dropped file is uploaded as bytes under its name, and its form is shown', async () => {
    const received: { name: string | null; type: string | null }[] = [];
    apiServer.use(
      http.post('/api/v1/operator/import-uploads', ({ request }) => {
        const name = new URL(request.url).searchParams.get('name');
        received.push({ name, type: request.headers.get('content-type') });
        const body = { id: UPLOAD, name: 'firms.csv', bytes: 7, expires_at: '2098-01-11T12:00:00.000Z' };
        return HttpResponse.json(body, { status: createImportUpload.success.status });
      }),
    );
    const { location } = renderApp('/operator/import');
    // The first test loads the modules of the screen.
    const zone = await screen.findByRole('group', { name: 'File to import' }, { timeout: 30_000 });
    expect(await screen.findByText(/Nothing has been imported yet/)).toBeVisible();
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['name\nA\n'], 'firms.csv')] } });
    expect(await screen.findByRole('heading', { name: 'firms.csv' })).toBeVisible();
    expect(location()).toContain(`/operator/import/file/${UPLOAD}`);
    expect(received).toEqual([{ name: 'firms.csv', type: 'application/octet-stream' }]);
    expect(screen.getByText('Detect (Semicolon)')).toBeInTheDocument();
    expect(screen.getByText('Detect (windows-1252)')).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Oslo' })).toBeVisible();
  }, 60_000);

  it('checking the rows needs a proof, and goes on once it was given', async () => {
    let isProved = false;
    apiServer.use(
      answer(prove, () => {
        isProved = true;
        return undefined;
      }),
      answer(startImport, ({ body }) => {
        if (!isProved) throw refuse('AUTH.PROOF_NEEDED');
        orders.push(body);
        return { id: CHECK };
      }),
    );
    const { person } = open('problems');
    await person.click(await screen.findByRole('button', { name: 'Check the rows' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.type(dialog.getByLabelText('Password'), 'long enough');
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders).toMatchObject([{ dry_run: true }]));
  });

  it('a file that cannot be uploaded says why and what to do', async () => {
    renderApp('/operator/import');
    const zone = await screen.findByRole('group', { name: 'File to import' });
    fireEvent.drop(zone, { dataTransfer: { files: [new File([], 'empty.csv')] } });
    expect(await screen.findByText('empty.csv is empty. Choose another file.')).toBeVisible();
    apiServer.use(
      answer(createImportUpload, () => {
        throw refuse('IMPORT.UPLOAD_LIMIT');
      }),
    );
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
    fireEvent.drop(zone, { dataTransfer: { files: [new File([picture], 'photo.csv')] } });
    expect(await screen.findByText('photo.csv is a picture (PNG). Choose a CSV, Excel or JSON file.')).toBeVisible();
    const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]);
    fireEvent.drop(zone, { dataTransfer: { files: [new File([old], 'firms.xls')] } });
    expect(
      await screen.findByText(
        'firms.xls is an old Office document, or has a password. Save it as .xlsx without one, then choose that file.',
      ),
    ).toBeVisible();
    const two = [new File(['1'], 'a.csv'), new File(['2'], 'b.csv')];
    fireEvent.drop(zone, { dataTransfer: { files: two } });
    expect(await screen.findByText(/Import one file at a time/)).toBeVisible();
  });

  it('uploaded files are listed and can be deleted, unless one is being imported', async () => {
    const expiry = '2098-01-11T12:00:00.000Z';
    let kept = [
      { id: UPLOAD, name: 'firms.csv', bytes: 2048, expires_at: expiry, is_complete: true },
      { id: CHECK, name: 'half.csv', bytes: 0, expires_at: expiry, is_complete: false },
    ];
    let isInUse = true;
    apiServer.use(
      answer(listImportUploads, () => ({ data: kept, total: kept.length })),
      answer(deleteImportUpload, ({ params }) => {
        if (isInUse) throw refuse('IMPORT.UPLOAD_IN_USE');
        kept = kept.filter(({ id }) => id !== params.upload_id);
        return undefined;
      }),
    );
    const { person } = renderApp('/operator/import');
    const list = within(await screen.findByRole('table', { name: 'Your uploaded files' }));
    expect(list.getByRole('link', { name: 'firms.csv' })).toHaveAttribute('href', `/operator/import/file/${UPLOAD}?step=file`);
    expect(list.getByText('half.csv (not complete)')).toBeVisible();
    await person.click(list.getByRole('button', { name: 'Delete firms.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete firms.csv?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(/This file is being imported/)).toBeVisible();
    isInUse = false;
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('firms.csv is deleted.')).toBeVisible();
    await waitFor(() => expect(list.queryByRole('button', { name: 'Delete firms.csv' })).not.toBeInTheDocument());
    expect(list.getByRole('button', { name: 'Delete half.csv' })).toBeVisible();
  });

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
    const { person } = open('file');
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
    open('columns');
    expect(await screen.findByText('This file is no longer kept. Please upload it again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose another file' })).toHaveAttribute('href', '/operator/import');
  });

  it('a poor fit is said, with the table that fits better', async () => {
    const fits: ImportPreview['fits'] = [
      { table: 'people', fit: 0.9 },
      { table: 'companies', fit: 0.2 },
    ];
    apiServer.use(answer(previewImport, () => aPreview({ fits })));
    open('file');
    expect(await screen.findByText('This file fits Companies poorly and People better. Check the table.')).toBeVisible();
  });

  it('columns are mapped, joined and filled, kept over a reload, and checked as chosen', async () => {
    const { person } = open('columns');
    expect(await screen.findByLabelText('Column for Firm')).toHaveValue('name');
    expect(screen.getAllByText('Guessed')).toHaveLength(2);
    expect(screen.getByRole('meter', { name: 'Readable cells of Turnover' })).toHaveAttribute('aria-valuetext', '15 of 20');
    await person.selectOptions(screen.getByLabelText('Column for Where'), 'City');
    await person.selectOptions(screen.getByLabelText('Unit of Turnover'), 'thousands');
    await person.click(screen.getByRole('button', { name: 'Same value in every row' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Value'), 'Norway');
    await person.selectOptions(dialog.getByLabelText('Fills the column'), 'Country');
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    cleanup();

    const again = open('columns');
    expect(await screen.findByLabelText('Column for Where')).toHaveValue('city');
    expect(screen.getByText(/"Norway" in every row/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next: check the rows' })).toBeEnabled());
    await again.person.click(screen.getByRole('button', { name: 'Next: check the rows' }));
    await screen.findByRole('table', { name: 'Problems' });
    await person.click(screen.getByRole('button', { name: '5 rows: Revenue (in $M), soon' }));
    expect(screen.getByText('Lines 3; 1,204 and 3 more')).toBeVisible();
    expect(orders).toEqual([
      {
        table: 'companies',
        dry_run: true,
        mapping: { Where: 'city', Turnover: { column: 'revenue', unit: 'thousands' }, country: { constant: 'Norway' } },
      },
    ]);
  });

  it('a unit is proposed on the row of its column where the values say it, and can be changed', async () => {
    const seen: unknown[] = [];
    apiServer.use(
      answer(previewImport, ({ body }) => {
        seen.push(body.mapping);
        const hasUnit = body.mapping?.Turnover !== undefined;
        const columns = aPreview().columns.map((column) =>
          column.header === 'Turnover' && !hasUnit ? { ...column, proposed_unit: 'dollars' as const } : column,
        );
        return aPreview({ columns });
      }),
    );
    const { person } = open('columns');
    const unit = await screen.findByLabelText('Unit of Turnover');
    await waitFor(() => expect(unit).toHaveDisplayValue('Dollars'));
    expect(screen.getByText('Proposed, because these values cannot be millions')).toBeVisible();
    await waitFor(() => expect(seen.at(-1)).toEqual({ Turnover: { column: 'revenue', unit: 'dollars' } }));
    await person.selectOptions(unit, 'Millions of dollars');
    await waitFor(() => expect(seen.at(-1)).toEqual({ Turnover: { column: 'revenue', unit: 'millions' } }));
    expect(unit).toHaveDisplayValue('Millions of dollars');
    expect(screen.queryByText(/^Proposed/)).toBeNull();
  });

  it('a unit that the header names is shown, and nothing counts as proposed', async () => {
    apiServer.use(
      answer(previewImport, () => {
        const columns = aPreview().columns.map((column) =>
          column.header === 'Turnover' ? { ...column, unit: 'thousands' as const } : column,
        );
        return aPreview({ columns });
      }),
    );
    open('columns');
    expect(await screen.findByLabelText('Unit of Turnover')).toHaveDisplayValue('Thousands of dollars');
    expect(screen.queryByText(/^Proposed/)).toBeNull();
  });

  it('a required column that nothing fills stops the next step', async () => {
    apiServer.use(answer(previewImport, () => aPreview({ missing: ['name'] })));
    open('columns');
    expect(await screen.findByText(/Nothing fills Name yet/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next: check the rows' })).toBeDisabled();
  });

  it('a choice for a value changes the counts at once, and is sent with the import', async () => {
    const { person, location } = open('columns');
    await person.click(await screen.findByRole('button', { name: 'Next: check the rows' }));
    await screen.findByRole('table', { name: 'Problems' });
    expect([figure('Rows taken'), figure('Rows refused')]).toEqual(['27', '3']);
    await person.selectOptions(screen.getByLabelText('Choice for Revenue (in $M), soon'), 'Row refused');
    expect([figure('Rows taken'), figure('Rows refused')]).toEqual(['22', '8']);
    await person.selectOptions(screen.getByLabelText('Choice for Name, Blank'), 'Value replaced');
    await person.type(screen.getByLabelText('Replacement for Name, Blank'), 'Nameless');
    expect([figure('Rows taken'), figure('Rows refused')]).toEqual(['25', '5']);
    expect(screen.getByText(/Blank cells of the file clear stored values/)).toHaveTextContent('City in 2 rows');
    expect(screen.getByRole('table', { name: 'Rows that become one' })).toHaveTextContent('acme.example');
    expect(screen.getByText('City: Oslo → blank')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Import 25 rows' }));
    expect(await screen.findByText(/^For 30 days/)).toBeVisible();
    expect(location()).toContain(`/operator/import/${IMPORT}?file=${UPLOAD}`);
    expect(orders.at(-1)).toMatchObject({
      dry_run: false,
      choices: [
        { column: 'revenue', value: 'soon', action: 'refuse' },
        { column: 'name', value: '', action: 'replace', replacement: 'Nameless' },
      ],
    });
  });

  it('an import that runs shows how far it is, and can be stopped', async () => {
    let isStopped = false;
    apiServer.use(
      answer(getImport, () =>
        isStopped
          ? anImport({ state: 'failed', report: null, files: [], problem: 'The import was stopped. Nothing was loaded.' })
          : anImport({ state: 'running', report: null, files: [], rows_read: 1_200 }),
      ),
      answer(stopImport, () => {
        isStopped = true;
        return undefined;
      }),
    );
    const { person } = renderApp(`/operator/import/${IMPORT}`);
    expect(await screen.findByText(/1,200 rows read/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('The import was stopped. Nothing was loaded.')).toBeVisible();
  });

  it('the way back to all imports stands below a result whose height is known', async () => {
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(getImport, async () => {
        await release.promise;
        return anImport();
      }),
    );
    renderApp(`/operator/import/${IMPORT}`);
    await screen.findByRole('navigation', { name: 'Steps of the import' });
    expect(screen.queryByRole('link', { name: 'All imports, and a new one' })).toBeNull();
    release.resolve();
    expect(await screen.findByRole('link', { name: 'All imports, and a new one' })).toBeVisible();
  });

  it('undoing says first what cannot be undone', async () => {
    let isUndone = false;
    const counts = { deleted: 18, restored: 4, changed_since: 1, deleted_since: 1 };
    apiServer.use(
      answer(getImport, () => (isUndone ? anImport({ state: 'undone', undone: counts, undo_refusal: 'Undone.' }) : anImport())),
      answer(undoImport, ({ url }) => {
        isUndone = url.searchParams.get('dry_run') !== 'true';
        return counts;
      }),
    );
    const { person } = renderApp(`/operator/import/${IMPORT}`);
    await person.click(await screen.findByRole('button', { name: 'Undo firms.csv' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('Changed since, and left as they are: 1 row.');
    expect(isUndone).toBe(false);
    await person.click(dialog.getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText(/Undone: 18 added rows were deleted/)).toBeVisible();
  });
});
