import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { type Alert, createAlert, listAlerts, updateAlert } from '@leadloom/shared/contract/alerts';
import { listDestinations } from '@leadloom/shared/contract/destinations';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { listTrackedSubreddits } from '@leadloom/shared/contract/reddit';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, on } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { changedMeanwhile, signInToWorkspace } from '../../testing/shared-workspace.ts';

const own: Alert = {
  id: 7,
  name: 'People who moved',
  watch: { kind: 'people' },
  on: ['changed'],
  fields: null,
  every: 'instant',
  at: '08:00',
  zone: 'UTC',
  by: ['app'],
  destination_id: null,
  state: 'active',
  next_at: null,
  created_at: '2098-01-10T12:00:00.000Z',
  updated_at: '2098-01-10T12:00:00.000Z',
  visibility: 'private',
  created_by: 'ada@example.com',
};
const shared: Alert = {
  ...own,
  id: 8,
  name: 'Trends',
  watch: { kind: 'trends' },
  visibility: 'workspace',
  created_by: 'kim@example.com',
};

describe('alerts of a shared workspace', () => {
  let alerts: Alert[];
  let changes: object[];

  beforeEach(() => {
    alerts = [own, shared];
    changes = [];
    apiServer.use(
      answer(listAlerts, () => ({ data: [...alerts], total: alerts.length })),
      answer(listAlertMessages, () => ({ data: [], total: 0, page: 1, per_page: 20 })),
      answer(listDestinations, () => ({ data: [], total: 0 })),
      answer(listViewNames, () => ({ data: [], total: 0 })),
      answer(listRowLists, () => ({ data: [], total: 0 })),
      answer(listTrackedSubreddits, () => ({ data: [], total: 0 }) as never),
      answer(listTrackedUsers, () => ({ data: [], total: 0 }) as never),
      on('PATCH', '/api/v1/alerts/:alert_id', async ({ request, params }) => {
        const { based_on: basedOn, ...change } = updateAlert.body.parse(await request.json());
        changes.push({ ...change, based_on: basedOn });
        const kept = alerts.find(({ id }) => id === Number(params.alert_id)) ?? own;
        if (basedOn !== undefined && basedOn < (kept.updated_at ?? '')) return changedMeanwhile(kept);
        const next = { ...kept, ...change, updated_at: '2098-01-10T13:00:00.000Z' } as Alert;
        alerts = alerts.map((alert) => (alert.id === next.id ? next : alert));
        return Response.json(next);
      }),
    );
  });

  const entry = async (list: string) => within(within(await screen.findByRole('list', { name: list })).getByRole('listitem'));

  it('one’s own and those that are shared are apart, and each says whose it is', async () => {
    signInToWorkspace();
    renderApp('/alerts');
    expect((await entry('Your alerts')).getByText(/Private\.$/)).toBeVisible();
    expect((await entry('Shared alerts')).getByText(/Shared by kim@example\.com\.$/)).toBeVisible();
  });

  it('an alert is shared by its author alone', async () => {
    signInToWorkspace();
    const { person } = renderApp('/alerts');
    expect((await entry('Shared alerts')).queryByRole('button', { name: 'Make private' })).toBeNull();
    await person.click((await entry('Your alerts')).getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('“People who moved” is shared with everybody in Loom Works.')).toBeVisible();
    expect(changes).toEqual([{ visibility: 'workspace', based_on: own.updated_at }]);
  });

  it('both versions are shown where somebody else changed the alert meanwhile', async () => {
    signInToWorkspace();
    const { person } = renderApp('/alerts');
    const button = (await entry('Shared alerts')).getByRole('button', { name: 'Send emails' });
    alerts = [own, { ...shared, name: 'Trends of May', updated_at: '2098-01-10T12:30:00.000Z' }];
    await person.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed this alert' }));
    expect(dialog.getByRole('row', { name: 'When At once, in the app and by email At once, in the app' })).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Keep theirs' }));
    expect(await screen.findByText('Trends of May')).toBeVisible();
    expect(screen.queryByText('This alert now sends emails')).toBeNull();
  });

  it('a new alert asks who sees it', async () => {
    signInToWorkspace();
    const bodies: { readonly visibility?: string | undefined }[] = [];
    apiServer.use(
      answer(createAlert, ({ body }) => {
        bodies.push(body);
        return own;
      }),
    );
    const { person } = renderApp('/alerts?watch=people');
    const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
    await person.click(await dialog.findByRole('radio', { name: 'Everybody in Loom Works' }));
    await person.click(dialog.getByRole('button', { name: 'Create alert' }));
    await expect.poll(() => bodies.map(({ visibility }) => visibility)).toEqual(['workspace']);
  });

  it('a viewer reads alerts, and changes of them say why they are refused', async () => {
    signInToWorkspace({ role: 'viewer' });
    renderApp('/alerts');
    const shown = await entry('Shared alerts');
    for (const button of [...shown.getAllByRole('button'), screen.getByRole('button', { name: 'New alert' })]) {
      expect(button).toHaveAccessibleDescription(/role “member”/);
      expect(button).toHaveAttribute('aria-disabled', 'true');
    }
  });
});
