/** A key or pasted text that was kept is done at a later moment. A browser does nothing by itself for it then, so that is done here. */
import { isOnMac } from './shortcuts.ts';

const TEXT_FIELD = [
  'textarea',
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"], [type="range"])',
].join(', ');
const PRESSED_BY_SPACE = 'button, input:is([type="checkbox"], [type="radio"])';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
const OTHERS: ReadonlySet<string> = new Set(['Backspace', 'Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp']);

/** Whether a key can be kept. Others, such as those of the browser, are not. */
export function isReplaced({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  // Option writes signs such as @ on a Mac; elsewhere Alt leads to menus.
  if (altKey) return key.length === 1 && !ctrlKey && !metaKey && isOnMac();
  if (ctrlKey || metaKey) return key === 'Enter' || key.toLowerCase() === 'k';
  return key.length === 1 || OTHERS.has(key);
}

export function replayKey(pressed: KeyboardEvent, element: HTMLElement): void {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true });
  if (!element.dispatchEvent(event) || ctrlKey || metaKey) return;
  if (key === 'Tab') goToNext(element, shiftKey ? -1 : 1);
  else if (isTextField(element)) {
    if (key === 'Backspace') write(element, '', 1);
    else if (key.length === 1) write(element, key, 0);
    else if (key === 'Enter' && element instanceof HTMLTextAreaElement) write(element, '\n', 0);
    else if (key === 'Enter') element.form?.requestSubmit();
  } else if ((key === 'Enter' && element.matches('a[href], button')) || (key === ' ' && element.matches(PRESSED_BY_SPACE)))
    element.click();
}

export function replayPaste(text: string, element: HTMLElement): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  if (!element.dispatchEvent(event) || !isTextField(element)) return;
  write(element, element instanceof HTMLInputElement ? text.replaceAll(/\r?\n|\r/g, ' ') : text, 0);
}

function isTextField(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return element.matches(TEXT_FIELD);
}

/** Writes at the caret, in place of what is marked. @param removed letters before the caret that are taken out if none is marked */
function write(field: HTMLInputElement | HTMLTextAreaElement, text: string, removed: number): void {
  if (field.readOnly || field.disabled) return;
  const { value } = field;
  // A field for emails or numbers does not say where its caret is: it is written at its end.
  const end = field.selectionEnd ?? value.length;
  const start = field.selectionStart ?? end;
  const from = start === end ? Math.max(0, start - removed) : start;
  const rest = value.length - (end - from);
  const written = field.maxLength < 0 ? text : text.slice(0, Math.max(0, field.maxLength - rest));
  if (written === '' && from === end) return;
  const next = `${value.slice(0, from)}${written}${value.slice(end)}`;
  // The setter of the page: React replaces that of the field itself, to tell what it wrote from what was typed.
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Reflect.set(prototype, 'value', next, field);
  if (field.selectionStart !== null) field.setSelectionRange(from + written.length, from + written.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: written, inputType: 'insertText' }));
}

function goToNext(element: HTMLElement, step: 1 | -1): void {
  const around = element.closest('[role="dialog"], [role="alertdialog"]') ?? document;
  const stops = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && getComputedStyle(stop).visibility !== 'hidden',
  );
  stops[stops.indexOf(element) + step]?.focus();
}
