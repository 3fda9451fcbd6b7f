/** Says on every screen that shows invented rows that they are, and how to remove them. */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { lazy, Suspense, useState } from 'react';

const SampleDialog = lazy(async () => ({ default: (await import('./sample-dialog.tsx')).SampleDialog }));

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
      These rows are invented samples.{' '}
      <TextButton type="button" onClick={() => setOpen(true)}>
        How to remove them
      </TextButton>
      {isOpen && (
        <Suspense>
          <SampleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}

const TextButton = styled('button')(({ theme: { vars } }) => ({
  padding: 0,
  border: 0,
  borderRadius: 2,
  background: 'none',
  color: vars.palette.primary.main,
  font: 'inherit',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
  cursor: 'pointer',
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
}));
