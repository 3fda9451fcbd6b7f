/** Uploading a file, the files that an operator has uploaded, and their limits. */
import { createImportUpload, deleteImportUpload, listImportUploads } from '@leadloom/shared/contract/import-uploads';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { CHECK, loadImportScreens, serveImports, UPLOAD } from './testing/import.fixture.ts';

beforeAll(loadImportScreens, 60_000);
beforeEach(() => {
  serveImports();
});

const GB = 1024 ** 3;

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

it('limits are said before they are met, with what the operator has of them', async () => {
  let size = 1.5 * GB;
  const upload = { name: 'firms.csv', expires_at: '2098-01-11T12:00:00.000Z', is_complete: true };
  apiServer.use(
    answer(listImportUploads, () => ({
      data: [
        { ...upload, id: UPLOAD, bytes: size },
        { ...upload, id: CHECK, bytes: 0 },
      ],
      total: 2,
    })),
  );
  renderApp('/operator/import');
  const zone = await screen.findByRole('group', { name: 'File to import' });
  expect(zone).toHaveTextContent('Up to 2 GB and 2,000 columns, any number of rows.');
  await waitFor(() => expect(zone).toHaveTextContent('You have 2 of 50 files, and 1.5 GB of 20 GB. Each is kept for a day.'));
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
  cleanup();

  size = 20 * GB - 5;
  renderApp('/operator/import');
  await waitFor(() => expect(screen.getByRole('group', { name: 'File to import' })).toHaveTextContent('20 GB of 20 GB'));
  fireEvent.drop(screen.getByRole('group', { name: 'File to import' }), {
    dataTransfer: { files: [new File(['name\nA\n'], 'more.csv')] },
  });
  expect(
    await screen.findByText('more.csv has 7 bytes, and you have 5 bytes left. Delete one of your uploaded files first.'),
  ).toBeVisible();
  cleanup();

  size = 20 * GB;
  renderApp('/operator/import');
  expect(await screen.findByText(/You can upload no more files now. Delete one of your uploaded files first.$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDisabled();
});
