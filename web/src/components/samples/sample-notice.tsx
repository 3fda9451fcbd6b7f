/** Says on a screen whose rows are all the account's own, and invented, that they are, and how to remove them. */
import Box from '@mui/material/Box';
import { Suspense, useState } from 'react';
import { TextButton } from '../text-button.tsx';
import { ALL_ARE_SAMPLES, HOW_TO_REMOVE, SampleDialog } from './sample-words.ts';

export function SampleNotice() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box
      component="p"
      sx={{
        m: 0,
        // Whole on the narrowest windows, too.
        fontSize: { xs: '0.75rem', sm: '0.8125rem' },
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {ALL_ARE_SAMPLES}{' '}
      <TextButton type="button" onClick={() => setOpen(true)}>
        {HOW_TO_REMOVE}
      </TextButton>
      {isOpen && (
        <Suspense>
          <SampleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
