/**
 * One line of a screen of settings: what it is, its present value, and a button that opens its form in place. The focus goes
 * back to that button when the form closes. Other lines stay as they are, so that nothing typed or shown once is lost.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Notice } from './notice.tsx';

const NAME_WIDTH = '11rem';
/** The width of the name with the gap behind it. */
const BESIDE_NAME = '12rem';

/** Whether a line is open, and what its last change said. */
export interface LineState {
  readonly isOpen: boolean;
  readonly outcome: string | null;
  readonly open: () => void;
  readonly close: () => void;
  /** @param outcome shown in the line; null: none */
  readonly setOutcome: (outcome: string | null) => void;
  /** Closes the line and shows what happened. */
  readonly finish: (outcome: string) => void;
}

export function useLine(): LineState {
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  return {
    isOpen,
    outcome,
    open: () => {
      setOutcome(null);
      setOpen(true);
    },
    close: () => setOpen(false),
    setOutcome,
    finish: (sentence) => {
      setOutcome(sentence);
      setOpen(false);
    },
  };
}

interface SettingsLineProps {
  readonly heading: string;
  /** What is set at present. */
  readonly value: ReactNode;
  /** What stands in place of the button, for a line that opens nothing. */
  readonly action?: ReactNode;
  readonly buttonLabel?: string;
  readonly isDestructive?: boolean;
  readonly line?: LineState;
  /** A text above what is opened. */
  readonly lead?: ReactNode;
  /** Whether what is opened has its own Cancel button. Otherwise the line's button closes it. */
  readonly hasCancel?: boolean;
  /** What is opened. */
  readonly children?: ReactNode;
}

export function SettingsLine({ heading, value, action, line, lead, children, ...props }: SettingsLineProps) {
  const { buttonLabel = 'Change', isDestructive = false, hasCancel = false } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = line?.isOpen === true;
  const outcome = line?.outcome ?? null;
  useFocusReturn(button, isOpen);

  return (
    <Box
      component="section"
      aria-labelledby={`${id}-heading`}
      sx={{
        px: { xs: 2, sm: 3 },
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          minHeight: 36,
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: `${NAME_WIDTH} minmax(0, 1fr) auto` },
          gridTemplateAreas: { xs: '"name action" "value value"', sm: '"name value action"' },
        }}
      >
        <Typography id={`${id}-heading`} variant="body1" component="h2" sx={{ gridArea: 'name', fontWeight: 600 }}>
          {heading}
        </Typography>
        <Typography
          component="div"
          variant="body2"
          sx={{ gridArea: 'value', color: 'text.secondary', overflowWrap: 'anywhere', minWidth: 0 }}
        >
          {value}
        </Typography>
        <Box sx={{ gridArea: 'action' }}>
          {action}
          {line !== undefined && !(isOpen && hasCancel) && (
            <Button
              ref={button}
              size="small"
              color={isDestructive ? 'error' : 'primary'}
              aria-describedby={`${id}-heading`}
              aria-expanded={isOpen}
              onClick={isOpen ? line.close : line.open}
            >
              {isOpen ? 'Close' : buttonLabel}
            </Button>
          )}
        </Box>
      </Box>
      {isOpen && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', pl: { sm: BESIDE_NAME }, pt: 1.5, pb: 1 }}>
          {lead !== undefined && (
            <Typography
              component="div"
              variant="body2"
              sx={{ color: 'text.secondary', maxWidth: '60ch', '& p': { m: 0 }, '& p + p': { mt: 1 } }}
            >
              {lead}
            </Typography>
          )}
          {children}
        </Box>
      )}
      {/* The line is present from the start, so that screen readers announce what appears in it. */}
      <Box aria-live="polite" sx={{ pl: { sm: BESIDE_NAME }, pt: outcome === null ? 0 : 1.5 }}>
        {outcome !== null && <Notice severity="success">{outcome}</Notice>}
      </Box>
    </Box>
  );
}

/** The button lost the focus to what was opened, or was replaced by it. */
function useFocusReturn(button: { readonly current: HTMLButtonElement | null }, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isFocusLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [button, isOpen]);
}
