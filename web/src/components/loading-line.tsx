/** A thin progress line while something loads; it appears only when that takes noticeable time. */
import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';

const appear = keyframes({ to: { opacity: 1 } });
const slide = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } });

interface LoadingLineProps {
  readonly label?: string;
  /** What it is at the top of: the window, or what is around it. */
  readonly at?: 'window' | 'parent';
}

export function LoadingLine({ label = 'Loading page', at = 'window' }: LoadingLineProps) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      sx={{
        position: at === 'window' ? 'fixed' : 'absolute',
        insetInline: 0,
        top: 0,
        zIndex: at === 'window' ? 'tooltip' : 1,
        height: 2,
        overflow: 'hidden',
        opacity: 0,
        animation: `${appear} 150ms 300ms forwards`,
        '&::after': {
          content: '""',
          display: 'block',
          width: '30%',
          height: '100%',
          bgcolor: 'primary.main',
          animation: `${slide} 1.2s ease-in-out infinite`,
          '@media (prefers-reduced-motion: reduce)': { animation: 'none', width: '100%' },
        },
      }}
    />
  );
}
