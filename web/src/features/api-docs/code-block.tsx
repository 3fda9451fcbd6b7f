import Box from '@mui/material/Box';
import { useId, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface CodeBlockProps {
  /** What the code is, for screen readers. */
  readonly label: string;
  readonly code: string;
  /** Whether there is a button to copy it. */
  readonly hasCopy?: boolean;
}

/** Code with a button that copies it. Long lines scroll. */
export function CodeBlock({ label, code, hasCopy = true }: CodeBlockProps) {
  const shown = useRef<HTMLElement>(null);
  const id = useId();
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        alignItems: 'start',
      }}
    >
      <Box
        component="pre"
        id={id}
        role="region"
        aria-label={label}
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
        sx={{
          m: 0,
          p: 2,
          overflowX: 'auto',
          fontFamily: 'monospace',
          fontSize: '0.8125rem',
          lineHeight: 1.6,
          tabSize: 2,
          borderRadius: 1,
          '&:focus-visible': { outline: (theme) => `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
        }}
      >
        <code ref={shown}>{code}</code>
      </Box>
      {hasCopy && (
        <Box sx={{ p: 1, pt: { xs: 0, sm: 1 }, justifySelf: 'end' }}>
          <CopyButton text={code} shownIn={shown} describedBy={id} />
        </Box>
      )}
    </Box>
  );
}
