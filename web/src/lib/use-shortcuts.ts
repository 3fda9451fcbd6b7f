/**
 * Keys that a part of the screen handles while it is shown. No key does anything from the press that opens a dialog or menu until it is closed. Single keys
 * do nothing where somebody types, or where the letter means something to what has the focus, and can be switched off.
 */
import { useLayoutEffect, useRef } from 'react';
import { isPressed, isSingleKey, type Shortcut } from './shortcuts.ts';
import { areSingleKeysOn } from './single-keys.ts';

/** null: it does nothing at the moment. */
export type ShortcutBinding = readonly [Shortcut, (() => void) | null];

/** An attribute of an element that stands for a dialog or menu whose code is on its way. */
export const OPENING = 'data-opening';
/** One that is closed is on the page until it has faded, and is hidden from readers at once. */
export const A_MODAL = '.MuiModal-root:not(.MuiModal-hidden, [aria-hidden="true"])';
/** It may have the focus until then. */
const LEAVING = '.MuiModal-root[aria-hidden="true"]';
const TAKES_KEYS = `${A_MODAL}, [${OPENING}]`;
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
  if (document.querySelector(TAKES_KEYS) !== null) return false;
  const { target } = event;
  const isTyping = target instanceof Element && target.closest(TAKES_LETTERS) !== null && target.closest(LEAVING) === null;
  return isSingleKey(shortcut) ? areSingleKeysOn() && !isTyping : shortcut.isWithCommand === true || !isTyping;
}

/** @param bindings those with Shift before those without; the first that is pressed is done */
export function useShortcuts(bindings: readonly ShortcutBinding[]): void {
  const latest = useRef(bindings);
  // The bindings are taken in the same step as the screen: a key may come before other effects have run.
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  useLayoutEffect(() => {
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
