/** The keys that work on every screen, and those of what the screen offers to do. */
import { useLayoutEffect } from 'react';
import { actionOf } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { isMeant, useShortcuts } from '../../../lib/use-shortcuts.ts';

export type FrameDialog = 'palette' | 'keys';

const A_SEARCH = '[data-screen-search], input[type="search"]';

/** @param onOpen stable between renders */
export function useFrameKeys(onOpen: (dialog: FrameDialog) => void): void {
  useShortcuts([
    [shortcuts.palette, () => onOpen('palette')],
    [
      shortcuts.search,
      () => {
        if (!goToSearch()) onOpen('palette');
      },
    ],
    [shortcuts.keys, () => onOpen('keys')],
  ]);
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const action = actionOf((shortcut) => isMeant(shortcut, event));
      if (action === undefined) return;
      event.preventDefault();
      action.run();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
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
