/** Checks of an import, its progress, its result, and undoing it. */
import { prove } from '@leadloom/shared/contract/account-settings';
import { startImport } from '@leadloom/shared/contract/import-uploads';
import { getImport, listImports, stopImport, undoImport } from '@leadloom/shared/contract/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { anImport, CHECK, IMPORT, loadImportScreens, openStep, serveImports, UPLOAD } from './testing/import.fixture.ts';

let orders: unknown[];
beforeAll(loadImportScreens, 60_000);
beforeEach(() => {
  orders = serveImports();
});

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

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
  const { person } = openStep('problems');
  await person.click(await screen.findByRole('button', { name: 'Check the rows' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  await person.type(dialog.getByLabelText('Password'), 'long enough');
  await person.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(orders).toMatchObject([{ dry_run: true }]));
});

it('a choice for a value changes the counts at once, and is sent with the import', async () => {
  const { person, location } = openStep('columns');
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

it('the list shows files at first, and what open sources loaded once they are chosen', async () => {
  const asked: (string | null)[] = [];
  apiServer.use(
    answer(listImports, ({ url }) => {
      asked.push(url.searchParams.get('from'));
      return { data: [], total: 0 };
    }),
  );
  const { person } = renderApp('/operator/import');
  expect(await screen.findByText(/^Nothing has been imported yet/)).toBeVisible();
  const choice = screen.getByLabelText('Loaded from');
  await person.selectOptions(choice, 'Open sources');
  expect(await screen.findByText('No open source has loaded anything yet.')).toBeVisible();
  await person.selectOptions(choice, 'Both');
  await waitFor(() => expect(asked).toEqual(['files', 'open-sources', null]));
});
