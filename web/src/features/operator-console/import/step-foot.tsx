/** The buttons below a step. Whether the file is read again stands beside them, so that nothing above moves. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function StepFoot({ isReading, children }: { readonly isReading: boolean; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {children}
      <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {isReading ? 'Reading the file...' : ''}
      </Box>
    </Box>
  );
}
