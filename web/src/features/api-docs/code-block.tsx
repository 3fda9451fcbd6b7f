import Box from '@mui/material/Box';
import { useId, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface CodeBlockProps {
  /** What the code is, for people who cannot see its surroundings. */
  readonly label: string;
  readonly code: string;
  /** Whether it is meant to be copied, not only read. */
  readonly hasCopy?: boolean;
}

/** Code as it is typed, with a button that copies it. Long lines scroll inside. */
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
        // A region that scrolls must be reachable by keyboard.
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
