import { updateProfile } from '@leadloom/shared/contract/account-settings';
import { me, type User } from '@leadloom/shared/contract/accounts';
import { getBilling } from '@leadloom/shared/contract/billing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aBilling, aSubscriber } from '../../testing/billing.ts';
import { ALL_RETRIES_MS, twoFaults } from '../../testing/faults.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const SAVED = 'Profile info updated correctly.';
const full = aUser({ full_name: 'Ada Holt', company_name: 'Holt Looms', country: 'DE', currency: 'EUR' });

function renderProfile(account: () => User) {
  const saved = vi.fn();
  apiServer.use(
    answer(me, account),
    answer(getBilling, () => aBilling()),
    answer(updateProfile, ({ body }) => {
      saved(body);
      return { msg: 'ok' };
    }),
  );
  return { ...renderApp('/profile'), saved };
}

const field = (label: string) => screen.findByLabelText(label);
const submit = () => screen.findByRole('button', { name: 'Submit' });

describe('the profile', () => {
  beforeEach(() => {
    signInForTest();
    fakeTimers();
  });

  it('the profile offers countries and currencies in their order, and shows the saved values', async () => {
    renderProfile(() => aSubscriber({ vat_number: 'DE123456789', address: 'Weavers Lane 1' }));
    const country = within(await field('Country')).getAllByRole('option');
    expect(country.map((option) => option.getAttribute('value'))).toEqual([
      '',
      ...'US GB CA AU DE FR IT ES BR MX IN CN JP SG ZA EG RU SE FI NO'.split(' '),
    ]);
    expect(country.map((option) => option.textContent)).toContain('DE Germany');
    expect(
      within(await field('Currency'))
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['', 'EUR', 'USD']);
    expect(await field('Person Name')).toHaveValue('Ada Holt');
    expect(await field('Company Name')).toHaveValue('Holt Looms');
    expect(await field('Country')).toHaveValue('DE');
    expect(await field('Currency')).toHaveValue('EUR');
    expect(await field('VAT Number')).toHaveValue('DE123456789');
    expect(await field('Address')).toHaveValue('Weavers Lane 1');
  });

  it('countries added by the operator are offered after the others', async () => {
    const meta = document.createElement('meta');
    meta.name = 'extra-countries';
    meta.content = 'PL,NL,SE';
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    const { person, saved } = renderProfile(() => full);
    const options = within(await field('Country')).getAllByRole('option');
    expect(options.map((option) => option.textContent).slice(-3)).toEqual(['NO Norway', 'PL Poland', 'NL Netherlands']);
    await person.selectOptions(await field('Country'), 'PL');
    await person.click(await submit());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ country: 'PL' });
  });

  it('a country that is not offered is kept', async () => {
    const { person, saved } = renderProfile(() => aUser({ country: 'NL' }));
    expect(await field('Country')).toHaveDisplayValue('NL Netherlands');
    await person.click(await submit());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ country: 'NL' });
  });

  it('saving sends all six fields, trimmed, and goes to payment after two seconds if nothing is missing', async () => {
    let account = aUser();
    const { person, saved, location } = renderProfile(() => account);
    await person.type(await field('Person Name'), ' Ada Holt ');
    await person.type(await field('Company Name'), 'Holt Looms');
    await person.selectOptions(await field('Country'), 'DE');
    await person.selectOptions(await field('Currency'), 'EUR');
    await person.type(await field('VAT Number'), 'DE123456789');
    await person.type(await field('Address'), 'Weavers Lane 1');
    account = full;
    await person.click(await submit());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved.mock.calls).toEqual([
      [
        {
          fullName: 'Ada Holt',
          companyName: 'Holt Looms',
          vatNumber: 'DE123456789',
          country: 'DE',
          currency: 'EUR',
          address: 'Weavers Lane 1',
        },
      ],
    ]);
    await pass(1000);
    expect(location()).toBe('/profile');
    await pass(1500);
    await waitFor(() => expect(location()).toBe('/payment'));
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeVisible();
  });

  it.each(['full_name', 'company_name', 'country', 'currency'] as const)(
    'the screen stays if there is no %s',
    async (missing) => {
      const { person, location } = renderProfile(() => ({ ...full, [missing]: null }));
      await person.click(await submit());
      expect(await screen.findByText(SAVED)).toBeVisible();
      await pass(10_000);
      expect(location()).toBe('/profile');
    },
  );

  it('saving the profile does not redirect after the screen was left or edited', async () => {
    const { person, location } = renderProfile(() => full);
    await person.click(await submit());
    await screen.findByText(SAVED);
    await person.type(await field('Address'), 'Weavers Lane 2');
    await pass(10_000);
    expect(location()).toBe('/profile');
    expect(await field('Address')).toHaveValue('Weavers Lane 2');
    await person.click(await submit());
    await screen.findByText(SAVED);
    await person.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Welcome back, ada@example.com!');
    await pass(10_000);
    expect(location()).toBe('/dashboard');
  });

  it('a double submit is sent once', async () => {
    const { saved } = renderProfile(() => full);
    const button = await submit();
    act(() => {
      button.click();
      button.click();
    });
    expect(button).toBeDisabled();
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
  });

  it('edits made during a save are kept, and prevent the redirect', async () => {
    const release = Promise.withResolvers<void>();
    const { person, location } = renderProfile(() => full);
    apiServer.use(
      answer(updateProfile, async () => {
        await release.promise;
        return { msg: 'ok' };
      }),
    );
    await person.click(await submit());
    await person.type(await field('Address'), 'Weavers Lane 3');
    release.resolve();
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(await field('Address')).toHaveValue('Weavers Lane 3');
    await pass(10_000);
    expect(location()).toBe('/profile');
  });

  it('typed values are kept when the account is reloaded, and other fields are updated', async () => {
    let account = full;
    const { person } = renderProfile(() => account);
    await person.clear(await field('Person Name'));
    await person.type(await field('Person Name'), 'Grace Weaver');
    account = { ...full, full_name: 'Somebody Else', company_name: 'Weaver & Daughters' };
    await pass(31_000);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await field('Company Name')).toHaveValue('Weaver & Daughters'));
    expect(await field('Person Name')).toHaveValue('Grace Weaver');
  });

  it('an invalid VAT number gets a hint and is saved all the same', async () => {
    const { person, saved } = renderProfile(() => full);
    await person.type(await field('VAT Number'), '12');
    expect(screen.getByText('Invalid VAT Number')).toBeVisible();
    expect(await field('VAT Number')).toHaveAccessibleDescription('Invalid VAT Number');
    await person.selectOptions(await field('Country'), 'US');
    expect(screen.queryByText('Invalid VAT Number')).toBeNull();
    await person.selectOptions(await field('Country'), 'FR');
    expect(screen.getByText('Invalid VAT Number')).toBeVisible();
    await person.click(await submit());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ vatNumber: '12', country: 'FR' });
    fireEvent.change(await field('VAT Number'), { target: { value: ' ' } });
    expect(screen.queryByText('Invalid VAT Number')).toBeNull();
  });

  it('a refusal is shown, and the typed values stay', async () => {
    const { person } = renderProfile(() => aSubscriber());
    apiServer.use(
      answer(updateProfile, () => {
        throw refuse('PROFILE.CURRENCY_FIXED');
      }),
    );
    await person.selectOptions(await field('Currency'), 'USD');
    await person.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('The currency cannot be changed while you have a subscription.');
    expect(await field('Currency')).toHaveValue('USD');
  });

  it.each(twoFaults(2))('a failed save after $name says why, and works the next time', async ({ respond, text }) => {
    const { person, saved } = renderProfile(() => full);
    apiServer.use(http.post('/api/v1/update-profile', respond));
    await person.type(await field('Address'), 'Weavers Lane 4');
    await person.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText(SAVED)).toBeNull();
    apiServer.use(
      answer(updateProfile, ({ body }) => {
        saved(body);
        return { msg: 'ok' };
      }),
    );
    await person.click(await submit());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ address: 'Weavers Lane 4' });
  });

  it.each(twoFaults(3))('a failed load after $name says why, and works the next time', async ({ respond, text }) => {
    apiServer.use(http.get('/api/v1/me', respond));
    const { person } = renderApp('/profile');
    await screen.findByText('Loading...');
    await pass(ALL_RETRIES_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    apiServer.use(answer(me, () => full));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field('Person Name')).toHaveValue('Ada Holt');
  });
});
