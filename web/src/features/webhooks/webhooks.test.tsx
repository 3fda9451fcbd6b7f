import { prove } from '@leadloom/shared/contract/account-settings';
import { me } from '@leadloom/shared/contract/accounts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  repeatWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@leadloom/shared/contract/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { aSubscriber } from '../../testing/billing.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

const webhook: Webhook = {
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11',
  url: 'https://hooks.example.com/leadloom',
  events: ['alert.fired'],
  state: 'active',
  reason: null,
  created_at: '2098-01-10T12:00:00.000Z',
};
const failed: WebhookDelivery = {
  id: '0b9cbb5e-8f10-4a36-9d8f-2d7d2f6a3f01',
  event: 'alert.fired',
  created_at: '2098-01-11T12:00:00.000Z',
  state: 'failed',
  tries: [{ at: '2098-01-11T12:00:01.000Z', status: 503, error: 'the receiver answered 503', ms: 12, answer: 'Too busy' }],
};
const secret = `whsec_${'A'.repeat(43)}=`;

/** The button can be pressed once the account is known. */
async function openNew(person: UserEvent): Promise<void> {
  const button = await screen.findByRole('button', { name: 'New webhook' });
  await waitFor(() => expect(button).toBeEnabled());
  await person.click(button);
}

describe('the webhooks', () => {
  let webhooks: Webhook[];
  let deliveries: WebhookDelivery[];
  beforeEach(() => {
    signInForTest();
    webhooks = [];
    deliveries = [];
    apiServer.use(
      answer(me, () => aSubscriber()),
      answer(listWebhooks, () => ({ data: webhooks, total: webhooks.length })),
      answer(listWebhookDeliveries, () => ({ data: deliveries, total: deliveries.length, page: 1, per_page: 10 })),
    );
  });

  it('the first webhook is made in two presses, and its secret is shown once', async () => {
    const made: unknown[] = [];
    apiServer.use(
      answer(createWebhook, ({ body }) => {
        made.push(body);
        webhooks = [webhook];
        return { ...webhook, secret };
      }),
    );
    const { person } = renderApp('/webhooks');
    await person.click(await screen.findByRole('button', { name: 'Create your first webhook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
    await person.type(dialog.getByLabelText('Address'), webhook.url);
    expect(dialog.queryByRole('checkbox', { name: 'An import finished' })).toBeNull();
    await person.click(dialog.getByRole('checkbox', { name: 'A trend is rising' }));
    await person.click(dialog.getByRole('button', { name: 'Create webhook' }));
    const shown = within(await screen.findByRole('dialog', { name: 'The secret of this webhook' }));
    expect(shown.getByText(secret)).toBeVisible();
    await person.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
    expect(await screen.findByRole('heading', { name: webhook.url })).toBeVisible();
    const events = [
      ...['table.rows_changed', 'alert.fired', 'profile.collected', 'profile.changed', 'trend.found', 'export.finished'],
    ];
    expect(made).toEqual([{ url: webhook.url, events }]);
  });

  it('a refused address is said in the dialog', async () => {
    apiServer.use(
      answer(createWebhook, () => {
        throw refuse('WEBHOOK.URL_PRIVATE');
      }),
    );
    const { person } = renderApp('/webhooks');
    await openNew(person);
    const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
    await person.type(dialog.getByLabelText('Address'), 'https://10.0.0.1/');
    await person.click(dialog.getByRole('button', { name: 'Create webhook' }));
    expect(await dialog.findByText(/This address is private/)).toBeVisible();
  });

  it('deliveries are shown with their last try, and sent again', async () => {
    webhooks = [webhook];
    deliveries = [failed];
    apiServer.use(
      answer(repeatWebhookDelivery, () => {
        deliveries = [
          {
            ...failed,
            state: 'delivered',
            tries: [{ ...failed.tries[0], status: 200, error: null, ms: 8, at: failed.created_at, answer: '' }],
          },
        ];
        return failed;
      }),
    );
    const { person } = renderApp('/webhooks');
    await person.click(await screen.findByRole('button', { name: 'Show deliveries' }));
    expect(await screen.findByText('1 try; last: the receiver answered 503')).toBeVisible();
    expect(screen.getByText('Too busy')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: /^Send again: alert\.fired of / }));
    expect(await screen.findByText('1 try; last: answered 200 in 8 ms')).toBeVisible();
  });

  it('a test, a new secret, a change and the deletion', async () => {
    webhooks = [webhook];
    const changes: unknown[] = [];
    apiServer.use(
      answer(testWebhook, () => {
        deliveries = [{ ...failed, event: 'webhook.test', state: 'delivered', tries: [] }];
        return failed;
      }),
      answer(rotateWebhookSecret, () => ({ ...webhook, secret })),
      answer(updateWebhook, ({ body }) => {
        changes.push(body);
        webhooks = [{ ...webhook, url: body.url ?? webhook.url }];
        return webhook;
      }),
      answer(deleteWebhook, () => {
        webhooks = [];
        return undefined;
      }),
    );
    const { person } = renderApp('/webhooks');
    await person.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('webhook.test')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Rotate secret' }));
    await person.click(await screen.findByRole('button', { name: 'Make a new secret' }));
    const shown = within(await screen.findByRole('dialog', { name: 'The new secret' }));
    expect(shown.getByText(secret)).toBeVisible();
    await person.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the webhook' }));
    await person.type(dialog.getByLabelText('Address'), '/2');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: `${webhook.url}/2` })).toBeVisible();
    expect(changes).toEqual([{ url: `${webhook.url}/2`, events: ['alert.fired'] }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(await screen.findByRole('button', { name: 'Delete webhook' }));
    expect(await screen.findByRole('button', { name: 'Create your first webhook' })).toBeVisible();
  });

  it('a webhook is made after a proof of the owner, with what was typed before', async () => {
    let isProved = false;
    const made: unknown[] = [];
    apiServer.use(
      answer(createWebhook, ({ body }) => {
        if (!isProved) throw refuse('AUTH.PROOF_NEEDED');
        made.push(body);
        webhooks = [webhook];
        return { ...webhook, secret };
      }),
      answer(prove, () => {
        isProved = true;
        return undefined;
      }),
    );
    const { person } = renderApp('/webhooks');
    await openNew(person);
    const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
    await person.type(dialog.getByLabelText('Address'), webhook.url);
    await person.click(dialog.getByRole('button', { name: 'Create webhook' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.click(proof.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText('Address')).toHaveValue(webhook.url);
    await person.click(dialog.getByRole('button', { name: 'Create webhook' }));
    const again = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.type(again.getByLabelText('Password'), 'loom-and-weft{Enter}');
    expect(await screen.findByText(secret)).toBeVisible();
    expect(made).toHaveLength(1);
  });

  it('a webhook paused by a reset says why, and the owner confirms it with a proof', async () => {
    const reason = 'Your password was reset. Confirm that this address is yours.';
    webhooks = [{ ...webhook, state: 'paused', reason }];
    let isProved = false;
    const changes: unknown[] = [];
    apiServer.use(
      answer(updateWebhook, ({ body }) => {
        if (!isProved) throw refuse('AUTH.PROOF_NEEDED');
        changes.push(body);
        webhooks = [webhook];
        return webhook;
      }),
      answer(prove, () => {
        isProved = true;
        return undefined;
      }),
    );
    const { person } = renderApp('/webhooks');
    expect(await screen.findByText(`Paused. ${reason}`)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.type(proof.getByLabelText('Password'), 'loom-and-weft{Enter}');
    expect(await screen.findByRole('button', { name: 'Send a test' })).toBeVisible();
    expect(changes).toEqual([{ state: 'active' }]);
  });

  it('a new secret and a change ask for a proof', async () => {
    webhooks = [webhook];
    let proofs = 0;
    const demand = () => {
      if (proofs === 0) throw refuse('AUTH.PROOF_NEEDED');
      proofs = 0;
    };
    apiServer.use(
      answer(rotateWebhookSecret, () => {
        demand();
        return { ...webhook, secret };
      }),
      answer(updateWebhook, ({ body }) => {
        demand();
        webhooks = [{ ...webhook, url: body.url ?? webhook.url }];
        return webhook;
      }),
      answer(prove, () => {
        proofs += 1;
        return undefined;
      }),
    );
    const { person } = renderApp('/webhooks');
    const confirm = async () => {
      const proof = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
      await person.type(proof.getByLabelText('Password'), 'loom-and-weft{Enter}');
    };
    await person.click(await screen.findByRole('button', { name: 'Rotate secret' }));
    await person.click(await screen.findByRole('button', { name: 'Make a new secret' }));
    await confirm();
    const shown = within(await screen.findByRole('dialog', { name: 'The new secret' }));
    await person.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the webhook' }));
    await person.type(dialog.getByLabelText('Address'), '/2');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await confirm();
    expect(await screen.findByRole('heading', { name: `${webhook.url}/2` })).toBeVisible();
  });

  it('a disabled webhook says why, and is enabled again', async () => {
    webhooks = [{ ...webhook, state: 'disabled', reason: 'The receiver answered 410.' }];
    apiServer.use(
      answer(updateWebhook, ({ body }) => {
        webhooks = [{ ...webhook, state: body.state ?? 'disabled' }];
        return webhook;
      }),
    );
    const { person } = renderApp('/webhooks');
    expect(await screen.findByText('Disabled. The receiver answered 410.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Enable again' }));
    expect(await screen.findByRole('button', { name: 'Send a test' })).toBeVisible();
  });
});
