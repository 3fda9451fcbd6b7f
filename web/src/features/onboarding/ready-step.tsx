import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function ReadyStep({ check }: { readonly check: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h2">Ready to go!</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Good to know before you start: LinkedIn’s user agreement does not allow automated collection, and LinkedIn may restrict
        accounts that read a lot. The extension therefore works slowly, with pauses, and stops at the first sign of trouble.
        Download only a few profiles at a time.
      </Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        Before your first download you can find out whether LinkedIn still answers in the way this version reads.
      </Typography>
      {check}
    </Box>
  );
}
