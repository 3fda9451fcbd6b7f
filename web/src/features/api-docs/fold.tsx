import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FoldProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** Details for some readers: closed until they open it. */
export function Fold({ title, isOpen = false, onOpen, children }: FoldProps) {
  return (
    <Box
      component="details"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <Box
        component="summary"
        sx={{
          width: 'fit-content',
          py: 0.5,
          fontSize: '0.875rem',
          fontWeight: 560,
          color: 'text.primary',
          cursor: 'pointer',
          borderRadius: 1,
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        {title}
      </Box>
      <Box sx={{ pt: 0.5 }}>{children}</Box>
    </Box>
  );
}
