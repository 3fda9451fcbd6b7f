import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Stands in place of data that could not be loaded. */
export function LoadFailure({ text, onRetry, isRetrying }: LoadFailureProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Notice severity="error">{text}</Notice>
      <Button variant="outlined" onClick={onRetry} disabled={isRetrying}>
        Try again
      </Button>
    </Box>
  );
}
