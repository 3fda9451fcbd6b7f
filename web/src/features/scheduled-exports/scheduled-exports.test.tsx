import { me } from '@leadloom/shared/contract/accounts';
import { type Destination, listDestinations } from '@leadloom/shared/contract/destinations';
import { downloadExportFile } from '@leadloom/shared/contract/export-files';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import {
  createScheduledExport,
  deleteScheduledExport,
  listExportFiles,
  listScheduledExports,
  runScheduledExport,
  type ScheduledExport,
  updateScheduledExport,
} from '@leadloom/shared/contract/scheduled-exports';
import { listViewNames, type TableView } from '@leadloom/shared/contract/table-views';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aSubscriber } from '../../testing/billing.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

const view: TableView = {
  id: 'view-1',
  table: 'companies',
  name: 'Fintech in Norway',
  state: { filters: {}, columns: [], sort: null, order: null, per_page: null },
  is_default: false,
  is_own: true,
  updated_at: '2098-01-10T12:00:00.000Z',
};
const scheduled: ScheduledExport = {
  id: 7,
  name: 'Fintech',
  watch: { kind: 'view', id: view.id },
  table: 'companies',
  every: 'weekly',
  at: '08:00',
  zone: 'UTC',
  format: 'csv',
  gzip: false,
  destinations: [],
  state: 'active',
  is_running: false,
  next_at: '2098-01-13T08:00:00.000Z',
  last: null,
  created_at: '2098-01-10T12:00:00.000Z',
};
const common = { state: 'active', reason: null, created_at: view.updated_at } as const;
const sheet: Destination = {
  ...common,
  kind: 'google-sheets',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f03',
  name: 'Sales sheet',
  spreadsheet_id: '1AbcDefGhi',
  sheet: 'Leads',
  service_account_email: 'loom@project.iam.example.com',
};
const channel: Destination = { ...common, kind: 'slack', id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f04', name: 'Sales channel' };
const lists: RowList[] = [
  { id: 3, name: 'Prospects', table: 'people', count: 2, note: '', updated_at: view.updated_at },
  { id: 4, name: 'Friends', table: 'collected-people', count: 2, note: '', updated_at: view.updated_at },
];
const written = { at: '2098-01-10T12:01:00.000Z', result: 'written', rows: 1, detail: null } as const;

describe('scheduled exports', () => {
  let stored: ScheduledExport[];
  let destinations: Destination[];
  beforeEach(() => {
    signInForTest();
    stored = [];
    destinations = [];
    apiServer.use(
      answer(listDestinations, () => ({ data: destinations, total: destinations.length })),
      answer(me, () => aSubscriber()),
      answer(listScheduledExports, () => ({ data: stored, total: stored.length })),
      answer(listViewNames, () => ({ data: [{ id: view.id, table: view.table, name: view.name }], total: 1 })),
      answer(listRowLists, () => ({ data: lists, total: lists.length })),
    );
  });

  it('the empty screen schedules a first export with two presses', async () => {
    apiServer.use(
      answer(createScheduledExport, ({ body }) => {
        expect(body).toMatchObject({
          name: view.name,
          watch: { kind: 'view', id: view.id },
          every: 'weekly',
          at: '08:00',
          format: 'csv',
        });
        stored = [{ ...scheduled, name: body.name }];
        return { ...scheduled, name: body.name };
      }),
    );
    const { person } = renderApp('/scheduled-exports');
    await person.click(await screen.findByRole('button', { name: 'Schedule your first export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('combobox', { name: 'Export' });
    const sources = within(dialog.getByRole('combobox', { name: 'Export' })).getAllByRole('option');
    expect(sources.map((option) => option.textContent)).toEqual([
      'Choose a view or a list',
      'View "Fintech in Norway" of Companies',
      'List "Prospects" of People',
      'List "Friends" of Collected people',
    ]);
    await person.click(dialog.getByRole('button', { name: 'Create' }));
    const list = within(await screen.findByRole('list', { name: 'Your scheduled exports' }));
    expect(list.getByRole('heading', { name: 'Fintech in Norway' })).toBeVisible();
    expect(list.getByText(/^Companies as CSV, weekly at 08:00 \(UTC\); next on /)).toBeVisible();
  });

  it.each([
    { format: 'xlsx', label: 'Excel (.xlsx)', name: 'Excel' },
    { format: 'parquet', label: 'Parquet', name: 'Parquet' },
  ] as const)('$name is scheduled without a choice to compress it', async ({ format, label, name }) => {
    apiServer.use(
      answer(createScheduledExport, ({ body }) => {
        expect(body).toMatchObject({ format, gzip: false });
        stored = [{ ...scheduled, format }];
        return { ...scheduled, format: body.format ?? 'csv' };
      }),
    );
    const { person } = renderApp('/scheduled-exports');
    await person.click(await screen.findByRole('button', { name: 'Schedule your first export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('checkbox', { name: 'Compressed (gzip)' }));
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), label);
    expect(dialog.queryByRole('checkbox', { name: 'Compressed (gzip)' })).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Create' }));
    expect(
      await screen.findByText((text) => text.startsWith(`Companies as ${name}, weekly at 08:00 (UTC); next on `)),
    ).toBeVisible();
  });

  it('an export is run now, and its file downloaded', async () => {
    stored = [scheduled];
    apiServer.use(
      answer(runScheduledExport, () => {
        stored = [{ ...scheduled, last: written }];
        return { ...scheduled, is_running: true };
      }),
      answer(listExportFiles, () => ({
        data: [
          {
            id: 9,
            at: written.at,
            rows: 1,
            bytes: 1_500,
            url: 'https://leads.example/x',
            expires_at: '2098-01-17T12:01:00.000Z',
          },
        ],
        total: 1,
      })),
      answer(downloadExportFile, ({ params }) => {
        expect(params).toMatchObject({ export_id: '7', file_id: '9' });
        throw refuse('SCHEDULED_EXPORT.FILE_NOT_FOUND');
      }),
    );
    const { person } = renderApp('/scheduled-exports');
    expect(await screen.findByText('Not written yet.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Run now' }));
    expect(await screen.findByText(/^Written on .*: 1 row\.$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Files' }));
    expect(await screen.findByText(/: 1 row, 2 kB; kept until /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: /^Download the file of / }));
    expect(await screen.findByText('This file does not exist, or is no longer kept.')).toBeVisible();
  });

  it('an export over the limit says why, and is deleted after asking', async () => {
    const detail = 'It needs 6 rows, but 5 of your 5 this month are left.';
    stored = [{ ...scheduled, last: { ...written, result: 'over_limit', rows: null, detail } }];
    apiServer.use(
      answer(deleteScheduledExport, () => {
        stored = [];
        return undefined;
      }),
    );
    const { person } = renderApp('/scheduled-exports');
    expect(await screen.findByText(new RegExp(`^Not written on .* ${detail}$`))).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(await screen.findByRole('button', { name: 'Delete scheduled export' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Schedule your first export' })).toBeVisible());
  });

  it('each file is sent to the chosen destinations that take files', async () => {
    destinations = [sheet, channel];
    const chosen = [{ destination_id: sheet.id, mode: 'changes' as const }];
    apiServer.use(
      answer(createScheduledExport, ({ body }) => {
        expect(body.destinations).toEqual(chosen);
        stored = [{ ...scheduled, destinations: chosen }];
        return { ...scheduled, destinations: chosen };
      }),
      answer(updateScheduledExport, ({ body }) => {
        expect(body).toEqual({ destinations: [] });
        stored = [scheduled];
        return scheduled;
      }),
    );
    const { person } = renderApp('/scheduled-exports');
    await person.click(await screen.findByRole('button', { name: 'Schedule your first export' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('checkbox', { name: 'Sales sheet (Google Sheets)' }));
    expect(dialog.queryByRole('checkbox', { name: /Sales channel/ })).toBeNull();
    await person.selectOptions(dialog.getByLabelText('What happens in Sales sheet'), 'Update changed rows and add new ones');
    await person.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/ Sent to Sales sheet\.$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Destinations' }));
    const change = within(await screen.findByRole('dialog', { name: 'Destinations of "Fintech"' }));
    await person.click(await change.findByRole('checkbox', { name: 'Sales sheet (Google Sheets)' }));
    await person.click(change.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(/Sent to Sales sheet/)).toBeNull());
  });

  it('a destination that gets nothing at present is said beside its name', async () => {
    destinations = [{ ...sheet, state: 'disabled', reason: 'The key is not accepted.' }];
    stored = [{ ...scheduled, destinations: [{ destination_id: sheet.id, mode: 'replace' }] }];
    renderApp('/scheduled-exports');
    expect(await screen.findByText(/ Sent to Sales sheet \(disabled\)\.$/)).toBeVisible();
  });
});
