/** Webhooks: addresses of the account's own programs to which events are sent. */
import { createWebhook, MAX_WEBHOOKS } from '@leadloom/shared/contract/webhooks';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EntryList } from '../../components/entry-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { FirstOne, VerifiedScreen } from '../../components/verified-screen.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useReloadWebhooks, useWebhooks } from './use-webhooks.ts';
import { offeredEvents, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookEntry } from './webhook-entry.tsx';

export function Webhooks() {
  const reload = useReloadWebhooks();
  const { withProof, proofDialog } = useOwnerProof();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <VerifiedScreen
      title="Webhooks"
      newLabel="New webhook"
      onNew={() => setCreating(true)}
      needs={connecting}
      verifyFirst="Check your inbox and verify your email to use webhooks."
    >
      {({ is_operator: isOperator = false }) => (
        <>
          <OwnWebhooks isOperator={isOperator} onCreate={() => setCreating(true)} />
          {isCreating && (
            <WebhookDialog
              title="New webhook"
              submitLabel="Create webhook"
              offered={offeredEvents(isOperator)}
              start={{ url: '', events: [...offeredEvents(isOperator)] }}
              onSubmit={async (body) => {
                const made = await withProof(() => call(createWebhook, { body }));
                if (made === null) return;
                setCreating(false);
                setSecret(made.result.secret);
                await reload();
              }}
              onClose={() => setCreating(false)}
            />
          )}
          {proofDialog}
          {secret !== null && <SecretDialog secret={secret} isRotated={false} onClose={() => setSecret(null)} />}
        </>
      )}
    </VerifiedScreen>
  );
}

function OwnWebhooks({ isOperator, onCreate }: { readonly isOperator: boolean; readonly onCreate: () => void }) {
  const query = useWebhooks();
  return (
    <Loaded query={query} loading="Loading webhooks…">
      {(all) =>
        all.length === 0 ? (
          <FirstOne text="No webhooks yet. A webhook sends a signed request to your own program when something happens here.">
            <May needs={connecting}>
              <Button variant="outlined" onClick={onCreate}>
                Create your first webhook
              </Button>
            </May>
          </FirstOne>
        ) : (
          <>
            <EntryList
              label="Your webhooks"
              entries={all}
              renderEntry={(webhook) => <WebhookEntry webhook={webhook} isOperator={isOperator} />}
            />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {`${all.length} of ${MAX_WEBHOOKS} webhooks.`}
            </Typography>
          </>
        )
      }
    </Loaded>
  );
}
