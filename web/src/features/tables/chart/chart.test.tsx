import type { Summary } from '@leadloom/shared/contract/table-facets';
import { createTableView, getTableView, updateTableView } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aView, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

const byCountry: Summary = {
  data: [
    { by: ['Germany'], value: 1200 },
    { by: ['Norway'], value: 300 },
    { by: [null], value: 40 },
  ],
  total: 1600,
  other: 60,
};

function serveSummary(respond: (asked: URLSearchParams) => Summary = () => byCountry): readonly URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  apiServer.use(
    answer(tableEndpoints.companies.summary, ({ url }) => {
      asked.push(url.searchParams);
      return respond(url.searchParams);
    }),
  );
  return asked;
}

const figures = (name = 'Companies by country, as a table') => screen.findByRole('region', { name });

describe('rows as a chart', () => {
  it('the choice stands above the rows, shows the figures in the address, and Back brings the rows', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const asked = serveSummary();
    const { person, location } = renderApp('/table/companies?vertical=SaaS');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Chart' }));
    const table = within(await figures());
    expect(screen.getByRole('button', { name: 'Chart', pressed: true })).toHaveFocus();
    expect(location()).toBe('/table/companies?vertical=SaaS&page=1&per_page=10&show=chart&by=country');
    expect(asked.map(String)).toEqual(['vertical=SaaS&by=country&measure=count']);
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CountryRowsShare',
      'Germany1,20075%',
      'Norway30018.8%',
      '(blank)402.5%',
      'Other60 rows3.8%',
    ]);
    expect(screen.getByText('1,600 rows · 60 rows with other values')).toBeVisible();
    expect(table.queryByRole('button', { name: 'Other' })).toBeNull();
    const counted = lists.length;
    await person.click(screen.getByRole('button', { name: 'Rows' }));
    expect(await screen.findByText('Name 1')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Rows', pressed: true })).toHaveFocus();
    expect(lists).toHaveLength(counted);
  });

  it('a press on a figure filters by it and goes on showing the chart', async () => {
    serveTable({ name: 'companies' });
    const asked = serveSummary();
    const { person, location } = renderApp('/table/companies?show=chart&by=country');
    const table = within(await figures());
    await person.click(table.getByRole('button', { name: '(blank)' }));
    await waitFor(() => expect(location()).toContain('country_has=false&page=1&per_page=10&show=chart&by=country'));
    await waitFor(() => expect(asked.at(-1)?.get('country_has')).toBe('false'));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Chart' })).toHaveAttribute('aria-busy', 'false'));
    await person.click(within(await figures()).getByRole('button', { name: 'Germany' }));
    await waitFor(() => expect(location()).toContain('country=Germany&country_has=false&'));
  });

  it('two dimensions and a measure are chosen above the chart, and remembered', async () => {
    serveTable({ name: 'companies' });
    const asked = serveSummary((parameters) => ({
      data: parameters.getAll('by').length === 1 ? byCountry.data : [{ by: ['Germany', 'Europe'], value: 12.345 }],
      total: 1600,
      other: 0,
    }));
    const { person, location } = renderApp('/table/companies?show=chart');
    await figures();
    await person.selectOptions(screen.getByRole('combobox', { name: 'and by' }), 'Region');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Average');
    await person.selectOptions(await screen.findByRole('combobox', { name: 'of' }), 'EBITDA (in $M)');
    await waitFor(() => expect(location()).toContain('show=chart&by=country&by=region&measure=avg&of=ebitda'));
    await waitFor(() => expect(String(asked.at(-1))).toBe('by=country&by=region&measure=avg&of=ebitda'));
    const table = within(await figures('Companies by country and region: average of EBITDA (in $M), as a table'));
    expect(table.getByRole('button', { name: 'Germany, Europe: 12.35' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Rows' }));
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Chart' }));
    await waitFor(() => expect(location()).toContain('show=chart&by=country&by=region&measure=avg&of=ebitda'));
  });

  it('nothing found, and a failure with another try', async () => {
    serveTable({ name: 'companies' });
    let isSlow = true;
    serveSummary(() => {
      if (isSlow) throw refuse('LIST.TOO_SLOW', 'This takes too long. Narrow the filters.');
      return { data: [], total: 0, other: 0 };
    });
    const { person } = renderApp('/table/companies?show=chart');
    expect(await screen.findByText('This takes too long. Narrow the filters.')).toBeVisible();
    isSlow = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No rows match')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download the figures as CSV' })).toBeNull();
  });

  it('the figures are saved as CSV', async () => {
    const saved = catchSavedFiles();
    serveTable({ name: 'companies' });
    serveSummary();
    const { person } = renderApp('/table/companies?show=chart');
    await figures();
    await person.click(screen.getByRole('button', { name: 'Download the figures as CSV' }));
    expect(saved[0]?.name).toBe('companies-by-country.csv');
    expect(await saved[0]?.content.text()).toBe(
      '\ufeffCountry,Rows,Share\r\nGermany,1200,0.75\r\nNorway,300,0.1875\r\n(blank),40,0.025\r\nOther,60,0.0375\r\n',
    );
  });
});

describe('views with a chart', () => {
  const chart = { by: ['region'], measure: 'count' as const };
  const saved = aView({ chart });

  it('a view opens as its chart, the menu says so, and it is pinned to the dashboard', async () => {
    serveTable({ name: 'companies', views: [saved] });
    const asked = serveSummary();
    const bodies: object[] = [];
    apiServer.use(
      answer(getTableView, () => saved),
      answer(updateTableView, ({ body }) => {
        bodies.push(body);
        if (bodies.length === 1) throw refuse('CHART_PIN.LIMIT_REACHED');
        return { ...saved, ...body };
      }),
    );
    const { person } = renderApp('/table/companies?view=view-1');
    await figures('Companies by region, as a table');
    expect(String(asked.at(-1))).toBe('country=Norway&country=Sweden&by=region&measure=count');
    await person.click(screen.getByRole('button', { name: 'Views' }));
    expect(await screen.findByRole('menuitem', { name: 'Nordic textiles Chart' })).toBeVisible();
    await person.click(screen.getByRole('menuitem', { name: 'Pin to dashboard' }));
    expect(await screen.findByText('You can pin up to 6 charts to the dashboard. Unpin one first.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Views' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Pin to dashboard' }));
    expect(await screen.findByText('“Nordic textiles” was pinned to the dashboard.')).toBeVisible();
  });

  it('a view that is saved while the chart is shown keeps it, until it is updated without', async () => {
    serveTable({ name: 'companies' });
    serveSummary();
    const bodies: object[] = [];
    const made = (body: object) => ({ ...saved, ...body });
    apiServer.use(
      answer(createTableView, ({ body }) => {
        bodies.push(body);
        return made(body);
      }),
      answer(getTableView, () => saved),
      answer(updateTableView, ({ body }) => {
        bodies.push(body);
        return made(body);
      }),
    );
    const { person } = renderApp('/table/companies?show=chart&by=region&page=1&per_page=15');
    await figures('Companies by region, as a table');
    await person.click(screen.getByRole('button', { name: 'Views' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Save current as…' }));
    await person.type(await screen.findByLabelText('Name'), 'Regions{Enter}');
    await screen.findByRole('tab', { name: 'Regions', selected: true });
    expect(bodies.at(-1)).toMatchObject({ name: 'Regions', chart });
    await person.click(screen.getByRole('button', { name: 'Rows' }));
    await screen.findByRole('tab', { name: 'Regions (changed)', selected: true });
    await person.click(screen.getByRole('button', { name: 'Views' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Update “Regions”' }));
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ chart: null }));
  });
});
