/** What changed each time a profile was collected again; loaded when it is opened. */
import { getProfileHistory } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { historiesKey } from '../../../lib/collected-people/people-queries.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { ChangeList } from './change-list.tsx';

type HistoryEntry = EndpointResult<typeof getProfileHistory>['data'][number];

interface ProfileHistoryProps {
  readonly userId: string;
  /** Part of the query key, because collecting a profile again changes its history. */
  readonly collectedAt: string;
}

export function ProfileHistory({ userId, collectedAt }: ProfileHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={`${id}-title`}>
      <Typography id={`${id}-title`} variant="h2">
        <Button
          color="inherit"
          fullWidth
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          endIcon={<ExpandMoreRounded sx={{ transition: 'transform 150ms', transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          sx={{ justifyContent: 'space-between', px: { xs: 2, sm: 3 }, minHeight: '3.5rem', font: 'inherit' }}
        >
          History
        </Button>
      </Typography>
      <Box id={id} hidden={!isOpen} sx={{ px: { xs: 2, sm: 3 }, pt: 1, pb: { xs: 2, sm: 3 } }}>
        {isOpen && <Entries key={collectedAt} userId={userId} collectedAt={collectedAt} />}
      </Box>
    </Paper>
  );
}

function Entries({ userId, collectedAt }: ProfileHistoryProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...historiesKey, userId, collectedAt],
    queryFn: ({ signal }) => call(getProfileHistory, { params: { user_id: userId } }, { signal }),
  });
  if (error !== null) return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <LoadingText>Loading the history…</LoadingText>;
  if (data.data.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Nothing has changed since the profile was first collected.
      </Typography>
    );
  }
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
      {data.data.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded in full and never reordered
        <Entry key={index} entry={entry} />
      ))}
    </Box>
  );
}

function Entry({ entry: { changed_at: time, cause, changes } }: { readonly entry: HistoryEntry }) {
  return (
    <Box
      component="li"
      sx={{ pl: 2, borderInlineStart: '3px solid', borderColor: 'secondary.light', display: 'grid', gap: 0.75 }}
    >
      <div>
        <Typography variant="h3">
          <time dateTime={time}>{formatDayAndTime(time)}</time>
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {cause === 'collected' ? 'Collected again' : 'LinkedIn’s answers were read again by a newer parser'}
        </Typography>
      </div>
      <ChangeList changes={changes} />
    </Box>
  );
}
