/**
 * Stands below a chip while the code of its field is on its way: it has the focus from the press on, so that no letter means
 * anything to the screen, and keeps what is typed for the field.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef } from 'react';
import { keepKey } from '../../lib/type-ahead.ts';
import { OPENING } from '../../lib/use-shortcuts.ts';
import { ControlFrame } from '../control-frame.tsx';
import { LoadingLine } from '../loading-line.tsx';
import { PlainInput } from '../plain-input.tsx';
import { FIELD_TEXT } from './field-frames.ts';
import { Labelled } from './labelled.tsx';

interface FilterShellProps {
  readonly label: string;
  readonly anchor: HTMLElement | null;
  /** null: the field is no text field. */
  readonly typed: string | null;
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
}

export function FilterShell({ label, anchor, typed, onType, onClose }: FilterShellProps) {
  const id = useId();
  const shell = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = shell.current;
    (element?.querySelector('input') ?? element)?.focus();
    function onElsewhere({ target }: Event): void {
      if (target instanceof Node && element?.contains(target) === false) onClose();
    }
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [onClose]);

  return (
    <Panel
      ref={shell}
      role="dialog"
      aria-label={label}
      aria-busy
      {...{ [OPENING]: '' }}
      tabIndex={-1}
      style={{ left: `clamp(0.5rem, ${anchor?.offsetLeft ?? 0}px, 100% - ${WIDTH} - 0.5rem)` }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') onClose();
        // Letters are written here. What a key does in the field waits for the field, and so does all that follows.
        else if (ACTS_IN_FIELD.has(key) && !nativeEvent.isComposing) keepKey(nativeEvent);
      }}
    >
      {typed !== null && (
        <Labelled id={id} label={label}>
          <ControlFrame style={FIELD_TEXT}>
            <PlainInput
              id={id}
              value={typed}
              onChange={({ target }) => onType(target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </ControlFrame>
        </Labelled>
      )}
      <LoadingLine label="Loading the filter" at="parent" />
    </Panel>
  );
}

const ACTS_IN_FIELD: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp']);
const WIDTH = 'min(21rem, 100vw - 2rem)';

const Panel = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 3,
  top: '100%',
  width: WIDTH,
  minHeight: '4rem',
  boxSizing: 'border-box',
  padding: '0.75rem',
  outline: 'none',
  borderRadius: theme.vars.shape.borderRadius,
  background: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
}));
