import Box from '@mui/material/Box';

interface DescriptionListProps {
  readonly items: readonly { readonly term: string; readonly text: string }[];
}

/** Facts by their names, side by side where there is room. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        width: '100%',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {items.map(({ term, text }) => (
        <Box key={term}>
          <Box component="dt" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
            {term}
          </Box>
          <Box component="dd" sx={{ m: 0, mt: 0.25, fontWeight: 560, overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
