/**
 * The frame of a page's content. All pages begin at one edge, below one line for the heading; only their width differs, and
 * what is narrower than the window stays at that edge.
 */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** 640 pixels for forms and 1,040 for lists, in rem, so that they grow with the text on very large screens. */
const widths = { form: '40rem', list: '65rem', all: '1fr' } as const;

interface PageBodyProps {
  readonly width: keyof typeof widths;
  /** The heading first. */
  readonly children: ReactNode;
}

export function PageBody({ width, children }: PageBodyProps) {
  return (
    <Box
      sx={{
        flex: 1,
        width: '100%',
        px: { xs: 2, sm: 3 },
        pb: { xs: 2.5, sm: 4 },
        display: 'grid',
        gridTemplateColumns: `minmax(0, ${widths[width]})`,
        gap: 2.5,
        alignContent: 'start',
        // A heading has room of its own around it.
        '& > h1': { mb: -1 },
        '@media print': { display: 'block', p: 0, '& > * + *': { mt: 1.5 } },
      }}
    >
      {children}
    </Box>
  );
}
