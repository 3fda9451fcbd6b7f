import TrendingDownRounded from '@mui/icons-material/TrendingDownRounded';
import TrendingFlatRounded from '@mui/icons-material/TrendingFlatRounded';
import TrendingUpRounded from '@mui/icons-material/TrendingUpRounded';
import Box from '@mui/material/Box';
import type { Velocity } from './velocity.ts';

const arrows = { up: TrendingUpRounded, down: TrendingDownRounded, level: TrendingFlatRounded } as const;

interface VelocityTextProps {
  readonly velocity: Velocity;
  readonly isSmall?: boolean;
}

/** The arrow repeats what the words say; colour only underlines what grows. */
export function VelocityText({ velocity, isSmall = false }: VelocityTextProps) {
  const { direction, text } = velocity;
  const Arrow = arrows[direction];
  const isUp = direction === 'up';
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.75,
        fontSize: isSmall ? '0.8125rem' : '0.875rem',
        lineHeight: 1.5,
        fontVariantNumeric: 'tabular-nums',
        color: isUp && !isSmall ? 'text.primary' : 'text.secondary',
        fontWeight: isUp && !isSmall ? 560 : 400,
      }}
    >
      <Arrow aria-hidden sx={{ fontSize: '1.25em', mt: '0.125em', color: isUp ? 'primary.main' : 'text.secondary' }} />
      <span>{text}</span>
    </Box>
  );
}
