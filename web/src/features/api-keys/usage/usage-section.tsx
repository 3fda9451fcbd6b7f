/** The recent usage of each key: how often it called, what it called, and how often that failed. */
import { getApiKeyUsage } from '@leadloom/shared/contract/keys';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { ListedKey } from '../key-list.ts';
import { KeyUseEntry } from './key-use-entry.tsx';
import { type KeyUse, lastDays, summarizeUsage } from './summarize-usage.ts';

const DAYS = 30;

interface LoadedUsage {
  readonly days: readonly string[];
  readonly keys: readonly KeyUse[];
}

async function readUsage(signal: AbortSignal): Promise<LoadedUsage> {
  const days = lastDays(DAYS, new Date());
  const { data } = await call(getApiKeyUsage, { query: { days: DAYS } }, { signal });
  return { days, keys: summarizeUsage(data, days) };
}

interface UsageSectionProps {
  /** The current keys; undefined until they have loaded. */
  readonly keys: readonly ListedKey[] | undefined;
}

export function UsageSection({ keys }: UsageSectionProps) {
  const titleId = useId();
  const { data, error, refetch, isFetching } = useQuery<LoadedUsage, ApiError>({
    queryKey: ['key-usage'],
    queryFn: ({ signal }) => readUsage(signal),
  });
  // Without a key, now or recently, there is nothing to show.
  if (keys === undefined || (keys.length === 0 && (data === undefined || data.keys.length === 0))) return null;
  const listedKey = (keyId: string) => keys.find(({ id }) => id === keyId) ?? null;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, mt: 1.5 }}
    >
      <Box>
        <Typography id={titleId} variant="h2">
          Usage in the last {DAYS} days
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch', mt: 0.5 }}>
          Refused calls (4xx) were invalid or not allowed. Failed calls (5xx) are errors of the server. Days are in UTC.
        </Typography>
      </Box>
      {data !== undefined && data.keys.length > 0 && (
        <Paper variant="outlined">
          {data.keys.map((use) => (
            <KeyUseEntry key={use.keyId} use={use} days={data.days} listed={listedKey(use.keyId)} />
          ))}
        </Paper>
      )}
      {data !== undefined && data.keys.length === 0 && (
        <Paper variant="outlined" sx={{ p: 2 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            No calls in the last {DAYS} days.
          </Typography>
        </Paper>
      )}
      {data === undefined &&
        (error === null ? (
          <Paper variant="outlined" sx={{ p: 2 }}>
            <LoadingText>Loading the usage of your API keys…</LoadingText>
          </Paper>
        ) : (
          <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ))}
    </Box>
  );
}
