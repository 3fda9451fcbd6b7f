/** J and K go to the next and the previous row, Escape closes; not while somebody types, or a dialog or menu is open. */
import { useEffect, useRef } from 'react';
import { isPressed, shortcuts } from '../../../lib/shortcuts.ts';

interface RecordKeys {
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}

const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"]';

export function useRecordKeys(keys: RecordKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
      const { onPrevious, onNext, onClose } = latest.current;
      if (isPressed(shortcuts.close, event)) onClose();
      else if (isPressed(shortcuts.nextRecord, event)) onNext?.();
      else if (isPressed(shortcuts.previousRecord, event)) onPrevious?.();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
