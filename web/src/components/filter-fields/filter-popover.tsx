/**
 * The field of a chip, or several, below the button that opened it. The first field gets the focus, and a field that stands
 * alone has its list open. Escape closes it.
 */
import { styled } from '@mui/material/styles';
import { createContext, type KeyboardEvent, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { LatePopover } from '../late-part.tsx';
import { fieldFrames } from './field-frames.ts';
import { IsAloneBelowChip } from './use-list-open.ts';

/** For a field whose own button ends what it is for. */
export const CloseFilter = createContext<() => void>(() => undefined);

interface FilterPopoverProps {
  readonly label: string;
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  /** There is one field. */
  readonly isAlone: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FilterPopover({ label, anchor, isAlone, onClose, children }: FilterPopoverProps) {
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
    <LatePopover
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
          sx: { mt: 0.5, width: 'min(21rem, calc(100vw - 2rem))', maxHeight: 'min(40rem, 80dvh)' },
        },
      }}
    >
      <Suspense fallback={<Fields style={{ minHeight: '4rem' }} />}>
        <IsAloneBelowChip value={isAlone}>
          <CloseFilter value={onClose}>
            <FocusedFields onKeyDown={onKeyDown} onKeyDownCapture={onKeyDownCapture}>
              {children}
            </FocusedFields>
          </CloseFilter>
        </IsAloneBelowChip>
      </Suspense>
    </LatePopover>
  );
}

interface FocusedFieldsProps {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

function FocusedFields({ children, ...keys }: FocusedFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => fields.current?.querySelector('input')?.focus(), []);
  return (
    <Fields ref={fields} {...keys}>
      {children}
    </Fields>
  );
}

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: '0.75rem',
  padding: '0.75rem',
  // A filter among others, which may have several fields.
  '& > .filter': { display: 'grid', gap: '0.75rem' },
  ...fieldFrames(theme),
}));
