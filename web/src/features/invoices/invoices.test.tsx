import { me } from '@leadloom/shared/contract/accounts';
import { getBilling, listInvoices } from '@leadloom/shared/contract/billing';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/api.ts';
import { aBilling, aSubscriber } from '../../testing/billing.ts';
import { ALL_RETRIES_MS, twoFaults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';

const invoices = [
  { id: 'in_2', invoice_url: 'https://invoice.example.com/in_2', paid_on: '2098-02-10T12:00:00.000Z' },
  { id: 'in_1', invoice_url: 'https://invoice.example.com/in_1', paid_on: '2098-01-10T12:00:00.000Z' },
];

describe('invoices of a shared workspace', () => {
  it('a member who is no owner reads who sees them', async () => {
    const { user } = signInToWorkspace();
    apiServer.use(answer(me, () => user));
    renderApp('/invoices');
    expect(await screen.findByText(/^Only owners of this workspace can do this/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function renderInvoices(list: typeof invoices, provider: 'stripe' | 'sandbox' | 'off' = 'stripe') {
  apiServer.use(
    answer(getBilling, () => aBilling({ provider })),
    answer(listInvoices, () => list),
  );
  return renderApp('/invoices');
}

describe('the invoices', () => {
  beforeEach(() => {
    signInForTest();
    apiServer.use(answer(me, () => aSubscriber()));
  });

  it('invoices are listed by id, and each opens the provider’s page in a new tab', async () => {
    renderInvoices(invoices);
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Invoice ID', 'URL']);
    expect(table.getAllByRole('row').map((row) => row.firstChild?.textContent)).toEqual(['Invoice ID', 'in_2', 'in_1']);
    const [first] = table.getAllByRole('link');
    expect(first).toHaveTextContent(/^Invoice of .*10.*2098|^Invoice of .*2098.*10/);
    expect(first).toHaveAttribute('href', 'https://invoice.example.com/in_2');
    expect(first).toHaveAttribute('target', '_blank');
    expect(first?.getAttribute('rel')?.split(' ')).toContain('noopener');
  });

  it('the invoices are headed by the provider’s name', async () => {
    renderInvoices(invoices);
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Latest Stripe Invoices' })).toBeVisible();
    expect(screen.queryByText(/test payments/)).toBeNull();
  });

  it('invoices for test payments are marked', async () => {
    renderInvoices(invoices, 'sandbox');
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Latest Sandbox Invoices' })).toBeVisible();
    expect(screen.getByText(/for test payments/)).toBeVisible();
  });

  it('an empty list of invoices says so', async () => {
    renderInvoices([], 'off');
    expect(await screen.findByText("You don't have invoices")).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Latest Invoices' })).toBeVisible();
  });

  it('invoices link only to web pages', async () => {
    renderInvoices([{ id: 'in_3', invoice_url: 'javascript:alert(1)', paid_on: '2098-01-10T12:00:00.000Z' }]);
    expect(await screen.findByText(/^Invoice of/)).toBeVisible();
    expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull();
  });

  it.each(twoFaults(1))('a failed load of the invoices after $name is shown and can be retried', async ({ respond, text }) => {
    fakeTimers();
    apiServer.use(http.get('/api/v1/billing', respond), http.get('/api/v1/invoices', respond));
    const { person } = renderApp('/invoices');
    await screen.findByText('Loading...');
    await pass(ALL_RETRIES_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText("You don't have invoices")).toBeNull();
    apiServer.use(answer(listInvoices, () => invoices));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('in_2')).toBeVisible();
  });

  it('the invoices show that they are loading', async () => {
    fakeTimers();
    const release = Promise.withResolvers<void>();
    apiServer.use(
      answer(getBilling, () => aBilling()),
      answer(listInvoices, async () => {
        await release.promise;
        return invoices;
      }),
    );
    renderApp('/invoices');
    await screen.findByText('Loading...');
    await pass(60_000);
    expect(screen.getByText('Loading...')).toBeVisible();
    release.resolve();
    expect(await screen.findByText('in_1')).toBeVisible();
  });
});
