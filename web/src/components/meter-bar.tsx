/** A thin bar for a part of a whole. The figures stand next to it; the bar alone says nothing. */
import Box from '@mui/material/Box';

interface MeterBarProps {
  /** What is measured: the name of the meter. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The figures in words. */
  readonly text: string;
  readonly isSpent: boolean;
}

export function MeterBar({ label, value, max, text, isSpent }: MeterBarProps) {
  const shown = Math.min(value, max);
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={shown}
      aria-valuetext={text}
      sx={{ height: 6, borderRadius: 3, bgcolor: 'action.selected', overflow: 'hidden', forcedColorAdjust: 'none' }}
    >
      <Box
        sx={{
          width: '100%',
          height: '100%',
          borderRadius: 3,
          transformOrigin: 'left',
          bgcolor: isSpent ? 'error.main' : 'primary.main',
        }}
        style={{ transform: `scaleX(${max === 0 ? 0 : shown / max})` }}
      />
    </Box>
  );
}
