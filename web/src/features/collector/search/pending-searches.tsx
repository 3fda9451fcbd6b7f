/** Searches that did not finish: each can be resumed or deleted. */
import type { SearchJob } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import type { ListProgress } from '../listing/list-progress.ts';

interface PendingSearchesProps {
  readonly jobs: readonly SearchJob[];
  /** What this browser keeps of them, by their ids. */
  readonly interrupted: ReadonlyMap<string, ListProgress>;
  readonly isDisabled: boolean;
  readonly isRunning: boolean;
  readonly onRelaunch: (job: SearchJob) => void;
  readonly onDelete: (job: SearchJob) => void;
}

export function PendingSearches({ jobs, interrupted, isDisabled, isRunning, onRelaunch, onDelete }: PendingSearchesProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography ref={heading} id={id} variant="h3" tabIndex={-1}>
        Pending searches
      </Typography>
      {jobs.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          No unfinished searches.
        </Typography>
      ) : (
        <Box component="ul" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {jobs.map((job) => (
            <Box
              component="li"
              key={job.jobId}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1.5,
                rowGap: 0.5,
                py: 0.75,
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              <Box sx={{ flex: '1 1 14rem', minWidth: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
                {job.description}
                <UnsavedNote count={interrupted.get(job.jobId)?.unsaved.length ?? 0} />
              </Box>
              <Box sx={{ display: 'flex', gap: 0.5 }}>
                <Button
                  size="small"
                  disabled={isDisabled || isRunning}
                  aria-label={`Relaunch ${job.description}`}
                  onClick={() => {
                    heading.current?.focus();
                    onRelaunch(job);
                  }}
                >
                  Relaunch
                </Button>
                <Button
                  size="small"
                  color="error"
                  disabled={isDisabled}
                  aria-label={`Delete ${job.description}`}
                  onClick={() => {
                    heading.current?.focus();
                    onDelete(job);
                  }}
                >
                  Delete
                </Button>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function UnsavedNote({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
      {formatCount(count)} {count === 1 ? 'profile is' : 'profiles are'} kept in this browser and saved first.
    </Box>
  );
}
