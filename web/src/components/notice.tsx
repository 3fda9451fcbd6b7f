/**
 * A sentence that reports an outcome where the person is looking. Errors interrupt a screen reader; other
 * outcomes are read out when they appear inside an `aria-live` area that was there before them.
 */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface NoticeProps {
  readonly severity: 'success' | 'error' | 'info' | 'warning';
  readonly children: ReactNode;
}

export function Notice({ severity, children }: NoticeProps) {
  return (
    <Box
      role={severity === 'error' ? 'alert' : undefined}
      sx={{
        px: 1.5,
        py: 1,
        borderRadius: 1,
        borderInlineStart: (theme) => `3px solid ${theme.vars.palette[severity].main}`,
        bgcolor: (theme) =>
          `color-mix(in srgb, ${theme.vars.palette[severity].main} 10%, ${theme.vars.palette.background.paper})`,
        color: 'text.primary',
        fontSize: '0.875rem',
        lineHeight: 1.5,
        // An id or an address is wider than a phone.
        overflowWrap: 'anywhere',
        '& > p': { m: 0 },
        '& > p + p': { mt: 0.5 },
      }}
    >
      {children}
    </Box>
  );
}
