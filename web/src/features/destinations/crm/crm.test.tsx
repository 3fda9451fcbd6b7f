import { type CrmRun, dryRunCrm, listCrmProperties, listCrmRuns, runCrm, undoCrmRun } from '@leadloom/shared/contract/crm';
import { repeatDestinationDelivery, updateDestination } from '@leadloom/shared/contract/destinations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { hubspot, loadDestinationScreens, serveDestinations, sftp } from '../testing/destinations.fixture.ts';
import type { Properties } from './use-properties.ts';

const property = { type: 'text', choices: null, is_read_only: false, sample: null } as const;
const known: Properties = {
  data: [
    { ...property, name: 'website', label: 'Website URL', sample: 'fjord.example' },
    { ...property, name: 'name', label: 'Company name', sample: 'Fjord Pay' },
    { ...property, name: 'city', label: 'City' },
    { ...property, name: 'hs_object_id', label: 'Record ID', is_read_only: true },
  ],
  // The server sends columns in no order.
  row: { city: 'Bergen', name: 'Fjord Payments', website: 'https://fjord.example', description: null },
};
const mapped = {
  ...hubspot,
  mapping: [
    { column: 'name', property: 'name', rule: 'theirs' as const },
    { column: 'city', property: 'city', rule: 'only-if-empty' as const },
  ],
};
const path = `/destinations/${hubspot.id}`;
const run: CrmRun = {
  id: '0b9cbb5e-8f10-4a36-9d8f-2d7d2f6a3f02',
  at: '2098-01-11T12:00:00.000Z',
  state: 'done',
  created: 12,
  updated: 3,
  skipped: 1,
  failed: [{ row: 4, reason: 'The email is not valid' }],
  error: null,
  can_undo: true,
};

function serveProperties(): void {
  apiServer.use(answer(listCrmProperties, () => known));
}

beforeAll(loadDestinationScreens);

describe('the mapping of a CRM', () => {
  it('lines are proposed by name beside samples of both sides, and saved', async () => {
    const server = serveDestinations(hubspot);
    serveProperties();
    const saved: unknown[] = [];
    apiServer.use(
      answer(updateDestination, ({ body }) => {
        saved.push(body);
        const changed = { ...hubspot, mapping: body.mapping ?? [] };
        server.destinations = [changed];
        return changed;
      }),
    );
    const { person } = renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Our HubSpot' })).toBeVisible();
    const table = within(await screen.findByRole('table', { name: 'Mapping' }));
    const lines = table
      .getAllByRole('row')
      .slice(1)
      .map((line) =>
        [...line.querySelectorAll('td')].slice(0, 4).map((cell) => cell.querySelector('select')?.value ?? cell.textContent),
      );
    expect(lines).toEqual([
      ['name', 'Fjord Payments', 'name', 'Fjord Pay'],
      ['website', 'https://fjord.example', 'website', 'fjord.example'],
      ['city', 'Bergen', 'city', '–'],
    ]);
    expect(screen.getByText(/proposed by their names/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
    expect(within(table.getByLabelText('Property of line 1')).queryByRole('option', { name: 'Record ID' })).toBeNull();
    await person.selectOptions(table.getByLabelText('Rule of line 1'), 'Ours');
    await person.click(table.getByRole('button', { name: 'Remove line 3' }));
    await person.click(screen.getByRole('button', { name: 'Save mapping' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Preview' })).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Save mapping' })).toBeDisabled();
    expect(saved).toEqual([
      {
        mapping: [
          { column: 'name', property: 'name', rule: 'ours' },
          { column: 'website', property: 'website', rule: 'theirs' },
        ],
      },
    ]);
  });

  it('a property takes one column', async () => {
    serveDestinations(mapped);
    serveProperties();
    const { person } = renderApp(path);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(screen.getByRole('button', { name: 'Add a line' }));
    await person.selectOptions(screen.getByLabelText('Property of line 3'), 'City');
    expect(screen.getByText('A property is chosen twice. Each takes one column.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save mapping' })).toBeDisabled();
    await person.selectOptions(screen.getByLabelText('Property of line 3'), 'Website URL');
    expect(screen.getByRole('button', { name: 'Save mapping' })).toBeEnabled();
  });

  it('a CRM that does not answer is said, and asked again', async () => {
    serveDestinations(mapped);
    apiServer.use(
      answer(listCrmProperties, () => {
        throw refuse('CRM.UNREACHABLE');
      }),
    );
    const { person } = renderApp(path);
    expect(await screen.findByText(/^The CRM did not answer/, {}, { timeout: 15_000 })).toBeVisible();
    serveProperties();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Mapping' })).toBeVisible();
  });

  it('a destination without a mapping has no such page', async () => {
    serveDestinations(sftp);
    renderApp(`/destinations/${sftp.id}`);
    expect(await screen.findByText(/has no mapping/)).toBeVisible();
  });
});

describe('a preview', () => {
  it('what would change is shown from and to, apart from what would be created and skipped', async () => {
    serveDestinations(mapped);
    serveProperties();
    apiServer.use(
      answer(dryRunCrm, () => ({
        created: [{ row: 1, name: 'Lake Loans', changes: [{ property: 'name', from: null, to: 'Lake Loans' }] }],
        updated: [{ row: 2, id: '77', name: 'Fjord Payments', changes: [{ property: 'city', from: 'Oslo', to: 'Bergen' }] }],
        skipped: [{ row: 3, reason: 'It has no website' }],
        rows: 1_200,
      })),
    );
    const { person } = renderApp(path);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('The first 3 of 1,200 rows compared. Nothing was written to HubSpot.')).toBeVisible();
    const cells = () =>
      within(screen.getByRole('tabpanel'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells()).toEqual(['Lake Loans', 'Company name', '–', 'Lake Loans']);
    await person.click(screen.getByRole('tab', { name: 'Updated (1)' }));
    expect(cells()).toEqual(['Fjord Payments', 'City', 'Oslo', 'Bergen']);
    await person.click(screen.getByRole('tab', { name: 'Skipped (1)' }));
    expect(cells()).toEqual(['Row 3', 'It has no website']);
  });

  it('rows lead to their records', async () => {
    serveDestinations(mapped);
    serveProperties();
    apiServer.use(
      answer(dryRunCrm, () => ({
        created: [],
        updated: [{ row: 2, id: '77', name: 'Fjord Payments', changes: [{ property: 'city', from: 'Oslo', to: 'Bergen' }] }],
        skipped: [{ row: 3, reason: 'It has no website' }],
        rows: 2,
      })),
      answer(listCrmRuns, () => ({ data: [run], total: 1, page: 1, per_page: 10 })),
    );
    const { person } = renderApp(path);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByRole('link', { name: 'Fjord Payments' })).toHaveAttribute('href', '/table/companies/2');
    await person.click(screen.getByRole('tab', { name: 'Skipped (1)' }));
    expect(screen.getByRole('link', { name: 'Row 3' })).toHaveAttribute('href', '/table/companies/3');
    await person.click(screen.getByRole('button', { name: 'Show what failed' }));
    expect(screen.getByRole('link', { name: 'Row 4' })).toHaveAttribute('href', '/table/companies/4');
  });

  it('a preview is gone once the mapping is another one', async () => {
    const server = serveDestinations(mapped);
    serveProperties();
    apiServer.use(
      answer(dryRunCrm, () => ({ created: [], updated: [], skipped: [{ row: 3, reason: 'It has no website' }], rows: 1 })),
      answer(updateDestination, ({ body }) => {
        const changed = { ...mapped, mapping: body.mapping ?? [] };
        server.destinations = [changed];
        return changed;
      }),
    );
    const { person } = renderApp(path);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('1 row compared. Nothing was written to HubSpot.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Remove line 2' }));
    await person.click(screen.getByRole('button', { name: 'Save mapping' }));
    expect(await screen.findByText('Nothing is written to HubSpot.')).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('of many lines the first are shown, and more on request', async () => {
    serveDestinations(mapped);
    serveProperties();
    apiServer.use(
      answer(dryRunCrm, () => ({
        created: [],
        updated: [],
        skipped: Array.from({ length: 250 }, (_, row) => ({ row, reason: 'It has no website' })),
        rows: 250,
      })),
    );
    const { person } = renderApp(path);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    const table = await screen.findByRole('table', { name: 'Skipped rows' });
    expect(within(table).getAllByRole('row')).toHaveLength(101);
    await person.click(screen.getByRole('button', { name: 'Show more (150 left)' }));
    expect(within(table).getAllByRole('row')).toHaveLength(201);
  });
});

describe('the runs of a CRM', () => {
  it('a run is started and followed, and what failed is shown with the reason', async () => {
    serveDestinations(mapped);
    serveProperties();
    let runs: CrmRun[] = [];
    apiServer.use(
      answer(listCrmRuns, () => {
        const data = runs;
        runs = runs.map(() => run);
        return { data, total: data.length, page: 1, per_page: 10 };
      }),
      answer(runCrm, () => {
        const started: CrmRun = { ...run, state: 'running', created: 0, updated: 0, skipped: 0, failed: [], can_undo: false };
        runs = [started];
        return started;
      }),
    );
    const { person } = renderApp(path);
    await person.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('Running')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toBeDisabled();
    expect(await screen.findByText('12 created, 3 updated, 0 skipped, 1 failed', {}, { timeout: 10_000 })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Show what failed' }));
    expect(within(screen.getByRole('table', { name: 'Failed rows' })).getByText('The email is not valid')).toBeVisible();
  });

  it('after a run and its undoing, no earlier preview stands, and the samples are those of now', async () => {
    serveDestinations(mapped);
    let city = 'Oslo';
    let runs: CrmRun[] = [];
    apiServer.use(
      answer(listCrmProperties, () => ({
        ...known,
        data: known.data.map((one) => (one.name === 'city' ? { ...one, sample: city } : one)),
      })),
      answer(dryRunCrm, () => ({ created: [], updated: [], skipped: [{ row: 3, reason: 'It has no website' }], rows: 1 })),
      answer(listCrmRuns, () => ({ data: runs, total: runs.length, page: 1, per_page: 10 })),
      answer(runCrm, () => {
        city = 'Bergen';
        runs = [run];
        return { ...run, state: 'running' as const };
      }),
      answer(undoCrmRun, () => {
        city = 'Oslo';
        runs = [{ ...run, can_undo: false }];
        return { undone: 15, kept: [] };
      }),
    );
    const { person } = renderApp(path);
    const cells = () =>
      within(screen.getByRole('table', { name: 'Mapping' }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    await screen.findByRole('table', { name: 'Mapping' });
    await person.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(await screen.findByText(/^1 row compared/)).toBeVisible();
    expect(cells()).toContain('Oslo');
    await person.click(screen.getByRole('button', { name: 'Run now' }));
    await waitFor(() => expect(screen.queryByText(/^1 row compared/)).toBeNull());
    await waitFor(() => expect(cells().filter((text) => text === 'Bergen')).toHaveLength(2));
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText(/^1 row compared/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await person.click(await screen.findByRole('button', { name: 'Undo run' }));
    await waitFor(() => expect(screen.queryByText(/^1 row compared/)).toBeNull());
    await waitFor(() => expect(cells()).toContain('Oslo'));
  });

  it('a run is undone after asking, and what was kept is said', async () => {
    serveDestinations(mapped);
    serveProperties();
    let runs = [run];
    apiServer.use(
      answer(listCrmRuns, () => ({ data: runs, total: 1, page: 1, per_page: 10 })),
      answer(undoCrmRun, ({ params }) => {
        expect(params).toEqual({ destination_id: hubspot.id, run_id: run.id });
        runs = [{ ...run, can_undo: false, undone_at: '2098-01-11T13:00:00.000Z' }];
        return { undone: 14, kept: [{ id: '77', reason: 'Somebody changed it since' }] };
      }),
    );
    const { person } = renderApp(path);
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this run?' }));
    await person.click(dialog.getByRole('button', { name: 'Undo run' }));
    expect(await screen.findByText('14 companies undone, 1 kept as they are.')).toBeVisible();
    expect(within(screen.getByRole('table', { name: 'Kept as they are' })).getByText('Somebody changed it since')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByText(/^Undone on /)).toBeVisible();
  });

  it('a run that waits or failed says why, and a paused CRM starts none', async () => {
    serveDestinations({ ...mapped, state: 'disabled', reason: 'HubSpot does not accept the token any more.' });
    serveProperties();
    const failed = { ...run, state: 'failed' as const, failed: [], error: 'The token was revoked after 15 of 40 rows.' };
    apiServer.use(answer(listCrmRuns, () => ({ data: [failed], total: 1, page: 1, per_page: 10 })));
    renderApp(path);
    expect(await screen.findByText(/^The token was revoked after 15 of 40 rows\./)).toBeVisible();
    expect(screen.getByText(/^Disabled\. HubSpot does not accept the token any more\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toBeDisabled();
    expect(screen.getByText(/Enable the destination, then send this run again: it goes on where it was\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('the newest run that failed is sent again, and one that waits says that it goes on', async () => {
    serveDestinations(mapped);
    serveProperties();
    const failed = { ...run, state: 'failed' as const, failed: [], error: 'The token was revoked.' };
    const older = { ...failed, id: '0b9cbb5e-8f10-4a36-9d8f-2d7d2f6a3f03', error: 'The list was deleted.' };
    let runs: readonly CrmRun[] = [failed, older];
    const repeated: string[] = [];
    apiServer.use(
      answer(listCrmRuns, () => ({ data: [...runs], total: 2, page: 1, per_page: 10 })),
      answer(repeatDestinationDelivery, ({ params }) => {
        repeated.push(String(params.delivery_id));
        runs = [{ ...failed, state: 'running', error: 'HubSpot is busy.' }, older];
        return { id: failed.id, event: 'crm.push', created_at: failed.at, state: 'waiting' as const, tries: [] };
      }),
    );
    const { person } = renderApp(path);
    expect(await screen.findByText('The token was revoked. Send it again, and it goes on where it was.')).toBeVisible();
    expect(screen.getByText('The list was deleted.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('HubSpot is busy. It goes on by itself.')).toBeVisible();
    expect(repeated).toEqual([failed.id]);
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
});
