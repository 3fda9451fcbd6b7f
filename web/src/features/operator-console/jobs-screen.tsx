import {
  type JobState,
  jobStates,
  listOperatorJobs,
  type OperatorJob,
  retryOperatorJob,
} from '@leadloom/shared/contract/operator-system';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import type { PlainColumn } from '../../components/plain-table.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';

const stateTitles: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed',
  done: 'Done',
};
const emptyTexts: Readonly<Record<JobState, string>> = {
  waiting: 'No job is waiting.',
  running: 'No job is running.',
  failed: 'No job has failed.',
  done: 'No job was done in the last hour.',
};

/** The queue by state. Failed jobs can be run again. */
export function JobsScreen() {
  const [state, setState] = useState<JobState>('failed');
  const [page, setPage] = useState(1);
  const queryClient = useQueryClient();
  const { isSending, failure, submit } = useSubmission();
  const query = useConsolePage(['jobs', state, page], (options) => call(listOperatorJobs, { query: { state, page } }, options));

  async function onRetry({ id }: OperatorJob): Promise<void> {
    const isAdded = await submit(() => call(retryOperatorJob, { params: { job_id: id } }));
    if (isAdded) showSnackbar('success', 'The job will run again.');
    await queryClient.invalidateQueries({ queryKey: ['console', 'jobs'] });
  }

  const columns: readonly PlainColumn<OperatorJob>[] = [
    { title: 'Job', cell: ({ job }) => job },
    { title: 'Since', cell: sinceText },
    { title: 'Tries', isNumber: true, cell: ({ tries, job }) => (job === 'webhook' ? NO_VALUE : formatCount(tries)) },
    { title: 'Reason', cell: ({ reason }) => reason ?? NO_VALUE },
    ...(state === 'failed'
      ? [
          {
            title: 'Action',
            cell: (job: OperatorJob) =>
              job.retryable && (
                <Button size="small" variant="outlined" disabled={isSending} onClick={() => void onRetry(job)}>
                  Run again
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Box sx={{ overflowX: 'auto' }}>
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label="State of the jobs"
          sx={{ '& .MuiToggleButton-root:not(.Mui-selected)': { color: 'text.secondary' } }}
          value={state}
          onChange={(_, chosen: JobState | null) => {
            if (chosen === null) return;
            setState(chosen);
            setPage(1);
          }}
        >
          {jobStates.map((each) => (
            <ToggleButton key={each} value={each}>
              {stateTitles[each]}
              {query.data !== undefined && ` (${formatCount(query.data.counts[each])})`}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      <ConsoleList
        label={`${stateTitles[state]} jobs`}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={emptyTexts[state]}
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function sinceText({ ended_at: ended, started_at: started, created_at: created }: OperatorJob): string {
  return formatDayAndTime(ended ?? started ?? created);
}
