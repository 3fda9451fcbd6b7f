/** One webhook: where it leads, what it is told, its deliveries, and what can be done with it. */
import {
  deleteWebhook,
  eventLabels,
  repeatWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@leadloom/shared/contract/webhooks';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { DeliveryList } from '../../components/deliveries/delivery-list.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { EntryHead } from '../../components/entry-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useDeliveries, useReloadWebhooks } from './use-webhooks.ts';
import { offeredEvents, WebhookDialog } from './webhook-dialog.tsx';

interface WebhookEntryProps {
  readonly webhook: Webhook;
  readonly isOperator: boolean;
}

type Opened = 'change' | 'rotate' | 'delete' | null;

export function WebhookEntry({ webhook, isOperator }: WebhookEntryProps) {
  const reload = useReloadWebhooks();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const [opened, setOpened] = useState<Opened>(null);
  const [areDeliveriesShown, setDeliveriesShown] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const deliveriesId = useId();
  const path = { params: { webhook_id: webhook.id } };
  const isActive = webhook.state === 'active';

  function open(what: Opened): void {
    clearFailure();
    setOpened(what);
  }
  async function test(): Promise<void> {
    if (!(await submit(() => call(testWebhook, path), showRefusal))) return;
    await reload();
    showSnackbar('success', 'Test event on its way');
    setDeliveriesShown(true);
  }
  async function activate(): Promise<void> {
    await submit(async () => {
      const body = { state: 'active' } as const;
      if ((await withProof(() => call(updateWebhook, { ...path, body }))) === null) return;
      await reload();
      showSnackbar('success', webhook.state === 'paused' ? 'Webhook confirmed' : 'Webhook enabled');
    }, showRefusal);
  }
  async function rotate(): Promise<void> {
    await submit(async () => {
      const rotated = await withProof(() => call(rotateWebhookSecret, path));
      if (rotated === null) return;
      setSecret(rotated.result.secret);
      setOpened(null);
    });
  }

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <EntryHead
        title={webhook.url}
        level="h2"
        text={webhook.events.map((event) => eventLabels[event]).join(' · ')}
        actions={
          <>
            {isActive && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending} onClick={() => void test()}>
                  Send a test
                </Button>
              </May>
            )}
            <May needs={connecting}>
              <Button size="small" disabled={isSending} onClick={() => open('change')}>
                Change
              </Button>
            </May>
            <May needs={connecting}>
              <Button size="small" disabled={isSending} onClick={() => open('rotate')}>
                Rotate secret
              </Button>
            </May>
            <May needs={connecting}>
              <Button size="small" color="error" disabled={isSending} onClick={() => open('delete')}>
                Delete
              </Button>
            </May>
          </>
        }
      />
      {!isActive && (
        <Notice severity="warning">
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
            <span>{`${webhook.state === 'paused' ? 'Paused' : 'Disabled'}. ${webhook.reason ?? ''}`}</span>
            <May needs={connecting}>
              <Button size="small" variant="outlined" disabled={isSending} onClick={() => void activate()}>
                {webhook.state === 'paused' ? 'Confirm' : 'Enable again'}
              </Button>
            </May>
          </Box>
        </Notice>
      )}
      <Box>
        <Button
          size="small"
          aria-expanded={areDeliveriesShown}
          sx={{ ml: -0.625 }}
          aria-controls={areDeliveriesShown ? deliveriesId : undefined}
          onClick={() => setDeliveriesShown(!areDeliveriesShown)}
        >
          {areDeliveriesShown ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        {areDeliveriesShown && (
          <Box id={deliveriesId} sx={{ display: 'grid', gap: 1, pt: 0.5 }}>
            <Deliveries webhookId={webhook.id} isActive={isActive} />
          </Box>
        )}
      </Box>
      {opened === 'change' && (
        <WebhookDialog
          title="Change the webhook"
          submitLabel="Save"
          offered={offeredEvents(isOperator || webhook.events.includes('import.finished'))}
          start={{ url: webhook.url, events: webhook.events }}
          onSubmit={async (body) => {
            if ((await withProof(() => call(updateWebhook, { ...path, body }))) === null) return;
            setOpened(null);
            await reload();
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'rotate' && (
        <ConfirmDialog
          title="Make a new secret?"
          text="Requests are signed with both secrets for 24 hours, so that you can replace the old one at your receiver."
          confirmLabel="Make a new secret"
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() => void rotate()}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'delete' && (
        <DeleteDialog
          title="Delete this webhook?"
          text={`${webhook.url} gets no more events. Its deliveries are deleted too.`}
          confirmLabel="Delete webhook"
          remove={() => call(deleteWebhook, path)}
          onDeleted={() => {
            setOpened(null);
            void reload();
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {proofDialog}
      {secret !== null && <SecretDialog secret={secret} isRotated onClose={() => setSecret(null)} />}
    </Box>
  );
}

function Deliveries({ webhookId, isActive }: { readonly webhookId: string; readonly isActive: boolean }) {
  const [page, setPage] = useState(1);
  const reload = useReloadWebhooks();
  return (
    <DeliveryList
      query={useDeliveries(webhookId, page)}
      empty="No deliveries yet. Send a test to see one."
      page={page}
      onPage={setPage}
      isActive={isActive}
      sendAgain={async ({ id }) => {
        await call(repeatWebhookDelivery, { params: { webhook_id: webhookId, delivery_id: id } });
        await reload();
      }}
    />
  );
}
