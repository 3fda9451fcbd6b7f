/**
 * Renders the waiting messages, newest lowest. They leave after some seconds or by their button, never by a click elsewhere, and
 * not while the pointer or the focus is on one of them. A key leads to the newest, and back from it.
 */
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseRounded from '@mui/icons-material/CloseRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { shortcuts } from '../lib/shortcuts.ts';
import {
  dismissSnackbar,
  type SnackbarMessage,
  type SnackbarSeverity,
  useSnackbarStore,
} from '../lib/snackbar/snackbar-store.ts';
import { useShortcuts } from '../lib/use-shortcuts.ts';

const SNACKBAR_MS = 6000;
/** How long a message with a button stays, which takes longer to read, to decide about and to reach. */
const ACTION_MS = 20_000;
const icons = {
  error: ErrorOutlineRounded,
  info: InfoOutlined,
  success: CheckCircleOutlined,
} as const;

export function Snackbars() {
  const messages = useSnackbarStore((state) => state.messages);
  const region = useRef<HTMLDivElement>(null);
  /** The element that had the focus before. */
  const before = useRef<HTMLElement | null>(null);
  const [isHeld, setHeld] = useState(false);
  useShortcuts([[shortcuts.toMessage, messages.length === 0 ? null : goToNewest]]);

  function goToNewest(): void {
    region.current?.lastElementChild?.querySelector<HTMLElement>('a, button')?.focus();
  }

  /** The message is about to be removed, and the focus with it. */
  function leave(): void {
    setHeld(false);
    const back = before.current;
    if (region.current?.contains(document.activeElement) === true && back?.isConnected === true) back.focus();
  }

  return (
    <Box
      ref={region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true);
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHeld(false);
      }}
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
        <SnackbarLine key={message.id} message={message} isHeld={isHeld} onLeave={leave} />
      ))}
    </Box>
  );
}

interface SnackbarLineProps {
  readonly message: SnackbarMessage;
  /** Somebody is reading or about to press. */
  readonly isHeld: boolean;
  /** Called before a press dismisses the message. */
  readonly onLeave: () => void;
}

function SnackbarLine({ message, isHeld, onLeave }: SnackbarLineProps) {
  const { id, severity, text, actions } = message;
  const Icon = icons[severity];
  const time = actions.length === 0 ? SNACKBAR_MS : ACTION_MS;
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(() => dismissSnackbar(id), time);
    return () => window.clearTimeout(timer);
  }, [id, time, isHeld]);
  const dismiss = () => {
    onLeave();
    dismissSnackbar(id);
  };
  return (
    <Line role={severity === 'error' ? 'alert' : 'status'} data-severity={severity}>
      <Icon aria-hidden />
      <span>{text}</span>
      {actions.map((action) =>
        'to' in action ? (
          <Link key={action.label} className="action" to={action.to} state={action.state} onClick={dismiss}>
            {action.label}
          </Link>
        ) : (
          <button
            key={action.label}
            type="button"
            className="action"
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        ),
      )}
      <button type="button" aria-label="Close" title="Close" onClick={dismiss}>
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
    '& > button, & > a': {
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
