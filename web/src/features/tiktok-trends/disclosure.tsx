/** A collapsed section. It uses the browser's own element, so that searching in the page finds its content. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <Box component="details" sx={{ minWidth: 0 }}>
      <Box
        component="summary"
        sx={{
          width: 'fit-content',
          minHeight: '1.5rem',
          cursor: 'pointer',
          fontSize: '0.8125rem',
          color: 'primary.main',
          borderRadius: 0.5,
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        {summary}
      </Box>
      {children}
    </Box>
  );
}
