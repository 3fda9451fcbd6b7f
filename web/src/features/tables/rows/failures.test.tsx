import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

function failWith(status: number, body: Readonly<Record<string, string>>): void {
  apiServer.use(http.get('/api/v1/table/companies', () => HttpResponse.json(body, { status })));
}

describe('a list that is refused', () => {
  beforeEach(() => signInForTest());

  it.each([
    [403, { msg: 'Your trial has ended.' }, 'Your trial has ended.'],
    [403, {}, 'Forbidden'],
    [429, { msg: 'Please wait a minute.' }, 'Please wait a minute.'],
    [429, {}, 'Rate Limited'],
    [409, {}, 'The request failed with status 409.'],
  ])('a refused list shows a message: %d %j', async (status, body, text) => {
    serveTable({ name: 'companies' });
    failWith(status, body);
    renderApp('/table/companies');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    const grid = within(screen.getByRole('grid'));
    expect(grid.getByText('The rows could not be loaded.')).toBeVisible();
    expect(grid.queryByText('No results found')).toBeNull();
  });

  it('a question that is refused says why in the place of the rows, and at its chip', async () => {
    serveTable({ name: 'companies' });
    failWith(400, { msg: 'revenue_from: must not be above revenue_to' });
    const { person } = renderApp('/table/companies?revenue_from=50&revenue_to=10&city=Oslo');
    const grid = within(await screen.findByRole('grid'));
    expect(await grid.findByText('revenue_from: must not be above revenue_to')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    const chip = screen.getByRole('button', { name: 'Revenue: 50 – 10' });
    expect(chip).toHaveAccessibleDescription('The first number is above the second.');
    expect(screen.getByRole('button', { name: 'City: Oslo' })).not.toHaveAccessibleDescription();
    await person.click(chip);
    expect(await screen.findByRole('textbox', { name: 'Revenue from' })).toBeInvalid();
  });

  it('conditions on linked rows, and an expression, that are refused say why at their chips', async () => {
    serveTable({ name: 'people' });
    renderApp('/table/people?company.employee_count_from=9&company.employee_count_to=5&where=city%20=%20');
    const advanced = await screen.findByRole('button', { name: 'Advanced: city =' });
    await waitFor(() => expect(advanced).toHaveAccessibleDescription('where: expected a value at 7'));
    expect(
      screen.getByRole('button', {
        name: 'Linked company: company.employee_count_from=9, company.employee_count_to=5',
        description: 'employee_count_from: must not be above employee_count_to',
      }),
    ).toBeVisible();
  });

  it.each([
    [{ msg: 'Nothing is woven here.' }, 'Nothing is woven here.'],
    [{}, 'No results found'],
  ])('a response without rows shows an empty table: %j', async (body, text) => {
    serveTable({ name: 'companies' });
    failWith(404, body);
    renderApp('/table/companies');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(within(screen.getByRole('grid')).getByText('No results found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('a retry shows the rows', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(http.get('/api/v1/table/companies', () => HttpResponse.json({}, { status: 403 }), { once: true }));
    const { person } = renderApp('/table/companies');
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Name 1')).toBeVisible();
  });

  it('a missing subscription links to the payment screen', async () => {
    serveTable({ name: 'companies' });
    failWith(403, { code: 'AUTH.SUBSCRIPTION_REQUIRED', msg: 'This requires a running trial or a subscription.' });
    renderApp('/table/companies');
    expect(await screen.findByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/payment');
  });

  it('a refusal is shown for six seconds, whatever is clicked, or until it is closed', async () => {
    serveTable({ name: 'companies' });
    failWith(403, {});
    const { person } = renderApp('/table/companies');
    const message = await screen.findByRole('alert');
    await person.click(screen.getByRole('heading', { level: 1 }));
    expect(message).toBeVisible();
    await person.click(within(message).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(message).not.toBeInTheDocument());
    fakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Forbidden');
    await pass(5500);
    expect(screen.getByRole('alert')).toBeVisible();
    await pass(1000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('an empty list is not a failure', async () => {
    serveTable({ name: 'companies', total: 0 });
    renderApp('/table/companies?search_query=nobody');
    expect(await within(await screen.findByRole('grid')).findByText('No results found')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
