import { percentRemaining } from '@leadloom/shared/domain/percent-remaining';
import Box from '@mui/material/Box';
import { formatCount } from '../lib/format-count.ts';
import { MeterBar } from './meter-bar.tsx';

interface UsageMeterProps {
  readonly label: string;
  readonly used: number;
  /** null: no limit. */
  readonly limit: number | null;
}

/** How much of a monthly limit is used, as figures and as a bar. */
export function UsageMeter({ label, used, limit }: UsageMeterProps) {
  const hasLimit = limit !== null && limit > 0;
  const figures = `${formatCount(used)} / ${hasLimit ? formatCount(limit) : 'N/A'}`;
  const remaining = `${percentRemaining(used, limit)} remaining`;
  return (
    <Box component="span" sx={{ display: 'inline-grid', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ display: 'flex', columnGap: 0.75 }}>
        <span>{label}</span>
        <strong>{figures}</strong>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {remaining}
        </Box>
      </Box>
      {hasLimit && <MeterBar label={label} value={used} max={limit} text={`${figures}, ${remaining}`} isSpent={used >= limit} />}
    </Box>
  );
}
