/** Three warp and three weft threads; the coloured one runs down and turns into an L. Decorative by itself. */
import Box from '@mui/material/Box';

interface BrandMarkProps {
  /** Edge length in pixels. */
  readonly size?: number;
}

export function BrandMark({ size = 28 }: BrandMarkProps) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden focusable="false" sx={{ width: size, height: size, flex: 'none' }}>
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
        <path d="M16 4V5.5M16 10.5V21.5M16 26.5V28" />
        <path d="M24 4V13.5M24 18.5V28" />
        <path d="M4 8H5.5M10.5 8H21.5M26.5 8H28" />
        <path d="M10.5 16H13.5M18.5 16H28" />
      </g>
      <Box
        component="path"
        d="M8 4V24H21.5M26.5 24H28"
        sx={{ fill: 'none', stroke: '#DFA437', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' }}
      />
    </Box>
  );
}
