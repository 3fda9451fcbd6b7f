/** The keys that work on every screen. Letters and signs do so only where nobody types, and no dialog or menu is open. */
import { useEffect } from 'react';
import { isPressed, shortcuts } from '../../../lib/shortcuts.ts';

export type FrameDialog = 'palette' | 'keys';

const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const A_MODAL = '.MuiModal-root:not(.MuiModal-hidden)';
const A_SEARCH = '[data-screen-search], input[type="search"]';

/** @param onOpen stable between renders */
export function useFrameKeys(onOpen: (dialog: FrameDialog) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || document.querySelector(A_MODAL) !== null) return;
      if (isPressed(shortcuts.palette, event)) {
        event.preventDefault();
        onOpen('palette');
        return;
      }
      if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return;
      if (isPressed(shortcuts.search, event)) {
        event.preventDefault();
        if (!goToSearch()) onOpen('palette');
      } else if (isPressed(shortcuts.keys, event)) {
        event.preventDefault();
        onOpen('keys');
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
}

/** @returns false if the screen has none */
function goToSearch(): boolean {
  const search = document.querySelector<HTMLElement>('main')?.querySelector<HTMLElement>(A_SEARCH);
  if (search == null) return false;
  // A chip opens its field, which takes the focus.
  if (search instanceof HTMLButtonElement) search.click();
  else search.focus();
  return true;
}
