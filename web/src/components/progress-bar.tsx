/** A bar for work that goes on. Without an end that is known, it only says that there is work. */
import LinearProgress from '@mui/material/LinearProgress';

interface ProgressBarProps {
  readonly label: string;
  readonly value?: number;
  readonly max?: number;
}

export function ProgressBar({ label, value = 0, max = 0 }: ProgressBarProps) {
  const sx = { height: 6, borderRadius: 3, '@media (prefers-reduced-motion: reduce)': { '& *': { animation: 'none' } } };
  if (max <= 0) return <LinearProgress aria-label={label} sx={sx} />;
  return <LinearProgress aria-label={label} variant="determinate" value={Math.min(100, (value / max) * 100)} sx={sx} />;
}
