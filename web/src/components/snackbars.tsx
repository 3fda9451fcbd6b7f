/** Renders the waiting messages, newest lowest. They leave after some seconds or by their button, never by a click elsewhere. */
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseRounded from '@mui/icons-material/CloseRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import {
  dismissSnackbar,
  type SnackbarMessage,
  type SnackbarSeverity,
  useSnackbarStore,
} from '../lib/snackbar/snackbar-store.ts';

const SNACKBAR_MS = 6000;
/** Those with a button take longer to read, to decide about and to reach. */
const ACTION_MS = 15_000;
const icons = {
  error: ErrorOutlineRounded,
  info: InfoOutlined,
  success: CheckCircleOutlined,
} as const;

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
        '@media print': { display: 'none' },
      }}
    >
      {messages.map((message) => (
        <SnackbarLine key={message.id} message={message} />
      ))}
    </Box>
  );
}

function SnackbarLine({ message }: { readonly message: SnackbarMessage }) {
  const { id, severity, text, action } = message;
  const Icon = icons[severity];
  useEffect(() => {
    const timer = window.setTimeout(() => dismissSnackbar(id), action === undefined ? SNACKBAR_MS : ACTION_MS);
    return () => window.clearTimeout(timer);
  }, [id, action]);
  return (
    <Line role={severity === 'error' ? 'alert' : 'status'} data-severity={severity}>
      <Icon aria-hidden />
      <span>{text}</span>
      {action !== undefined && (
        <button
          type="button"
          className="action"
          onClick={() => {
            dismissSnackbar(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Close" title="Close" onClick={() => dismissSnackbar(id)}>
        <CloseRounded aria-hidden />
      </button>
    </Line>
  );
}

/** A line of its own: what tells that nothing can be loaded must not have to be loaded first. */
const Line = styled('div')(({ theme }) => {
  const { palette, shape, shadows } = theme.vars;
  const colours = (severity: SnackbarSeverity) => ({
    [`&[data-severity="${severity}"]`]: {
      background: palette.Alert[`${severity}FilledBg`],
      color: palette.Alert[`${severity}FilledColor`],
    },
  });
  return {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 12,
    width: 'fit-content',
    maxWidth: 640,
    boxSizing: 'border-box',
    padding: '10px 8px 10px 16px',
    borderRadius: shape.borderRadius,
    boxShadow: shadows[4],
    fontSize: '0.875rem',
    fontWeight: 500,
    lineHeight: '1.375rem',
    overflowWrap: 'anywhere',
    pointerEvents: 'auto',
    ...colours('error'),
    ...colours('info'),
    ...colours('success'),
    '& svg': { flex: 'none', fontSize: '1.375rem' },
    '& > span': { flex: 1, minWidth: 0 },
    '& > button': {
      display: 'flex',
      flex: 'none',
      margin: '-3px 0',
      padding: 4,
      border: 0,
      borderRadius: '50%',
      background: 'none',
      color: 'inherit',
      cursor: 'pointer',
      '&:hover': { background: 'color-mix(in srgb, currentColor 12%, transparent)' },
      '&:focus-visible': { outline: '2px solid currentColor' },
      '& svg': { fontSize: '1.25rem' },
    },
    '& > .action': { padding: '4px 8px', borderRadius: shape.borderRadius, font: 'inherit', textDecoration: 'underline' },
  };
});
