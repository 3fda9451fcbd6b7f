import { me } from '@leadloom/shared/contract/accounts';
import { type AlertMessage, listAlertMessages, readAlertMessages } from '@leadloom/shared/contract/alert-messages';
import {
  type Alert,
  createAlert,
  deleteAlert,
  listAlerts,
  unsubscribeAlert,
  updateAlert,
} from '@leadloom/shared/contract/alerts';
import { type Destination, listDestinations } from '@leadloom/shared/contract/destinations';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import { getTableView, listViewNames, type TableView } from '@leadloom/shared/contract/table-views';
import { listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aSubscriber } from '../../testing/billing.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { LOOK_AGAIN_MS } from './use-alerts.ts';

const view: TableView = {
  id: 'view-1',
  table: 'companies',
  name: 'Fintech in Norway',
  state: { filters: {}, columns: [], sort: null, order: null, per_page: null },
  is_default: false,
  is_own: true,
  updated_at: '2098-01-10T12:00:00.000Z',
};
const list: RowList = { id: 12, name: 'Prospects', table: 'collected-people', count: 3, note: '', updated_at: view.updated_at };
const alert: Alert = {
  id: 7,
  name: 'Fintech',
  watch: { kind: 'view', id: view.id },
  on: ['added'],
  fields: null,
  every: 'instant',
  at: '08:00',
  zone: 'UTC',
  by: ['app'],
  destination_id: null,
  state: 'active',
  next_at: null,
  created_at: '2098-01-10T12:00:00.000Z',
};
const channel: Destination = {
  kind: 'slack',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f04',
  name: 'Sales channel',
  state: 'active',
  reason: null,
  created_at: '2098-01-10T12:00:00.000Z',
};
const message: AlertMessage = {
  id: 3,
  alert_id: 7,
  at: '2098-01-11T12:00:00.000Z',
  title: 'Fintech: 101 added',
  count: 101,
  rows: [
    { id: 1, change: 'added', name: 'Fjord Payments' },
    { id: 2, change: 'changed', name: 'Lake Loans', fields: [{ field: 'employee_count', from: 40, to: 55 }, { field: 'city' }] },
  ],
  link: '/app/alerts?message=3',
  read: false,
};

describe.each([
  ['/alerts', 'New alert'],
  ['/webhooks', 'New webhook'],
  ['/scheduled-exports', 'New scheduled export'],
  ['/destinations', 'New destination'],
])('the screen %s before the account is known', (path, action) => {
  it('a screen says that it loads the account', async () => {
    const release = Promise.withResolvers<void>();
    signInForTest();
    apiServer.use(
      answer(me, async () => {
        await release.promise;
        return aSubscriber({ verified: false });
      }),
    );
    renderApp(path);
    expect(await screen.findByText('Loading your account…')).toBeVisible();
    expect(screen.getByRole('button', { name: action })).toBeDisabled();
    release.resolve();
    expect(await screen.findByRole('button', { name: 'Resend verification email' })).toBeVisible();
    expect(screen.queryByText('Loading your account…')).toBeNull();
  });

  it('a screen says why the account could not be loaded, and tries again', async () => {
    signInForTest();
    apiServer.use(
      answer(me, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    const { person } = renderApp(path);
    expect(await screen.findByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
    apiServer.use(answer(me, () => aSubscriber({ verified: false })));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Resend verification email' })).toBeVisible();
  });
});

describe('the alerts', () => {
  let alerts: Alert[];
  let messages: AlertMessage[];
  let destinations: Destination[];
  beforeEach(() => {
    signInForTest();
    alerts = [];
    messages = [];
    destinations = [];
    apiServer.use(
      answer(me, () => aSubscriber()),
      answer(listDestinations, () => ({ data: destinations, total: destinations.length })),
      answer(listAlerts, () => ({ data: alerts, total: alerts.length })),
      answer(listAlertMessages, ({ url }) => {
        const shown = url.searchParams.get('unread') === 'true' ? messages.filter(({ read }) => !read) : messages;
        return { data: shown, total: shown.length, page: 1, per_page: 20 };
      }),
      answer(readAlertMessages, ({ body }) => {
        messages = messages.map((known) =>
          body.all === true || body.ids?.includes(known.id) === true ? { ...known, read: true } : known,
        );
        return undefined;
      }),
      answer(listViewNames, () => ({ data: [{ id: view.id, table: view.table, name: view.name }], total: 1 })),
      answer(listRowLists, () => ({ data: [list], total: 1 })),
      answer(listTrackedSubreddits, () => ({ data: [] })),
      answer(listTrackedUsers, () => ({ data: [] })),
    );
  });

  it('the bell counts unread messages, and a message is read once it is opened', async () => {
    messages = [message];
    alerts = [alert];
    const { person } = renderApp('/alerts');
    expect(await screen.findByRole('link', { name: 'Alerts: 1 unread' })).toBeVisible();
    await person.click(await screen.findByRole('button', { name: /Fintech: 101 added/ }));
    expect(await screen.findByText('New: Fjord Payments')).toBeVisible();
    expect(screen.getByText('Changed: Lake Loans (Employee count: 40 → 55, City)')).toBeVisible();
    expect(screen.getByText('and 99 more: only the first 2 are named')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Alerts' })).toBeVisible();
    expect(screen.queryByText('Unread')).toBeNull();
  });

  it('a message that comes while the screen is open appears, and the bell counts it', async () => {
    fakeTimers();
    renderApp('/alerts');
    expect(await screen.findByText(/^No messages yet/)).toBeVisible();
    messages = [message];
    await pass(LOOK_AGAIN_MS);
    expect(await screen.findByRole('button', { name: /Fintech: 101 added/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Alerts: 1 unread' })).toBeVisible();
  });

  it('the alerts stand below messages whose height is known', async () => {
    const release = Promise.withResolvers<void>();
    alerts = [alert];
    apiServer.use(
      answer(listAlertMessages, async () => {
        await release.promise;
        return { data: [message], total: 1, page: 1, per_page: 20 };
      }),
    );
    renderApp('/alerts');
    await screen.findByText('Loading messages…');
    expect(await screen.findByText(alert.name)).not.toBeVisible();
    release.resolve();
    await screen.findByRole('button', { name: /Fintech: 101 added/ });
    expect(screen.getByText(alert.name)).toBeVisible();
  });

  it('a notice that no alert told leads to what it is about', async () => {
    const title = 'Your webhook to hooks.example.com was disabled: The receiver answered 410.';
    messages = [{ ...message, alert_id: null, title, count: 0, rows: [], link: '/app/webhooks' }];
    const { person } = renderApp('/alerts');
    await person.click(await screen.findByRole('button', { name: /hooks\.example\.com was disabled/ }));
    expect(await screen.findByRole('link', { name: 'See your webhooks' })).toHaveAttribute('href', '/webhooks');
    expect(screen.queryByText('This message lists no rows.')).toBeNull();
  });

  it('the link of a mail opens its message', async () => {
    messages = [{ ...message, read: true }];
    renderApp('/alerts?message=3');
    expect(await screen.findByText('New: Fjord Payments')).toBeVisible();
  });

  it('the rows of a message lead to their records, those of collected people to the people', async () => {
    const gone = { id: 4, change: 'removed' } as const;
    messages = [
      { ...message, read: true, table: 'companies', rows: [...message.rows, gone] },
      {
        ...message,
        read: true,
        id: 4,
        title: 'My people',
        table: 'collected-people',
        rows: [{ id: 9, change: 'added', name: 'Ada Fict' }],
      },
      { ...message, read: true, id: 5, title: 'My trends', rows: [{ id: 9, change: 'added', name: 'Looms' }] },
    ];
    const { person } = renderApp('/alerts?message=3');
    expect(await screen.findByRole('link', { name: 'Fjord Payments' })).toHaveAttribute('href', '/table/companies/1');
    expect(screen.getByRole('link', { name: 'Lake Loans' })).toHaveAttribute('href', '/table/companies/2');
    // A row without a name is gone.
    expect(screen.getByText('Removed: row 4')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'row 4' })).toBeNull();
    await person.click(screen.getByRole('button', { name: /My people/ }));
    expect(await screen.findByRole('link', { name: 'Ada Fict' })).toHaveAttribute('href', '/linkedin/users/9');
    await person.click(screen.getByRole('button', { name: /My trends/ }));
    expect(await screen.findByText('New: Looms')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Looms' })).toBeNull();
  });

  it('an alert on a saved view is made in a dialog, with a digest in the zone of the browser', async () => {
    const made: unknown[] = [];
    apiServer.use(
      answer(createAlert, ({ body }) => {
        made.push(body);
        alerts = [{ ...alert, every: 'daily', next_at: '2098-01-12T07:30:00.000Z' }];
        return alert;
      }),
    );
    const { person } = renderApp('/alerts');
    await screen.findByRole('button', { name: 'When people change' });
    await person.click(screen.getByRole('button', { name: 'New alert' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    const submit = dialog.getByRole('button', { name: 'Create alert' });
    expect(submit).toBeDisabled();
    await person.selectOptions(await dialog.findByLabelText('Watch'), 'View "Fintech in Norway" of Companies');
    await person.click(dialog.getByRole('checkbox', { name: 'Something changed' }));
    await person.selectOptions(dialog.getByLabelText('How often'), 'Daily');
    await person.clear(dialog.getByLabelText('At'));
    await person.type(dialog.getByLabelText('At'), '7:30');
    expect(dialog.getByText('Enter a time such as 08:00.')).toBeVisible();
    expect(submit).toBeDisabled();
    await person.clear(dialog.getByLabelText('At'));
    await person.type(dialog.getByLabelText('At'), '07:30');
    await person.click(dialog.getByRole('checkbox', { name: 'Also by email' }));
    await person.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(made).toEqual([
      {
        name: 'View "Fintech in Norway" of Companies',
        watch: { kind: 'view', id: view.id },
        on: ['added', 'changed'],
        every: 'daily',
        at: '07:30',
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        by: ['app', 'mail'],
      },
    ]);
    expect(await screen.findByText(/^Reports what was added in a saved view\. Daily at 08:00/)).toBeVisible();
  });

  /** The bodies of alerts that were made. */
  function keepMade(): readonly unknown[] {
    const made: unknown[] = [];
    apiServer.use(
      answer(createAlert, ({ body }) => {
        made.push({ watch: body.watch, on: body.on });
        return alert;
      }),
    );
    return made;
  }
  const pressCreate = async (person: ReturnType<typeof renderApp>['person'], label: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    const watch = await dialog.findByLabelText<HTMLSelectElement>('Watch');
    expect(watch.selectedOptions[0]).toHaveTextContent(label);
    await person.click(dialog.getByRole('button', { name: 'Create alert' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('without alerts, three buttons lead to the form, each with something else filled in', async () => {
    renderApp('/alerts');
    await screen.findByRole('button', { name: 'When people change' });
    const main = within(screen.getByRole('main'));
    const names = main.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['New alert', 'Mark all as read', 'When people change', 'When a trend is found']);
  });

  it('without alerts, two presses make the first one', async () => {
    const made = keepMade();
    const { person, location } = renderApp('/alerts');
    await person.click(await screen.findByRole('button', { name: 'When people change' }));
    await pressCreate(person, 'Collected people');
    expect(made).toEqual([{ watch: { kind: 'people' }, on: ['changed'] }]);
    expect(location()).toBe('/alerts');
  });

  it.each([
    ['list:12', 'List "Prospects" of Collected people', { kind: 'list', id: 12 }, ['added', 'changed', 'removed']],
    ['view:view-1', 'View "Fintech in Norway" of Companies', { kind: 'view', id: 'view-1' }, ['added']],
    ['view:shared', 'View "Of a colleague" of Companies', { kind: 'view', id: 'shared' }, ['added']],
  ])('the address %s opens the form with the watched thing filled in', async (watched, label, watch, on) => {
    apiServer.use(answer(getTableView, () => ({ ...view, id: 'shared', name: 'Of a colleague', is_own: false })));
    const made = keepMade();
    const { person } = renderApp(`/alerts?watch=${watched}`);
    await pressCreate(person, label);
    expect(made).toEqual([{ watch, on }]);
  });

  it('the form says that what it should watch is gone', async () => {
    renderApp('/alerts?watch=list:99');
    expect(await screen.findByText('What you wanted to watch no longer exists.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create alert' })).toBeDisabled();
  });

  it('a refusal stays in the dialog, and mails are switched in the list', async () => {
    alerts = [alert];
    apiServer.use(
      answer(createAlert, () => {
        throw refuse('ALERT.LIMIT_REACHED');
      }),
      answer(updateAlert, ({ body }) => {
        alerts = [{ ...alert, by: body.by ?? alert.by }];
        return alert;
      }),
    );
    const { person } = renderApp('/alerts');
    await person.click(await screen.findByRole('button', { name: 'Send emails' }));
    expect(await screen.findByRole('button', { name: 'Stop emails' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Send to webhooks' }));
    expect(await screen.findByRole('button', { name: 'Stop sending to webhooks' })).toBeVisible();
    expect(alerts[0]?.by).toEqual(['app', 'mail', 'webhook']);
    await person.click(screen.getByRole('button', { name: 'Stop emails' }));
    expect(await screen.findByRole('button', { name: 'Send emails' })).toBeVisible();
    expect(alerts[0]?.by).toEqual(['app', 'webhook']);
    await person.click(screen.getByRole('button', { name: 'New alert' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    await person.selectOptions(await dialog.findByLabelText('Watch'), 'Collected people');
    await person.click(dialog.getByRole('button', { name: 'Create alert' }));
    expect(await dialog.findByText('You have reached the limit of 50 alerts.')).toBeVisible();
  });

  it('an alert is deleted after a question', async () => {
    alerts = [alert];
    apiServer.use(
      answer(deleteAlert, () => {
        alerts = [];
        return undefined;
      }),
    );
    const { person } = renderApp('/alerts');
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete "Fintech"?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete alert' }));
    expect(await screen.findByRole('button', { name: 'When people change' })).toBeVisible();
  });

  it('opening the link that ends mails changes nothing before the button is pressed', async () => {
    const ended: unknown[] = [];
    apiServer.use(
      answer(unsubscribeAlert, ({ params }) => {
        ended.push(params.token);
        return undefined;
      }),
    );
    const { person } = renderApp('/alerts/unsubscribe/7.signature-of-seven');
    const button = await screen.findByRole('button', { name: 'Stop these emails' });
    expect(ended).toEqual([]);
    await person.click(button);
    expect(await screen.findByText(/This alert no longer sends emails/)).toBeVisible();
    expect(ended).toEqual(['7.signature-of-seven']);
  });

  it('a new alert goes to the one destination in Slack', async () => {
    destinations = [channel];
    const made: unknown[] = [];
    apiServer.use(
      answer(createAlert, ({ body }) => {
        made.push({ by: body.by, destination_id: body.destination_id });
        return { ...alert, by: body.by, destination_id: body.destination_id ?? null };
      }),
    );
    const { person } = renderApp('/alerts?watch=view:view-1');
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    await person.click(await dialog.findByRole('checkbox', { name: 'Also to Slack' }));
    expect(await dialog.findByRole('combobox', { name: 'Slack destination' })).toHaveDisplayValue('Sales channel');
    await person.click(dialog.getByRole('button', { name: 'Create alert' }));
    await waitFor(() => expect(made).toEqual([{ by: ['app', 'slack'], destination_id: channel.id }]));
  });

  it('without a destination in Slack, the form leads to where one is added', async () => {
    const { person } = renderApp('/alerts?watch=view:view-1');
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    await person.click(await dialog.findByRole('checkbox', { name: 'Also to Slack' }));
    expect(await dialog.findByRole('link', { name: 'Destinations' })).toHaveAttribute('href', '/destinations');
    expect(dialog.getByRole('button', { name: 'Create alert' })).toBeDisabled();
    await person.click(dialog.getByRole('checkbox', { name: 'Also to Slack' }));
    expect(dialog.getByRole('button', { name: 'Create alert' })).toBeEnabled();
  });

  it('an alert is sent to Slack, and no longer', async () => {
    destinations = [channel];
    alerts = [alert];
    const changes: unknown[] = [];
    apiServer.use(
      answer(updateAlert, ({ body }) => {
        changes.push({ by: body.by, destination_id: body.destination_id });
        const changed = { ...alert, by: body.by ?? alert.by, destination_id: body.destination_id ?? null };
        alerts = [changed];
        return changed;
      }),
    );
    const { person } = renderApp('/alerts');
    await person.click(await screen.findByRole('button', { name: 'Send to Slack' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to Slack' }));
    await person.click(await dialog.findByRole('button', { name: 'Send to Slack' }));
    await person.click(await screen.findByRole('button', { name: 'Stop sending to Slack' }));
    expect(await screen.findByRole('button', { name: 'Send to Slack' })).toBeVisible();
    expect(changes).toEqual([
      { by: ['app', 'slack'], destination_id: channel.id },
      { by: ['app'], destination_id: null },
    ]);
  });
});
