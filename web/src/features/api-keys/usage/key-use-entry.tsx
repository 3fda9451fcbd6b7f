import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../lib/format-count.ts';
import type { ListedKey } from '../key-list.ts';
import { SandboxMark } from '../sandbox-mark.tsx';
import { DayBars } from './day-bars.tsx';
import { EndpointUses } from './endpoint-uses.tsx';
import type { KeyUse } from './summarize-usage.ts';

interface KeyUseEntryProps {
  readonly use: KeyUse;
  readonly days: readonly string[];
  /** The key as the list has it; null: it was deleted, and its usage stays. */
  readonly listed: ListedKey | null;
}

export function KeyUseEntry({ use, days, listed }: KeyUseEntryProps) {
  const { keyId, prefix, calls, refused, failed, endpoints, daily } = use;
  return (
    <Box
      component="article"
      aria-label={`Usage of ${keyId}`}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        p: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="h3" sx={{ fontFamily: 'monospace' }}>
          {keyId}
        </Typography>
        <SandboxMark prefix={prefix} />
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {listed === null ? 'Deleted key' : <bdi>{listed.name}</bdi>}
        </Typography>
        <Typography variant="body2" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {inWords(calls, refused + failed)}
        </Typography>
      </Box>
      <DayBars days={days} counts={daily} />
      <EndpointUses label={`Endpoints called with ${keyId}`} endpoints={endpoints} />
    </Box>
  );
}

function inWords(calls: number, errors: number): string {
  const count = (number: number, noun: string) => `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
  return `${count(calls, 'call')}, ${errors === 0 ? 'no errors' : count(errors, 'error')}`;
}
