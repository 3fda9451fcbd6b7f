import { percentRemaining } from '@leadloom/shared/domain/percent-remaining';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MeterBar } from '../../components/meter-bar.tsx';
import { formatCount } from '../../lib/format-count.ts';

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
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography component="span" sx={{ fontWeight: 600, flex: 1, whiteSpace: 'nowrap' }}>
          {figures}
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {remaining}
        </Typography>
      </Box>
      {hasLimit && (
        <Box sx={{ mt: 0.5 }}>
          <MeterBar label={label} value={used} max={limit} text={`${figures}, ${remaining}`} isSpent={used >= limit} />
        </Box>
      )}
    </Box>
  );
}
