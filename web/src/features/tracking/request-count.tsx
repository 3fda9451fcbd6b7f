import Typography from '@mui/material/Typography';
import { formatCount } from '../../lib/format-count.ts';
import type { Network } from './read-network.ts';

interface RequestCountProps {
  readonly networkName: string;
  /** null: not known. */
  readonly network: Network | null;
}

/** Today's requests to the network for all accounts of this server; nothing if it is never called. */
export function RequestCount({ networkName, network }: RequestCountProps) {
  if (network?.is_configured !== true) return null;
  const { requests_today: today, requests_a_day: limit } = network;
  const count = limit === null ? formatCount(today) : `${formatCount(today)} of ${formatCount(limit)}`;
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {count} requests to {networkName} since midnight UTC
    </Typography>
  );
}
