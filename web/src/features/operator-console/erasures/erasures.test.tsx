import { me } from '@leadloom/shared/contract/accounts';
import { carryOutErasure, createErasure, type Erasure, listErasures, refuseErasure } from '@leadloom/shared/contract/erasures';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

const anErasure = (changes: Partial<Erasure> = {}): Erasure => ({
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11',
  state: 'open',
  by: 'mail',
  email: 'maren@nordlys.example',
  profile_url: null,
  name: null,
  domain: null,
  message: 'I left Nordlys.',
  requested_at: '2020-01-01T00:00:00.000Z',
  due_at: '2020-01-31T00:00:00.000Z',
  ended_at: null,
  reason: null,
  touches: {
    tables: [
      { table: 'people', deleted: 1, blanked: 0 },
      { table: 'companies', deleted: 0, blanked: 2 },
    ],
    profiles: 3,
    entries: 1,
    names: ['Maren Holt'],
  },
  ...changes,
});

describe('erasures in the console', () => {
  let shown: Erasure[];
  beforeEach(() => {
    signInForTest();
    shown = [anErasure()];
    apiServer.use(
      answer(me, () => aUser({ is_operator: true })),
      answer(listErasures, () => ({ data: shown, total: shown.length })),
    );
  });
  const show = (erasure: Erasure) => {
    shown = [erasure];
    return erasure;
  };
  const table = async () => within(await screen.findByRole('table', { name: 'Erasures' }));

  it('a request is shown with what it would remove and how late the answer is', async () => {
    renderApp('/operator/erasures');
    const row = await table();
    expect(row.getByText('maren@nordlys.example')).toBeVisible();
    expect(row.getByText('“I left Nordlys.”')).toBeVisible();
    expect(row.getByText('People: 1 row')).toBeVisible();
    expect(row.getByText('Companies: 2 made blank')).toBeVisible();
    expect(row.getByText('Collected profiles: 3')).toBeVisible();
    expect(row.getByText(/days late$/)).toBeVisible();
  });

  it('carrying out is asked for once, and then shown until it is done', async () => {
    apiServer.use(
      answer(carryOutErasure, () => {
        return show(anErasure({ state: 'running' }));
      }),
    );
    const { person } = renderApp('/operator/erasures');
    await person.click((await table()).getByRole('button', { name: 'Carry out' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Being carried out')).toBeVisible();
    shown = [anErasure({ state: 'done', email: null, message: null, ended_at: '2020-01-02T00:00:00.000Z' })];
    await waitFor(() => expect(screen.getByText('Carried out')).toBeVisible(), { timeout: 10_000 });
    expect(screen.getByText('No longer kept')).toBeVisible();
  });

  it('a request that only the column store still holds says so', async () => {
    shown = [anErasure({ state: 'running', waits_for_column_store: true })];
    renderApp('/operator/erasures');
    expect(await screen.findByText('Waits for the column store')).toBeVisible();
  });

  it('before several people who share an address are removed, the operator is warned', async () => {
    shown = [anErasure({ touches: { tables: [], profiles: 0, entries: 0, names: ['Maren Holt', 'Aldo Brink'] } })];
    const { person } = renderApp('/operator/erasures');
    await person.click((await table()).getByRole('button', { name: 'Carry out' }));
    expect(await screen.findByText(/Several people may share this address/)).toBeVisible();
  });

  it('what only accounts say is ticked or left out, and the request says that a profile is not confirmed', async () => {
    const bodies: unknown[] = [];
    shown = [
      anErasure({
        profile_url: 'https://www.linkedin.com/in/maren-holt',
        touches: {
          tables: [],
          profiles: 2,
          entries: 0,
          names: ['Maren Holt'],
          claims: [
            { key: 'profile:linkedin.com/in/maren-holt-2', accounts: 1, followed: false },
            { key: 'email:m@nordlys.example', accounts: 2, followed: true },
          ],
        },
      }),
    ];
    apiServer.use(
      answer(carryOutErasure, ({ body }) => {
        bodies.push(body);
        return show(anErasure({ state: 'running' }));
      }),
    );
    const { person } = renderApp('/operator/erasures');
    expect(await screen.findByText('The email is confirmed, the address of the profile is not.')).toBeVisible();
    await person.click((await table()).getByRole('button', { name: 'Carry out' }));
    const dialog = within(await screen.findByRole('dialog'));
    const profile = dialog.getByRole('checkbox', { name: 'the profile linkedin.com/in/maren-holt-2 (only 1 account says so)' });
    const email = dialog.getByRole('checkbox', { name: 'the email m@nordlys.example (only 2 accounts say so)' });
    expect(profile).not.toBeChecked();
    expect(email).toBeChecked();
    await person.click(profile);
    await person.click(email);
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ include: ['profile:linkedin.com/in/maren-holt-2'], leave_out: ['email:m@nordlys.example'] }]),
    );
  });

  it('a refusal carries its reason', async () => {
    const bodies: unknown[] = [];
    apiServer.use(
      answer(refuseErasure, ({ body }) => {
        bodies.push(body);
        return show(
          anErasure({ state: 'refused', reason: 'Not identified', touches: null, ended_at: '2020-01-02T00:00:00.000Z' }),
        );
      }),
    );
    const { person } = renderApp('/operator/erasures');
    await person.click((await table()).getByRole('button', { name: 'Refuse' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Reason'), 'Not identified');
    await person.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('Refused because: Not identified')).toBeVisible();
    expect(bodies).toEqual([{ reason: 'Not identified' }]);
  });

  it('a letter is entered with a name and the employer’s domain, without an email', async () => {
    const bodies: unknown[] = [];
    shown = [];
    apiServer.use(
      answer(createErasure, ({ body }) => {
        bodies.push(body);
        return show(anErasure({ by: 'letter', email: null, name: 'Maren Holt', domain: 'nordlys.example', touches: null }));
      }),
    );
    const { person } = renderApp('/operator/erasures');
    await screen.findByText('Nobody has asked to be removed.');
    await person.click(screen.getByRole('button', { name: 'Enter a request' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Enter' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Name'), 'Maren Holt');
    await person.type(dialog.getByLabelText('Employer’s domain'), 'nordlys.example');
    await person.click(dialog.getByRole('button', { name: 'Enter' }));
    expect(await screen.findByText('Maren Holt, nordlys.example')).toBeVisible();
    expect(screen.getByText('Looking…')).toBeVisible();
    expect(bodies).toEqual([{ name: 'Maren Holt', domain: 'nordlys.example' }]);
  });
});
