import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A list of ways to sign in. */
export function WayList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

interface WayLineProps {
  readonly title: ReactNode;
  /** The time since which it is there, and the time of its last use. */
  readonly text: ReactNode;
  /** Its buttons. @param titleId of the element with the title, by which they can be described */
  readonly children: (titleId: string) => ReactNode;
}

/** One way to sign in to the account, such as a passkey. */
export function WayLine({ title, text, children }: WayLineProps) {
  const titleId = useId();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        py: 1.25,
        '&:first-of-type': { pt: 0 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography id={titleId} variant="body2" sx={{ fontWeight: 560 }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>{children(titleId)}</Box>
    </Box>
  );
}
