/** The column of a page's content, as wide as comfortable reading needs. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface PageBodyProps {
  /** In rem, so that it grows with the text on very large screens. */
  readonly maxWidth: number;
  readonly children: ReactNode;
}

export function PageBody({ maxWidth, children }: PageBodyProps) {
  return (
    <Box
      sx={{
        flex: 1,
        width: '100%',
        maxWidth: `${maxWidth}rem`,
        mx: 'auto',
        px: { xs: 2, sm: 3 },
        py: { xs: 2.5, sm: 4 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2.5,
        alignContent: 'start',
      }}
    >
      {children}
    </Box>
  );
}
