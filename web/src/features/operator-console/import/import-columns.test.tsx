/** What the columns of a file mean: what was read and why, and what an operator chooses. */
import { type ImportPreview, previewImport } from '@leadloom/shared/contract/import-uploads';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { aPreview, loadImportScreens, openStep, serveImports } from './testing/import.fixture.ts';

let orders: unknown[];
beforeAll(loadImportScreens, 60_000);
beforeEach(() => {
  orders = serveImports();
});

const mails: ImportPreview['columns'] = [
  {
    header: 'Firm',
    column: 'name',
    use: 'first',
    reason: 'It is a name of the column.',
    samples: ['Acme'],
    filled: 3,
    readable: 3,
  },
  {
    header: 'Mail',
    column: 'main_contact_email',
    use: 'first',
    reason: 'It comes first.',
    samples: ['a@acme.example'],
    filled: 2,
    readable: 2,
  },
  {
    header: 'Mail',
    column: 'main_contact_email',
    use: 'otherwise',
    reason: 'It comes second.',
    samples: ['b@acme.example'],
    filled: 1,
    readable: 1,
  },
  { header: 'First', column: 'main_contact_name', use: 'part', reason: 'Joined.', samples: ['Ada'], filled: 3, readable: 3 },
  { header: 'Stage', column: null, use: null, reason: 'No column has this name.', samples: ['Cold'], filled: 3, readable: null },
];

it('columns are mapped, joined and filled, kept over a reload, and checked as chosen', async () => {
  const { person } = openStep('columns');
  expect(await screen.findByLabelText('Column for Firm')).toHaveValue('name');
  expect(screen.getByRole('meter', { name: 'Readable cells of Turnover' })).toHaveAttribute('aria-valuetext', '15 of 20');
  await person.selectOptions(screen.getByLabelText('Column for Where'), 'City');
  await person.selectOptions(screen.getByLabelText('Unit of Turnover'), 'thousands');
  await person.click(screen.getByRole('button', { name: 'Same value in every row' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Value'), 'Norway');
  await person.selectOptions(dialog.getByLabelText('Fills the column'), 'Country');
  await person.click(dialog.getByRole('button', { name: 'Add' }));
  cleanup();

  const again = openStep('columns');
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
  const { person } = openStep('columns');
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
  openStep('columns');
  expect(await screen.findByLabelText('Unit of Turnover')).toHaveDisplayValue('Thousands of dollars');
  expect(screen.queryByText(/^Proposed/)).toBeNull();
});

it('a required column that nothing fills stops the next step', async () => {
  apiServer.use(answer(previewImport, () => aPreview({ missing: ['name'] })));
  openStep('columns');
  expect(await screen.findByText(/Nothing fills Name yet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next: check the rows' })).toBeDisabled();
});

it('why a header was read as its column, or was not read, is one press away', async () => {
  apiServer.use(answer(previewImport, () => aPreview({ columns: mails })));
  const { person } = openStep('columns');
  expect(await screen.findByText('4 of 5 headers are read.', { exact: false })).toBeVisible();
  expect(screen.queryByText('It is a name of the column.')).not.toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Why Firm is read as Name' }));
  const why = await screen.findByRole('dialog', { name: 'Firm' });
  expect(why).toHaveTextContent('Read as Name. It is a name of the column.');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(why).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Why Firm is read as Name' })).toHaveFocus();
  expect(screen.getByLabelText('Column for Stage')).toHaveDisplayValue('Not imported');
  await person.click(screen.getByRole('button', { name: 'Why Stage is not read' }));
  expect(await screen.findByRole('dialog', { name: 'Stage' })).toHaveTextContent('Not read. No column has this name.');
});

it('headers that fill one column together are shown as such, each with its own samples', async () => {
  apiServer.use(answer(previewImport, () => aPreview({ columns: mails })));
  openStep('columns');
  const rows = within(await screen.findByRole('table', { name: 'Columns' }))
    .getAllByRole('row')
    .slice(1);
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[1]).toMatch(/a@acme\.example.*· first/);
  expect(texts[1]).not.toContain('b@acme.example');
  expect(texts[2]).toMatch(/b@acme\.example.*· where the first is blank/);
  expect(texts[3]).toContain('· one part of it');
  // Only one header fills the name.
  expect(texts[0]).not.toContain('first');
});

it('only columns that can hold the cells of a header are offered, until all are asked for', async () => {
  apiServer.use(answer(previewImport, () => aPreview({ columns: mails })));
  const { person } = openStep('columns');
  const choice = await screen.findByLabelText('Column for Stage');
  const offered = () =>
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(offered()).toContain('City');
  expect(offered()).not.toContain('Revenue (in $M)');
  await person.selectOptions(choice, 'All columns...');
  expect(choice).toHaveDisplayValue('Not imported');
  expect(offered()).toContain('Revenue (in $M)');
  expect(offered()).not.toContain('All columns...');
});
