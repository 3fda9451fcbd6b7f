import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface DocSectionProps {
  /** The section's anchor in addresses. */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** One section of an article: its heading, then paragraphs, code and facts with equal spacing. */
export function DocSection({ id, title, children }: DocSectionProps) {
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={`${id}-title`}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        '& > p': { maxWidth: '65ch' },
        '& > * + h3': { mt: 1.5 },
      }}
    >
      <Typography id={`${id}-title`} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}
