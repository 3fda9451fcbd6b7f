import { me, refresh } from '@leadloom/shared/contract/accounts';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import { type ExportPreview, tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAccessToken } from '../../../testing/access-token.ts';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';
import { loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

const csv = '\uFEFFName,Country\r\n"Ada ""Loom""",Norway\r\n"Two\r\nlines",Sweden\r\n';

function servePreview(changes: Partial<ExportPreview> = {}): void {
  apiServer.use(
    answer(tableEndpoints.companies.previewExport, () => ({
      rows: 2,
      already_exported: 1,
      charged: 1,
      used: 10,
      limit: 1000,
      remaining: 990,
      is_allowed: true,
      ...changes,
    })),
  );
}

function serveFile(content: BodyInit, rows: number): { readonly asked: readonly URL[] } {
  const asked: URL[] = [];
  apiServer.use(
    http.get('/api/v1/table/companies/export', ({ request }) => {
      asked.push(new URL(request.url));
      return new HttpResponse(content, { headers: { 'content-type': 'text/csv; charset=utf-8', 'x-export-rows': String(rows) } });
    }),
  );
  return { asked };
}

async function openDialog(path = '/table/companies') {
  const app = renderApp(path);
  await screen.findByText('Name 1');
  await app.person.click(screen.getByRole('button', { name: 'Export' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Export Companies' })) };
}

describe('an export', () => {
  beforeEach(() => signInForTest());

  it('Export is disabled when nothing is found', async () => {
    serveTable({ name: 'companies', total: 0 });
    renderApp('/table/companies');
    await screen.findByRole('cell', { name: 'No results found' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled());
  });

  it('an export shows its cost, and then saves exactly what was requested', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview();
    const { asked } = serveFile(csv, 2);
    const { person, dialog } = await openDialog('/table/companies?country=Norway,Sweden&sort=name&order=desc');
    expect(await dialog.findByText('Rows in the file')).toBeVisible();
    expect(asked).toEqual([]);
    expect(dialog.getAllByRole('definition').map((figure) => figure.textContent)).toEqual(['2', '1', '1', '989']);
    expect(dialog.getByText('Already exported this month, not counted again')).toBeVisible();
    apiServer.use(answer(me, () => aUser({ usage: { ...aUser().usage, export_count: 11, export_limit: 1000 } })));
    await person.click(dialog.getByRole('button', { name: 'Export 2 rows' }));
    expect(await screen.findByText('Exported 2 rows.')).toBeVisible();
    expect(asked.map((url) => url.search)).toEqual(['?country=Norway&country=Sweden&sort=name&order=desc']);
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^companies_export_\d{8}\.csv$/)]);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.content.arrayBuffer())).toBe(csv);
    expect(await screen.findByText('Export these results to CSV (11/1000 records this month, 99% remaining)')).toBeVisible();
  });

  it('the sources of the rows that are exported are named, and no others', async () => {
    serveTable({ name: 'companies' });
    servePreview();
    const asked: string[] = [];
    apiServer.use(
      answer(tableEndpoints.companies.summary, ({ url }) => {
        asked.push(url.search);
        const data = [
          { by: ['no-brreg'], value: 12 },
          { by: [null], value: 3 },
        ];
        return { data, total: 15, other: 0 };
      }),
      // Beside the values of a filter, rows are counted that it leaves out.
      answer(tableEndpoints.companies.facets, () => {
        const values = [
          { value: 'no-brreg', count: 12 },
          { value: 'sec-form-d', count: 9 },
        ];
        return { data: [{ of: 'source', values, blank: 3, more: 0 }], total: 15 };
      }),
    );
    const { dialog } = await openDialog('/table/companies?source=no-brreg');
    expect(await dialog.findByRole('note', { name: 'Sources' })).toHaveTextContent(openSourceFacts['no-brreg'].attribution);
    expect(dialog.getByRole('note', { name: 'Sources' })).not.toHaveTextContent(openSourceFacts['sec-form-d'].attribution);
    expect(asked).toEqual(['?source=no-brreg&by=source']);
  });

  it('people can be exported for a sender', async () => {
    catchSavedFiles();
    serveTable({ name: 'people' });
    apiServer.use(
      answer(tableEndpoints.people.previewExport, () => {
        return { rows: 2, already_exported: 0, charged: 2, used: 10, limit: 1000, remaining: 990, is_allowed: true };
      }),
    );
    const asked: string[] = [];
    apiServer.use(
      http.get('/api/v1/table/people/export', ({ request }) => {
        asked.push(new URL(request.url).search);
        return new HttpResponse(csv, { headers: { 'content-type': 'text/csv; charset=utf-8', 'x-export-rows': '2' } });
      }),
    );
    const { person } = renderApp('/table/people');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export People' }));
    await person.click(dialog.getByRole('radio', { name: 'For a sender' }));
    expect(dialog.getByText(/^email, first_name, last_name, company, title, website, linkedin_url, reason\./)).toBeVisible();
    await person.click(await dialog.findByRole('button', { name: 'Export 2 rows' }));
    await screen.findByText('Exported 2 rows.');
    expect(asked).toEqual(['?preset=sender']);
  });

  it('companies cannot be exported for a sender', async () => {
    serveTable({ name: 'companies' });
    servePreview();
    const { dialog } = await openDialog();
    expect(dialog.getAllByRole('radio').map((choice) => choice.getAttribute('value'))).toEqual(['all', 'visible', 'csv', 'xlsx']);
  });

  it('an export contains only the visible columns on request', async () => {
    catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview();
    const { asked } = serveFile(csv, 2);
    const { person, dialog } = await openDialog();
    await person.click(dialog.getByRole('radio', { name: /^Visible columns/ }));
    await person.click(await dialog.findByRole('button', { name: 'Export 2 rows' }));
    await screen.findByText('Exported 2 rows.');
    expect(asked[0]?.searchParams.getAll('columns').slice(0, 3)).toEqual(['name', 'linkedin_url', 'website']);
  });

  it('an export is saved as a workbook on request, which a truncated one is not', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview();
    const end = Uint8Array.from([0x50, 0x4b, 0x05, 0x06, ...new Uint8Array(18)]);
    const { asked } = serveFile(end, 2);
    const { person, dialog } = await openDialog('/table/companies?country=Norway');
    expect(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked();
    await person.click(dialog.getByRole('radio', { name: 'Excel (.xlsx)' }));
    await person.click(await dialog.findByRole('button', { name: 'Export 2 rows' }));
    expect(await screen.findByText('Exported 2 rows.')).toBeVisible();
    expect(asked.map((url) => url.search)).toEqual(['?country=Norway&format=xlsx']);
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^companies_export_\d{8}\.xlsx$/)]);
    serveFile(end.slice(0, -1), 2);
    await person.click(screen.getByRole('button', { name: 'Export' }));
    const again = within(await screen.findByRole('dialog', { name: 'Export Companies' }));
    expect(again.getByRole('radio', { name: 'Excel (.xlsx)' })).toBeChecked();
    await person.click(await again.findByRole('button', { name: 'Export 2 rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server sent a response that could not be read.');
    expect(saved).toHaveLength(1);
  });

  it('an export over the limit shows the numbers and offers the first records', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview({ rows: 5000, already_exported: 0, charged: 5000, remaining: 1, is_allowed: false });
    const { asked } = serveFile('Name\r\nAda\r\n', 1);
    const { person, dialog } = await openDialog();
    expect(await dialog.findByText(/This export counts 5,000 rows, and 1 row left/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Export the first 1 row' }));
    expect(await screen.findByText('Exported 1 row.')).toBeVisible();
    expect(asked[0]?.searchParams.get('limit')).toBe('1');
    expect(saved).toHaveLength(1);
  });

  it('an export offers nothing when nothing is left', async () => {
    serveTable({ name: 'companies' });
    servePreview({ rows: 5000, charged: 5000, remaining: 0, is_allowed: false });
    const { dialog } = await openDialog();
    expect(await dialog.findByText(/none are left of this month's limit of 1,000/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Export/ })).toBeNull();
  });

  it('a running export shows its progress, and can be cancelled', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview({ rows: 4 });
    const file = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('Name\r\nAda\r\nBo\r\n')),
    });
    serveFile(file, 4);
    const { person, dialog } = await openDialog();
    await person.click(await dialog.findByRole('button', { name: 'Export 4 rows' }));
    expect(await screen.findByRole('button', { name: 'Exporting...' })).toBeDisabled();
    expect(await screen.findByText('2 of 4 rows')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The export was cancelled.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled();
    expect(saved).toEqual([]);
  });

  it('a cancelled export shows the refunded rows a moment later', async () => {
    serveTable({ name: 'companies' });
    servePreview({ rows: 4, charged: 4 });
    const file = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('Name\r\nAda\r\n')),
    });
    serveFile(file, 4);
    const { person, dialog } = await openDialog();
    await person.click(await dialog.findByRole('button', { name: 'Export 4 rows' }));
    // The dialog has closed: one Cancel is left.
    await screen.findByRole('button', { name: 'Exporting...' });
    await screen.findByText('1 of 4 rows');
    let isGivenBack = false;
    const usage = () => ({ ...aUser().usage, export_count: isGivenBack ? 10 : 14, export_limit: 1000 });
    apiServer.use(answer(me, () => aUser({ usage: usage() })));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/\(14\/1000 records this month/)).toBeVisible();
    isGivenBack = true;
    expect(await screen.findByText(/\(10\/1000 records this month/)).toBeVisible();
  });

  it('a truncated export is not saved', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview({ rows: 4 });
    serveFile('Name\r\nAda\r\n', 4);
    const { person, dialog } = await openDialog();
    await person.click(await dialog.findByRole('button', { name: 'Export 4 rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server sent a response that could not be read.');
    expect(saved).toEqual([]);
  });

  it.each([
    [403, { msg: 'This export has 5 rows, and 2 are left.' }, 'This export has 5 rows, and 2 are left.'],
    [403, {}, 'Forbidden'],
    [404, {}, 'Not Found'],
    [429, { msg: 'Another of your exports is still running.' }, 'Another of your exports is still running.'],
    [500, {}, 'The service is not available right now. Please try again in a moment.'],
  ])('a refused export says why: %d %j', async (status, body, text) => {
    serveTable({ name: 'companies' });
    servePreview();
    apiServer.use(http.get('/api/v1/table/companies/export', () => HttpResponse.json(body, { status })));
    const { person, dialog } = await openDialog();
    await person.click(await dialog.findByRole('button', { name: 'Export 2 rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled());
  });

  it('an export renews the session once if it has expired', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    servePreview();
    const fresh = anAccessToken();
    const bearers: (string | null)[] = [];
    apiServer.use(
      answer(refresh, () => ({ access_token: fresh, refresh_token: 'refresh-2' })),
      http.get('/api/v1/table/companies/export', ({ request }) => {
        bearers.push(request.headers.get('authorization'));
        if (bearers.length === 1) return HttpResponse.json({ code: 'AUTH.SESSION_EXPIRED' }, { status: 401 });
        return new HttpResponse(csv, { headers: { 'x-export-rows': '2' } });
      }),
    );
    const { person, dialog } = await openDialog();
    await person.click(await dialog.findByRole('button', { name: 'Export 2 rows' }));
    expect(await screen.findByText('Exported 2 rows.')).toBeVisible();
    expect(bearers).toHaveLength(2);
    expect(bearers[1]).toBe(`Bearer ${fresh}`);
    expect(saved).toHaveLength(1);
  });
});
