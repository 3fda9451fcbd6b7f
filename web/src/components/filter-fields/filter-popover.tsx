/**
 * The field of a chip, or several, below the button that opened it. The first field gets the focus, and a field that stands
 * alone has its list open. Escape closes it.
 */

import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useSteady } from '../use-steady.ts';
import { fieldFrames } from './field-frames.ts';
import { OPERATOR } from './operator-choice.tsx';
import { BelowChip } from './use-list-open.ts';

interface FilterPopoverProps {
  readonly label: string;
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  /** The popover has a single field. */
  readonly isAlone: boolean;
  /** The fields stand in rows, which may become more while it is open. */
  readonly isWide?: boolean | undefined;
  /** What was typed before the field was there. */
  readonly begun?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FilterPopover({ label, anchor, isAlone, isWide = false, begun = '', onClose, children }: FilterPopoverProps) {
  const onDone = useSteady(onClose);
  const chip = useMemo(() => ({ isAlone, begun, onDone }), [isAlone, begun, onDone]);

  /** Enter ends a search; its words are applied anyway. */
  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'search') return;
    // The chip, which gets the focus, would take the same press and open again.
    event.preventDefault();
    onClose();
  }

  /** The list was opened with the field, and closes with it. */
  function onKeyDownCapture({ key, target }: KeyboardEvent): void {
    if (isAlone && key === 'Escape' && target instanceof Element && target.matches('[role="combobox"]')) onClose();
  }

  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transitionDuration={0}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: isWide ? wideAt(anchor) : { mt: 0.5, width: 'min(21rem, calc(100vw - 2rem))', maxHeight: 'min(40rem, 80dvh)' },
        },
      }}
    >
      <BelowChip value={chip}>
        <FocusedFields key={label} onKeyDown={onKeyDown} onKeyDownCapture={onKeyDownCapture}>
          {children}
        </FocusedFields>
      </BelowChip>
    </Popover>
  );
}

/** It ends above the foot of the window, so that it stays where it is when rows are added. */
function wideAt(anchor: HTMLElement | null) {
  const top = anchor?.getBoundingClientRect().bottom ?? 0;
  return {
    mt: 0.5,
    width: 'min(54rem, calc(100vw - 2rem))',
    maxHeight: `max(18rem, calc(100dvh - ${Math.round(top)}px - 1.5rem))`,
  };
}

interface FocusedFieldsProps {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

function FocusedFields({ children, ...keys }: FocusedFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const { begun } = useContext(BelowChip);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useLayoutEffect(() => {
    const input = firstField(fields.current);
    input?.focus();
    // What was typed goes on; a value that stands in the field is replaced by what is typed.
    if (begun !== '' && input?.type !== 'radio') input?.setSelectionRange(begun.length, begun.length);
    else if (input instanceof HTMLInputElement && input.role === 'combobox') input.select();
  }, []);
  return (
    <Fields ref={fields} {...keys}>
      {children}
    </Fields>
  );
}

/** Operators stand above the field. Where there is none, the chosen one has the focus, or the first. */
function firstField(fields: HTMLElement | null): HTMLInputElement | HTMLTextAreaElement | null {
  for (const selector of [`input:not([${OPERATOR}]), textarea`, 'input:checked', 'input']) {
    const found = fields?.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
    if (found) return found;
  }
  return null;
}

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '0.75rem',
  padding: '0.75rem',
  // A filter among others, which may have several fields.
  '& > .filter': { display: 'grid', gap: '0.75rem' },
  '& > .filter + .filter': { paddingTop: '0.75rem', borderTop: `1px solid ${theme.vars.palette.divider}` },
  ...fieldFrames(theme),
}));
