/** A few numbers side by side, each under its name. */
import Box from '@mui/material/Box';
import { formatCount } from '../../../lib/format-count.ts';

export function Figures({ label, of }: { readonly label: string; readonly of: readonly (readonly [string, number])[] }) {
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1.5, m: 0, fontVariantNumeric: 'tabular-nums' }}
    >
      {of.map(([name, count]) => (
        <Box key={name} sx={{ display: 'grid' }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: '1.375rem', fontWeight: 560 }}>
            {formatCount(count)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
