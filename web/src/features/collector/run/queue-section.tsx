/** The profiles that wait for their turn in the running job, in its order, and when a job that waits continues. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../lib/format-count.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import type { CollectorRun } from './collector-run.ts';
import { useRunState } from './use-collector-run.ts';
import { explainQueue } from './waiting.ts';

const SHOWN = 6;
const nothing: readonly string[] = [];

interface QueueSectionProps {
  readonly entries: readonly CollectorEntry[];
  readonly run: CollectorRun;
}

export function QueueSection({ entries, run }: QueueSectionProps) {
  const isIdle = useRunState(run, ({ phase }) => phase === 'idle');
  const waiting = useRunState(run, (state) => state.waiting);
  const active = useRunState(run, (state) => state.active);
  const remaining = useRunState(run, ({ progress }) => progress?.remaining ?? nothing);
  const queued = isIdle ? nothing : remaining.filter((entryId) => !active.has(entryId));
  const first = new Set(queued.slice(0, SHOWN));
  const shown = new Map(entries.filter(({ id }) => first.has(id)).map((entry) => [entry.id, entry]));

  return (
    <Paper id="queue" component="section" variant="outlined" aria-labelledby="queue-title" sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Typography id="queue-title" variant="h2" sx={{ flex: 1 }}>
          Queue
        </Typography>
        {queued.length > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(queued.length)} waiting
          </Typography>
        )}
      </Box>
      <Box role="status" sx={{ fontSize: '0.875rem', fontWeight: 560, '&:empty': { display: 'none' } }}>
        {waiting?.reason === 'allowance_spent' && explainQueue(waiting, Date.now(), formatMoment)}
      </Box>
      {queued.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          No profile is waiting. Select profiles in the list and press Download.
        </Typography>
      ) : (
        <Box component="ol" aria-labelledby="queue-title" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {[...first].map((entryId) => (
            <QueuedProfile key={entryId} entry={shown.get(entryId)} onRemove={() => void run.unqueue(entryId)} />
          ))}
          {queued.length > SHOWN && (
            <Box component="li" sx={{ pt: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
              and {formatCount(queued.length - SHOWN)} more
            </Box>
          )}
        </Box>
      )}
    </Paper>
  );
}

interface QueuedProfileProps {
  /** undefined: the list is not loaded, or does not have it any more. */
  readonly entry: CollectorEntry | undefined;
  readonly onRemove: () => void;
}

function QueuedProfile({ entry, onRemove }: QueuedProfileProps) {
  if (entry === undefined) return null;
  const name = entry.name ?? readProfileUrl(entry.url)?.slug ?? entry.url;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.875rem', minHeight: 28 }}>
      <Box component="bdi" sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
      <IconButton size="small" aria-label={`Remove ${name} from the queue`} onClick={onRemove} sx={{ mr: -0.5 }}>
        <CloseRounded sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}
