/** What a webhook was told in the last 30 days, with its tries. Each can be sent again. */
import { repeatWebhookDelivery, type WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { NewerAndOlder } from '../../components/newer-and-older.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { DELIVERIES_A_PAGE, useDeliveries, useReloadWebhooks } from './use-webhooks.ts';
import { describeLastTry, stateLabels } from './webhook-words.ts';

interface DeliveryListProps {
  readonly webhookId: string;
  readonly isActive: boolean;
}

export function DeliveryList({ webhookId, isActive }: DeliveryListProps) {
  const [page, setPage] = useState(1);
  const query = useDeliveries(webhookId, page);
  return (
    <Loaded query={query} loading="Loading deliveries…">
      {({ data: deliveries, total }) =>
        total === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>No deliveries yet. Send a test to see one.</Typography>
        ) : (
          <>
            <Box component="ul" aria-label="Deliveries" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {deliveries.map((delivery) => (
                <DeliveryLine key={delivery.id} webhookId={webhookId} delivery={delivery} isActive={isActive} />
              ))}
            </Box>
            <NewerAndOlder page={page} pages={Math.max(1, Math.ceil(total / DELIVERIES_A_PAGE))} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
}

interface DeliveryLineProps extends DeliveryListProps {
  readonly delivery: WebhookDelivery;
}

function DeliveryLine({ webhookId, delivery, isActive }: DeliveryLineProps) {
  const reload = useReloadWebhooks();
  const { isSending, submit } = useSubmission();
  const { id, event, created_at: createdAt, state, tries } = delivery;
  const answer = tries.at(-1)?.answer ?? '';

  async function sendAgain(): Promise<void> {
    const isDone = await submit(
      () => call(repeatWebhookDelivery, { params: { webhook_id: webhookId, delivery_id: id } }),
      showRefusal,
    );
    if (isDone) await reload();
  }

  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
          <Box component="code">{event}</Box>
          <Box component="span" sx={{ color: state === 'failed' ? 'error.main' : 'text.primary', fontWeight: 560 }}>
            {stateLabels[state]}
          </Box>
          <Box component="time" dateTime={createdAt} sx={{ color: 'text.secondary' }}>
            {formatDayAndTime(createdAt)}
          </Box>
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{describeLastTry(delivery) ?? 'Not tried yet'}</Box>
        {answer !== '' && (
          <Box component="details" sx={{ color: 'text.secondary' }}>
            <summary>Answer</summary>
            <Box
              component="pre"
              sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '10rem', overflow: 'auto' }}
            >
              {answer}
            </Box>
          </Box>
        )}
      </Box>
      <May needs={connecting}>
        <Button
          size="small"
          disabled={isSending || !isActive}
          sx={{ ml: -0.625 }}
          aria-label={`Send again: ${event} of ${formatDayAndTime(createdAt)}`}
          onClick={() => void sendAgain()}
        >
          Send again
        </Button>
      </May>
    </Box>
  );
}
