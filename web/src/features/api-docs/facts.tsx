import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface Fact {
  readonly key: string;
  readonly term: ReactNode;
  readonly text: ReactNode;
}

interface FactsProps {
  readonly facts: readonly Fact[];
}

/** Names and their meanings, side by side if there is room, else one above the other. */
export function Facts({ facts }: FactsProps) {
  return (
    <Box component="dl" sx={{ m: 0, fontSize: '0.875rem', lineHeight: 1.5 }}>
      {facts.map(({ key, term, text }) => (
        <Box
          key={key}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 15rem) minmax(0, 1fr)' },
            columnGap: 3,
            rowGap: 0.25,
            py: 1,
            borderTop: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <Box component="dt" sx={{ overflowWrap: 'anywhere' }}>
            {term}
          </Box>
          <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
