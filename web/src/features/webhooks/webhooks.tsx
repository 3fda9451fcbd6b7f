/** Webhooks: addresses of the account's own programs that are told of events. */
import { createWebhook, MAX_WEBHOOKS } from '@leadloom/shared/contract/webhooks';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EntryList } from '../../components/entry-list.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useReloadWebhooks, useWebhooks } from './use-webhooks.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookEntry } from './webhook-entry.tsx';
import { offeredEvents } from './webhook-words.ts';

export function Webhooks() {
  const { data: user, error, refetch, isFetching } = useMe();
  const reload = useReloadWebhooks();
  const { withProof, proofDialog } = useOwnerProof();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isOperator = user?.is_operator === true;
  const offered = offeredEvents(isOperator);
  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title="Webhooks" />
        <Button variant="contained" disabled={user?.verified !== true} onClick={() => setCreating(true)}>
          New webhook
        </Button>
      </HeadingLine>
      {user === undefined &&
        (error === null ? (
          <LoadingText>Loading your account…</LoadingText>
        ) : (
          <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ))}
      {user?.verified === false && (
        <>
          <Typography>Check your inbox and verify your email to use webhooks.</Typography>
          <ResendVerification />
        </>
      )}
      {user?.verified === true && <OwnWebhooks isOperator={isOperator} onCreate={() => setCreating(true)} />}
      {isCreating && (
        <WebhookDialog
          title="New webhook"
          submitLabel="Create webhook"
          offered={offered}
          start={{ url: '', events: [...offered] }}
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
    </PageBody>
  );
}

function OwnWebhooks({ isOperator, onCreate }: { readonly isOperator: boolean; readonly onCreate: () => void }) {
  const { data, error, isFetching, refetch } = useWebhooks();
  if (data === undefined) {
    return error === null ? (
      <LoadingText>Loading webhooks…</LoadingText>
    ) : (
      <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  if (data.length === 0)
    return (
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Typography sx={{ color: 'text.secondary' }}>
          No webhooks yet. A webhook sends a signed request to your own program when something happens here.
        </Typography>
        <Button variant="outlined" onClick={onCreate}>
          Create your first webhook
        </Button>
      </Box>
    );
  return (
    <>
      <EntryList
        label="Your webhooks"
        entries={data}
        renderEntry={(webhook) => <WebhookEntry webhook={webhook} isOperator={isOperator} />}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {`${data.length} of ${MAX_WEBHOOKS} webhooks.`}
      </Typography>
    </>
  );
}
