/** The pages of the console. Long because each page has its answers beside its cases. */

import { prove } from '@leadloom/shared/contract/account-settings';
import { me } from '@leadloom/shared/contract/accounts';
import { createInvite, deleteInvite, listInvites } from '@leadloom/shared/contract/operator';
import {
  changeAccount,
  listAccountExports,
  listAccounts,
  type OperatorAccount,
  removeAccount,
  resendAccountVerification,
} from '@leadloom/shared/contract/operator-accounts';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import {
  describeOperatorData,
  listOperatorJobs,
  listOperatorSources,
  retryOperatorJob,
} from '@leadloom/shared/contract/operator-system';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { type RenderedApp, renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, passRetries } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const anAccount = (changes: Partial<OperatorAccount> = {}): OperatorAccount => ({
  id: 7,
  email: 'mara@example.com',
  verified: true,
  blocked: false,
  created_at: '2098-01-10T12:00:00.000Z',
  plan: 'Pro',
  trial: false,
  request_limit: null,
  export_limit: 500,
  plan_request_limit: 10_000,
  plan_export_limit: null,
  requests: 12,
  exports: 3,
  last_seen_at: null,
  ...changes,
});

const health = { state: 'ok', message: 'The last visit was complete.', since: null, next_visit_at: null } as const;

it('the console does not exist without a session', async () => {
  const { location } = renderApp('/operator');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(location()).toBe('/operator');
});

describe('the console', () => {
  beforeEach(() => {
    signInForTest();
    apiServer.use(answer(me, () => aUser({ is_operator: true })));
  });

  const showAccounts = (...accounts: OperatorAccount[]) => {
    const searches: (string | null)[] = [];
    apiServer.use(
      answer(listAccounts, ({ url }) => {
        searches.push(url.searchParams.get('q'));
        return { data: accounts, total: accounts.length };
      }),
    );
    return { ...renderApp('/operator'), searches };
  };

  it.each(['/operator', '/operator/jobs', '/operator/erasures', '/operator/audit'])(
    '%s does not exist for other accounts',
    async (path) => {
      apiServer.use(answer(me, () => aUser()));
      renderApp(path);
      expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      expect(screen.queryByText('Operator')).toBeNull();
    },
  );

  it('for other accounts its address shows what an unknown one shows', async () => {
    apiServer.use(answer(me, () => aUser()));
    const shown = async (path: string) => {
      renderApp(path);
      await screen.findByRole('heading', { name: 'Page Not Found' });
      const text = document.body.textContent;
      cleanup();
      return text;
    };
    expect(await shown('/operator')).toBe(await shown('/no/such/screen'));
    expect(await shown('/operator/jobs')).toBe(await shown('/operators'));
  });

  it('the console closes for an operator who is one no longer', async () => {
    let isOperator = true;
    apiServer.use(
      answer(me, () => aUser({ is_operator: isOperator })),
      answer(listInvites, () => {
        throw refuse('REQUEST.NOT_FOUND');
      }),
    );
    const { person } = showAccounts(anAccount());
    await screen.findByRole('table', { name: 'Accounts' });
    isOperator = false;
    await person.click(screen.getByRole('link', { name: 'Invites' }));
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });

  it('operators find the console in the navigation, and each of its pages by a link', async () => {
    const { person } = showAccounts(anAccount());
    const nav = within(await screen.findByRole('navigation', { name: 'Console' }));
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Accounts',
      'Workspaces',
      'Jobs',
      'Open sources',
      'Sources',
      'What LinkedIn answers',
      'Data',
      'Import',
      'Erasures',
      'Invites',
      'Audit',
    ]);
    expect(nav.getByRole('link', { name: 'Accounts' })).toHaveAttribute('aria-current', 'page');
    await person.click(screen.getByRole('button', { name: 'Open navigation' }));
    expect(await screen.findByRole('link', { name: 'Operator' })).toHaveAttribute('href', '/operator');
  });

  it('accounts are listed with plan, limits and usage, and searched', async () => {
    const { person, searches } = showAccounts(anAccount());
    const row = within(await screen.findByRole('table', { name: 'Accounts' }));
    expect(row.getByText('mara@example.com (7)')).toBeVisible();
    expect(row.getByText('12 of 10,000')).toBeVisible();
    expect(row.getByText('3 of 500 (set here)')).toBeVisible();
    await person.type(screen.getByLabelText('Search by email or id'), 'mar');
    await waitFor(() => expect(searches.at(-1)).toBe('mar'));
  });

  it('the number of exported rows leads to the exports that it counts, and Back returns', async () => {
    const line = { id: 5, table: 'companies', started_at: '2026-03-31T09:00:00.000Z', rows: 4, charged: 3, is_complete: true };
    apiServer.use(
      answer(listAccountExports, ({ params }) => {
        expect(Number(params.account_id)).toBe(7);
        return { email: 'mara@example.com', charged: 3, data: [line], total: 1 };
      }),
    );
    const { person, location } = showAccounts(anAccount());
    await person.click(await screen.findByRole('link', { name: '3 of 500 (set here): exports of mara@example.com' }));
    expect(await screen.findByRole('heading', { name: /3 rows exported this month$/ })).toBeVisible();
    expect(location()).toBe('/operator/accounts/7/exports');
    expect(screen.getByRole('link', { name: 'Accounts' })).toHaveAttribute('aria-current', 'page');
    const exports = within(screen.getByRole('table', { name: 'Exports of this month' }));
    expect(exports.getByRole('cell', { name: 'Companies' })).toBeVisible();
    expect(exports.getByRole('cell', { name: 'Complete' })).toBeVisible();
    await person.click(screen.getByRole('link', { name: 'All accounts' }));
    expect(await screen.findByRole('table', { name: 'Accounts' })).toBeVisible();
  });

  it('limits are set, and an empty field is the limit of the plan', async () => {
    const bodies: unknown[] = [];
    apiServer.use(
      answer(changeAccount, ({ body }) => {
        bodies.push(body);
        return anAccount();
      }),
    );
    const { person } = showAccounts(anAccount());
    await person.click(await screen.findByRole('button', { name: 'Limits' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Requests per month'), 'many');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.clear(dialog.getByLabelText('Requests per month'));
    await person.type(dialog.getByLabelText('Requests per month'), '20');
    await person.clear(dialog.getByLabelText('Exported rows per month'));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The limits are saved.')).toBeVisible();
    expect(bodies).toEqual([{ request_limit: 20, export_limit: null }]);
  });

  it('blocking is confirmed, tells why it failed, and can be tried again', async () => {
    let isThere = false;
    const bodies: unknown[] = [];
    apiServer.use(
      answer(changeAccount, ({ body }) => {
        bodies.push(body);
        if (!isThere) throw refuse('ACCOUNTS.NOT_FOUND');
        return anAccount({ blocked: true });
      }),
    );
    const { person } = showAccounts(anAccount());
    await person.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await dialog.findByText('This account does not exist.')).toBeVisible();
    isThere = true;
    await person.click(dialog.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('mara@example.com is blocked.')).toBeVisible();
    expect(bodies).toEqual([{ blocked: true }, { blocked: true }]);
  });

  it('an account is deleted once its email is typed', async () => {
    let deleted = '';
    apiServer.use(
      answer(removeAccount, ({ params }) => {
        deleted = String(params.account_id);
        return undefined;
      }),
    );
    const { person } = showAccounts(anAccount());
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    const remove = dialog.getByRole('button', { name: 'Delete account' });
    expect(remove).toBeDisabled();
    await person.type(dialog.getByLabelText('Type the email to confirm'), 'mara@example.com');
    await person.click(remove);
    expect(await screen.findByText('mara@example.com is deleted.')).toBeVisible();
    expect(deleted).toBe('7');
  });

  it('a blocked account is unblocked, an unverified one gets another link, and the own one can do neither harm', async () => {
    apiServer.use(
      answer(changeAccount, () => anAccount()),
      answer(resendAccountVerification, () => ({ msg: 'sent' })),
    );
    const { person } = showAccounts(
      anAccount({ id: 1, blocked: true }),
      anAccount({ id: 2, verified: false }),
      anAccount({ id: 3, email: 'ada@example.com' }),
    );
    const [, blocked, unverified, own] = await screen.findAllByRole('row');
    if (blocked === undefined || unverified === undefined || own === undefined) throw new Error('rows are missing');
    expect(within(own).queryByRole('button', { name: /Block|Delete/ })).toBeNull();
    await person.click(within(blocked).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('mara@example.com can sign in again.')).toBeVisible();
    await person.click(within(unverified).getByRole('button', { name: 'Resend verification' }));
    expect(await screen.findByText('A new verification link is on its way.')).toBeVisible();
  });

  it('an empty list names what to do, and a failed one can be loaded again', async () => {
    fakeTimers();
    const { person } = showAccounts();
    expect(await screen.findByText('There are no accounts.')).toBeVisible();
    apiServer.use(
      answer(listAudit, () => {
        throw refuse('SERVER.INTERNAL');
      }),
    );
    await person.click(screen.getByRole('link', { name: 'Audit' }));
    await passRetries();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('jobs are listed by state, and failed ones run again', async () => {
    const retried: unknown[] = [];
    const counts = { waiting: 2, running: 0, failed: 1, done: 4 };
    apiServer.use(
      answer(listOperatorJobs, ({ url }) => {
        const state = url.searchParams.get('state');
        const job = {
          id: 'mail-7',
          job: 'mail',
          state: 'failed' as const,
          created_at: '2098-01-10T12:00:00.000Z',
          starts_at: null,
          started_at: null,
          ended_at: null,
          tries: 61,
          reason: 'the mailbox is full',
          retryable: true,
        };
        const webhook = { ...job, id: 'webhook-1', job: 'webhook', reason: 'hooks.example.com: gone', retryable: false };
        return state === 'failed' ? { data: [job, webhook], total: 2, counts } : { data: [], total: 0, counts };
      }),
      answer(retryOperatorJob, ({ params }) => {
        retried.push(params.job_id);
        return undefined;
      }),
    );
    const { person } = renderApp('/operator/jobs');
    expect(await screen.findByText('the mailbox is full')).toBeVisible();
    expect(screen.getByText('hooks.example.com: gone')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Run again' }));
    expect(await screen.findByText('The job will run again.')).toBeVisible();
    expect(retried).toEqual(['mail-7']);
    await person.click(screen.getByRole('button', { name: 'Running (0)' }));
    expect(await screen.findByText('No job is running.')).toBeVisible();
  });

  it('sources and data show their health', async () => {
    const network = { ...health, is_configured: true, requests_today: 5, requests_a_day: null };
    apiServer.use(
      answer(listOperatorSources, () => ({
        networks: [
          { ...network, network: 'reddit' as const },
          { ...network, network: 'tiktok' as const },
        ],
        data: [
          {
            ...health,
            network: 'reddit' as const,
            name: 'Bees',
            accounts: 2,
            failures: 3,
            detail: 'status 500',
            last_collected_at: null,
          },
        ],
        total: 1,
      })),
      answer(describeOperatorData, () => ({
        data: [
          {
            table: 'companies',
            title: 'Companies',
            rows: 1200,
            table_bytes: 2_500_000,
            index_bytes: 0,
            stale_chunks: 2,
            chunks: 9,
            copy: { versions_behind: 2, behind_seconds: 11.2, erasures_waiting: 1, error: 'the engine is away' },
            last_import: { id: 'import-1', file: 'firms.csv', at: '2026-03-31T09:00:00.000Z', added: 4, changed: 2, refused: 1 },
          },
        ],
        total: 1,
        database_bytes: 12_000_000,
      })),
    );
    const { person } = renderApp('/operator/sources');
    // The message of the network stands above, and not in each row.
    expect(await screen.findByText('status 500')).toBeVisible();
    expect(screen.queryByText(`${health.message} status 500`)).not.toBeInTheDocument();
    await person.click(screen.getByRole('link', { name: 'Data' }));
    expect(await screen.findByText('2 of 9 parts are out of date')).toBeVisible();
    expect(screen.getByText('2.5 MB')).toBeVisible();
    expect(
      screen.getByText('Behind by 2 versions for 12 s; 1 erasure waiting; last try failed: the engine is away'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: '1,200 rows of Companies' })).toHaveAttribute('href', '/table/companies');
    expect(screen.getByRole('link', { name: 'firms.csv' })).toHaveAttribute('href', '/operator/import/import-1');
    expect(screen.getByText('The database uses 12 MB.')).toBeVisible();
  });

  it('an invite is made with a link that is shown once, and revoked', async () => {
    const invite = {
      id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11',
      email: 'mara@example.com',
      expires_at: '2098-01-10T12:00:00.000Z',
    };
    const { email: _, ...forAnyone } = { ...invite, id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f12' };
    let revoked = '';
    apiServer.use(
      answer(listInvites, () => ({ data: [invite, forAnyone], total: 2 })),
      answer(createInvite, ({ body }) => {
        if (body.email === 'nobody') throw refuse('EMAIL.INVALID');
        return { ...invite, code: 'the-code' };
      }),
      answer(deleteInvite, ({ params }) => {
        revoked = String(params.invite_id);
        return undefined;
      }),
    );
    const { person } = renderApp('/operator/invites');
    expect(await screen.findByText('Anyone with the link')).toBeVisible();
    const field = await screen.findByLabelText('Email (optional)');
    await person.type(field, 'nobody');
    await person.click(screen.getByRole('button', { name: 'Create invite' }));
    expect(await screen.findByText('Email is invalid')).toBeVisible();
    await person.clear(field);
    await person.click(screen.getByRole('button', { name: 'Create invite' }));
    expect(await screen.findByText(/\/app\/register\?invite=the-code$/)).toBeVisible();
    const [ofMara = document.body] = await screen.findAllByRole('button', { name: 'Revoke' });
    await person.click(ofMara);
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(revoked).toBe(invite.id));
  });

  const proving = () => {
    let isProved = false;
    apiServer.use(
      answer(prove, () => {
        isProved = true;
        return undefined;
      }),
    );
    const demand = () => {
      if (!isProved) throw refuse('AUTH.PROOF_NEEDED');
    };
    const confirm = async (person: RenderedApp['person']) => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
      await person.type(dialog.getByLabelText('Password'), 'long enough');
      await person.click(dialog.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    return { demand, confirm };
  };

  it('an invite needs a proof, and is made once it was given', async () => {
    const { demand, confirm } = proving();
    const made: unknown[] = [];
    apiServer.use(
      answer(listInvites, () => ({ data: [], total: 0 })),
      answer(createInvite, ({ body }) => {
        demand();
        made.push(body);
        return { id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11', expires_at: '2098-01-10T12:00:00.000Z', code: 'the-code' };
      }),
    );
    const { person } = renderApp('/operator/invites');
    await person.click(await screen.findByRole('button', { name: 'Create invite' }));
    await confirm(person);
    expect(await screen.findByText(/\/app\/register\?invite=the-code$/)).toBeVisible();
    expect(made).toEqual([{}]);
  });

  it('once the second factor was shown long ago, the console asks for it and goes on', async () => {
    const { demand, confirm } = proving();
    let asked = 0;
    apiServer.use(
      answer(listInvites, () => {
        asked += 1;
        demand();
        return { data: [], total: 0 };
      }),
    );
    const { person } = renderApp('/operator/invites');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toBe(1);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await confirm(person);
    expect(await screen.findByText('There are no invites. Create one above.')).toBeVisible();
  });

  it('the audit is read page by page', async () => {
    apiServer.use(
      answer(listAudit, ({ url }) => ({
        data: [
          {
            at: '2098-01-10T12:00:00.000Z',
            by: 'ada@example.com',
            action: url.searchParams.get('page') === '1' ? 'account.blocked' : 'something.newer',
            target: 'mara@example.com',
            from: '192.0.2.1',
            detail: null,
          },
        ],
        total: 26,
      })),
    );
    const { person } = renderApp('/operator/audit');
    expect(await screen.findByText('Blocked an account')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('something.newer')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });
});
