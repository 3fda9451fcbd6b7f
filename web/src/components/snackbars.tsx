/** Renders the waiting messages, newest lowest. They leave after six seconds or by their button, never by a click elsewhere. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { dismissSnackbar, type SnackbarMessage, useSnackbarStore } from '../lib/snackbar/snackbar-store.ts';

const SNACKBAR_MS = 6000;

export function Snackbars() {
  const messages = useSnackbarStore((state) => state.messages);
  return (
    <Box
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        insetInline: 0,
        bottom: 16,
        px: 2,
        display: 'grid',
        gap: 1,
        justifyItems: 'center',
        pointerEvents: 'none',
      }}
    >
      {messages.map((message) => (
        <SnackbarLine key={message.id} message={message} />
      ))}
    </Box>
  );
}

function SnackbarLine({ message }: { readonly message: SnackbarMessage }) {
  const { id, severity, text } = message;
  useEffect(() => {
    const timer = window.setTimeout(() => dismissSnackbar(id), SNACKBAR_MS);
    return () => window.clearTimeout(timer);
  }, [id]);
  return (
    <Alert
      severity={severity}
      variant="filled"
      role={severity === 'error' ? 'alert' : 'status'}
      onClose={() => dismissSnackbar(id)}
      sx={{ pointerEvents: 'auto', maxWidth: 640, width: 'fit-content', overflowWrap: 'anywhere', boxShadow: 4 }}
    >
      {text}
    </Alert>
  );
}
