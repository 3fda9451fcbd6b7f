import Box from '@mui/material/Box';
import type { SectionLine } from './section-states.ts';

/** Every section with its state, as a symbol and in words. */
export function SectionList({ lines }: { readonly lines: readonly SectionLine[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: '0.375rem 1.5rem',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
        fontSize: '0.875rem',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, mb: { xs: 0.5, sm: 0 }, display: 'flex', alignItems: 'baseline', gap: 1, overflowWrap: 'anywhere' },
      }}
    >
      {lines.map(({ key, name, state, text }) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>
            <StateDot isWhole={state === 'complete'} />
            {text}
          </dd>
        </Box>
      ))}
    </Box>
  );
}

/** Decorative, because the text next to it says the same. Full or hollow, so that it does not depend on colour. */
export function StateDot({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        width: '0.625rem',
        height: '0.625rem',
        borderRadius: '50%',
        border: 2,
        borderColor: isWhole ? 'success.main' : 'warning.main',
        bgcolor: isWhole ? 'success.main' : 'transparent',
      }}
    />
  );
}
