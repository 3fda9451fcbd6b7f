/** What a webhook or a destination was sent in the last 30 days, with its tries. Each can be sent again. */
import type { WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { Loaded } from '../loaded.tsx';
import { NewerAndOlder } from '../newer-and-older.tsx';
import { May } from '../workspace/may.tsx';
import { describeLastTry, stateLabels } from './delivery-words.ts';

/** Deliveries on a page. */
export const DELIVERIES_A_PAGE = 10;
/** Deliveries change while one looks. */
const LOOK_AGAIN_MS = 3_000;

interface DeliveryPage {
  readonly data: readonly WebhookDelivery[];
  readonly total: number;
}

/** For the query of a page of deliveries: when it is asked for again, in milliseconds. */
export function lookAgainAt(page: DeliveryPage | undefined): number | false {
  return page?.data.some(({ state }) => state === 'waiting') === true ? LOOK_AGAIN_MS : false;
}

interface DeliveryListProps {
  readonly query: Parameters<typeof Loaded<DeliveryPage>>[0]['query'];
  /** What is said while there is none. */
  readonly empty: string;
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What an event is called; by default by its key. */
  readonly eventLabel?: (event: string) => string;
  /** Whether something can be sent now. */
  readonly isActive: boolean;
  /** Sends a delivery again, and loads the list. @throws {ApiError} */
  readonly sendAgain: (delivery: WebhookDelivery) => Promise<unknown>;
}

export function DeliveryList(props: DeliveryListProps) {
  const { query, empty, page, onPage, isActive, sendAgain, eventLabel } = props;
  return (
    <Loaded query={query} loading="Loading deliveries…">
      {({ data: deliveries, total }) =>
        total === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>
        ) : (
          <>
            <Box component="ul" aria-label="Deliveries" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {deliveries.map((delivery) => (
                <DeliveryLine
                  key={delivery.id}
                  delivery={delivery}
                  label={eventLabel?.(delivery.event) ?? null}
                  isActive={isActive}
                  sendAgain={() => sendAgain(delivery)}
                />
              ))}
            </Box>
            <NewerAndOlder page={page} pages={Math.max(1, Math.ceil(total / DELIVERIES_A_PAGE))} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  );
}

interface DeliveryLineProps {
  readonly delivery: WebhookDelivery;
  /** null: its event is shown by its key. */
  readonly label: string | null;
  readonly isActive: boolean;
  readonly sendAgain: () => Promise<unknown>;
}

function DeliveryLine({ delivery, label, isActive, sendAgain }: DeliveryLineProps) {
  const { isSending, submit } = useSubmission();
  const { event, created_at: createdAt, state, tries } = delivery;
  const answer = tries.at(-1)?.answer ?? '';

  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
          {label === null ? <Box component="code">{event}</Box> : <span>{label}</span>}
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
          aria-label={`Send again: ${label ?? event} of ${formatDayAndTime(createdAt)}`}
          onClick={() => void submit(sendAgain, showRefusal)}
        >
          Send again
        </Button>
      </May>
    </Box>
  );
}
