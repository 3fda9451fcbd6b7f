import { percentRemaining } from '@leadloom/shared/domain/percent-remaining';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount } from '../../lib/format-count.ts';

interface UsageMeterProps {
  readonly label: string;
  readonly used: number;
  /** null: no limit. */
  readonly limit: number | null;
}

/** How much of a monthly limit is used, as figures and as a bar. */
export function UsageMeter({ label, used, limit }: UsageMeterProps) {
  const labelId = useId();
  const hasLimit = limit !== null && limit > 0;
  const figures = `${formatCount(used)} / ${hasLimit ? formatCount(limit) : 'N/A'}`;
  const remaining = `${percentRemaining(used, limit)} remaining`;
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', flex: '1 0 100%' }}>
          {label}
        </Typography>
        <Typography
          component="span"
          sx={{ fontSize: '1.25rem', fontWeight: 600, letterSpacing: '-0.01em', flex: 1, whiteSpace: 'nowrap' }}
        >
          {figures}
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {remaining}
        </Typography>
      </Box>
      {hasLimit && (
        <Box
          role="meter"
          aria-labelledby={labelId}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={`${figures}, ${remaining}`}
          sx={{ mt: 1, height: 6, borderRadius: 3, bgcolor: 'action.selected', overflow: 'hidden', forcedColorAdjust: 'none' }}
        >
          <Box
            sx={{
              width: '100%',
              height: '100%',
              borderRadius: 3,
              transformOrigin: 'left',
              bgcolor: used >= limit ? 'error.main' : 'primary.main',
            }}
            style={{ transform: `scaleX(${Math.min(1, used / limit)})` }}
          />
        </Box>
      )}
    </Box>
  );
}
