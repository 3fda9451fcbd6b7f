/**
 * Keys that a part of the screen handles while it is shown. No key does anything from the press that opens a dialog or menu until it is closed. Single keys
 * do nothing where somebody types, or where the letter means something to what has the focus, and can be switched off.
 */
import { useEffect, useRef } from 'react';
import { isPressed, isSingleKey, type Shortcut } from './shortcuts.ts';
import { areSingleKeysOn } from './single-keys.ts';

/** null: it does nothing at the moment. */
export type ShortcutBinding = readonly [Shortcut, (() => void) | null];

/** Of an element that stands for a dialog or menu whose code is on its way. */
export const OPENING = 'data-opening';
const A_MODAL = `.MuiModal-root:not(.MuiModal-hidden), [${OPENING}]`;
/** What takes letters: to write them, or to go to an entry that begins with them. */
const TAKES_LETTERS = [
  'input:not([type="checkbox"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'menubar', 'tree', 'dialog', 'alertdialog', 'application'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/** Whether the key is pressed, and means this shortcut. */
export function isMeant(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || !isPressed(shortcut, event)) return false;
  if (document.querySelector(A_MODAL) !== null) return false;
  const isTyping = event.target instanceof Element && event.target.closest(TAKES_LETTERS) !== null;
  return isSingleKey(shortcut) ? areSingleKeysOn() && !isTyping : shortcut.isWithCommand === true || !isTyping;
}

/** @param bindings those with Shift before those without; the first that is pressed is done */
export function useShortcuts(bindings: readonly ShortcutBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const run = latest.current.find(([shortcut]) => isMeant(shortcut, event))?.[1];
      if (run == null) return;
      event.preventDefault();
      run();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
