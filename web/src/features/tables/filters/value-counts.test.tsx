import type { Facets } from '@leadloom/shared/contract/table-facets';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

type Facet = Facets['data'][number];

function serveFacet(facet: Partial<Facet>, name: 'companies' | 'people' = 'companies'): readonly string[] {
  const asked: string[] = [];
  apiServer.use(
    answer(tableEndpoints[name].facets, ({ url }) => {
      asked.push(url.search);
      return { data: [{ of: url.searchParams.get('of') ?? '', values: [], blank: 0, more: 0, ...facet }], total: 9 };
    }),
  );
  return asked;
}

const countries = [
  { value: 'Norway', count: 1200 },
  { value: 'Germany', count: 30 },
  { value: 'Atlantis', count: 2 },
];
const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('counts of values', () => {
  it('come under all other conditions, the most frequent first, without values that are not there', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const asked = serveFacet({ values: countries, blank: 45 });
    const { person } = renderApp('/table/companies?country_not=France&vertical=SaaS');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Country: not France' }));
    await waitFor(() => expect(texts()).toEqual(['Norway1,200', '(blank)45', 'Germany30', 'Atlantis2', 'France0']));
    expect(asked).toEqual(['?vertical=SaaS&of=country']);
    expect(screen.getByRole('option', { name: 'Norway' })).toHaveAttribute('aria-description', '1,200 rows');
    await person.click(screen.getByRole('button', { name: 'Sort by name' }));
    expect(texts()).toEqual(['Atlantis2', 'France0', 'Germany30', 'Norway1,200', '(blank)45']);
    // A text is looked for among all values.
    await person.type(screen.getByRole('combobox', { name: 'Country' }), 'denm');
    expect(texts()).toEqual(['Denmark0']);
    await person.clear(screen.getByRole('combobox', { name: 'Country' }));
    await person.click(screen.getByRole('option', { name: '(blank)' }));
    await waitFor(() =>
      expect(filtersIn(lists.at(-1))).toEqual({ country_has: ['true'], country_not: ['France'], vertical: ['SaaS'] }),
    );
    expect(asked).toHaveLength(1);
  });

  it('stand beside suggested texts, also before anything is typed', async () => {
    const { lists } = serveTable({ name: 'companies' });
    serveFacet({ values: [{ value: 'Oslo', count: 12 }], blank: 30 });
    apiServer.use(
      answer(tableEndpoints.companies.suggest, () => [
        { id: 'Osaka', name: 'Osaka' },
        { id: 'Oslo', name: 'Oslo' },
      ]),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await openFilter(person, 'City');
    await waitFor(() => expect(texts()).toEqual(['(blank)30', 'Oslo12']));
    await person.keyboard('os');
    await waitFor(() => expect(texts()).toEqual(['Osaka0', 'Oslo12']));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ city: ['Osaka'] }));
  });

  it('stand beside checkboxes, which keep the focus when they come', async () => {
    serveTable({ name: 'companies' });
    serveFacet({ values: [{ value: 'true', count: 1200 }] });
    const { person } = renderApp('/table/companies?with_contact_info=true');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: /^With contact info/ }));
    expect(await screen.findByText('1,200')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'With contact info' })).toHaveFocus();
  });

  it('blank is chosen as "is blank", and the order is remembered', async () => {
    const { lists } = serveTable({ name: 'companies' });
    serveFacet({ values: countries, blank: 45 });
    localStorage.setItem('leadloom-value-order', JSON.stringify({ account: 'nobody', order: 'name' }));
    const { person } = renderApp('/table/companies?country=Norway');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Country: Norway' }));
    await person.click(await screen.findByRole('option', { name: '(blank)' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country_has: ['false'] }));
    expect(await screen.findByRole('radio', { name: 'is blank', checked: true })).toHaveFocus();
  });

  it('are asked for what is typed where not all values were counted', async () => {
    serveTable({ name: 'companies' });
    const asked = serveFacet({ values: countries, more: 40 });
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await openFilter(person, 'Country');
    await screen.findByRole('option', { name: 'Atlantis' });
    await person.keyboard('nor');
    await waitFor(() => expect(asked.at(-1)).toBe('?of=country&q=nor'));
    expect(texts()).toContain('Norway1,200');
    // How many rows it has is not known.
    expect(texts()).toContain('North Korea');
  });

  it('ranges keep their order, and checkboxes have them, too', async () => {
    serveTable({ name: 'companies' });
    serveFacet({
      values: [
        { from: 200, to: null, count: 7 },
        { from: 0, to: 10, count: 3 },
      ],
    });
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await openFilter(person, 'Employee count');
    await waitFor(() => expect(texts()).toEqual(['< 103', '200+7']));
  });

  it('stand next to a checkbox and its opposite', async () => {
    serveTable({ name: 'people' });
    serveFacet(
      {
        values: [
          { value: 'true', count: 1234 },
          { value: 'false', count: 8 },
        ],
      },
      'people',
    );
    const { person } = renderApp('/table/people');
    await screen.findByText('Name 1');
    await openFilter(person, 'With email');
    const dialog = within(screen.getByRole('dialog', { name: 'With email' }));
    expect(await dialog.findByText('1,234')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Without email' })).toBeVisible();
  });

  it('hold up nobody while they are on their way, or cannot be had', async () => {
    const expectLog = expectLogged('The counts of a filter could not be loaded.');
    const { lists } = serveTable({ name: 'companies' });
    apiServer.use(
      answer(tableEndpoints.companies.facets, () => {
        throw refuse('LIST.TOO_SLOW');
      }),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await openFilter(person, 'Country');
    await person.keyboard('germ{Enter}');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country: ['Germany'] }));
    await expectLog();
  });
});
