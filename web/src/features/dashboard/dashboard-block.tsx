import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface DashboardBlockProps {
  readonly title: string;
  /** What stands beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the dashboard. */
export function DashboardBlock({ title, action, children }: DashboardBlockProps) {
  const headingId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{
        px: 2,
        py: 1.5,
        fontSize: '0.875rem',
        lineHeight: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 0.75 }}>
        <Typography id={headingId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  );
}

export function BlockList({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 0.5,
        '& > li': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
      }}
    >
      {children}
    </Box>
  );
}

export function BlockNote({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
      {children}
    </Box>
  );
}
