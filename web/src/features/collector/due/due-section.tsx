/**
 * People who are due to be collected again. One press starts a job with as many of them as today's allowance has left;
 * nothing starts by itself.
 */
import { MAX_RECOLLECTIONS_AT_ONCE, proposeRecollections } from '@leadloom/shared/contract/recollections';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { generatePath } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useDuePeople, useReloadRecollections } from '../../../lib/collected-people/recollections.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { paths } from '../../../lib/paths.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { useAllowance } from '../allowance/use-allowance.ts';
import { putEntries } from '../api/jobs-cache.ts';
import { DEFAULT_CONCURRENCY } from '../entries/choose-entries.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import type { CollectorRun } from '../run/collector-run.ts';
import { useRunState } from '../run/use-collector-run.ts';

interface DueSectionProps {
  readonly run: CollectorRun;
  /** Extension and sign-in are there. */
  readonly isReady: boolean;
}

export function DueSection({ run, isReady }: DueSectionProps) {
  const { data, error, isFetching, refetch } = useDuePeople();
  const reload = useReloadRecollections();
  const queryClient = useQueryClient();
  const allowance = useAllowance();
  const { isSending, failure, submit } = useSubmission();
  const phase = useRunState(run, (state) => state.phase);
  const settled = useRunState(run, ({ progress }) => (progress === null ? 0 : progress.downloaded + progress.notFound));
  useEffect(() => {
    // People whose collection has an outcome are no longer due.
    if (settled > 0) void reload();
  }, [settled, reload]);

  const due = data?.due ?? 0;
  const left = allowance === null ? 0 : Math.max(0, allowance.profiles.limit - allowance.profiles.used);
  const count = Math.min(due, left, MAX_RECOLLECTIONS_AT_ONCE);

  async function start(): Promise<void> {
    if (!(await requireRiskAccepted())) return;
    await submit(async () => {
      const { users } = await call(proposeRecollections, { body: { max: count } });
      putEntries(queryClient, users);
      // The job outlives the press.
      void run.download(users, Number(DEFAULT_CONCURRENCY));
    });
  }

  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="due-title"
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}
    >
      <Typography id="due-title" variant="h2">
        Due again
      </Typography>
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && due === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {data.next_due_at === null
            ? 'Select people in Collected people and choose how often to collect them again.'
            : `Nobody is due. The next person is due on ${formatDay(data.next_due_at)}.`}
        </Typography>
      )}
      {data !== undefined && due > 0 && (
        <>
          <Box
            component="ul"
            aria-label="People who are due"
            sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem', display: 'grid', gap: 0.5 }}
          >
            {data.data.map(({ user_id: id, full_name: name, profile_url: url }) => (
              <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
                <TextLink to={generatePath(paths.linkedinUser, { userId: id })}>{name ?? url}</TextLink>
              </Box>
            ))}
            {due > data.data.length && <li>{`and ${formatCount(due - data.data.length)} more`}</li>}
          </Box>
          <May needs={collecting}>
            <Button
              variant="outlined"
              disabled={!isReady || phase !== 'idle' || isSending || count === 0}
              onClick={() => void start()}
            >
              {count === 0 ? 'Collect again' : `Collect ${formatCount(count)} again`}
            </Button>
          </May>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {explainCount({ due, left, isKnown: allowance !== null })}
          </Typography>
          {failure !== null && <Notice severity="error">{failure.message}</Notice>}
        </>
      )}
    </Paper>
  );
}

interface Shares {
  readonly due: number;
  readonly left: number;
  /** The extension has said what is left. */
  readonly isKnown: boolean;
}

function explainCount({ due, left, isKnown }: Shares): string {
  if (!isKnown) return 'They can be collected once the extension has answered.';
  if (left === 0) return 'Today’s allowance is used up. They stay due.';
  return due > left ? 'As many as today’s allowance has left. The others stay due.' : 'Within what is left today.';
}
