/** Calls of each day as thin bars; the figures stand next to them in words. */
import Box from '@mui/material/Box';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';

interface DayBarsProps {
  readonly days: readonly string[];
  /** One for each day. */
  readonly counts: readonly number[];
}

export function DayBars({ days, counts }: DayBarsProps) {
  const peak = Math.max(...counts);
  return (
    <Box
      role="img"
      aria-label={describe(days, counts, peak)}
      sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height: '2rem', forcedColorAdjust: 'none' }}
    >
      {days.map((day, index) => (
        <Box
          key={day}
          sx={{ flex: '1 1 0', borderRadius: '1px', bgcolor: counts[index] ? 'primary.main' : 'divider' }}
          style={{ height: counts[index] ? `${Math.max(8, (100 * counts[index]) / peak)}%` : '1px' }}
        />
      ))}
    </Box>
  );
}

function describe(days: readonly string[], counts: readonly number[], peak: number): string {
  const busiest = days[counts.indexOf(peak)] ?? '';
  return `Calls per day; peak ${formatCount(peak)} on ${formatDay(`${busiest}T12:00:00`)}`;
}
