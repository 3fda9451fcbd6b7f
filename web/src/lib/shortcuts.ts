/** Every key of the product, once: what handles a key, and the list that shows the keys, both read it here. */

export interface Shortcut {
  /** The name of the key as the browser has it; letters are in lower case. */
  readonly key: string;
  /** The key is pressed together with Ctrl, or with Command on a Mac. */
  readonly isWithCommand?: true;
  readonly isWithShift?: true;
  /** Another key that does the same. */
  readonly or?: string;
}

/** What each does is told in `shortcut-texts.ts`, which is loaded when somebody asks for it. */
export const shortcuts = {
  palette: { key: 'k', isWithCommand: true },
  search: { key: '/' },
  keys: { key: '?' },
  close: { key: 'Escape' },
  nextRecord: { key: 'j' },
  previousRecord: { key: 'k' },
  selectNext: { key: 'j', isWithShift: true },
  selectPrevious: { key: 'k', isWithShift: true },
  selectRecord: { key: 'x' },
  addToList: { key: 'l' },
  addTag: { key: 't' },
  writeNote: { key: 'n' },
  saveNote: { key: 'Enter', isWithCommand: true },
  saveView: { key: 'v' },
  exportRows: { key: 'e' },
  showChanged: { key: 'w' },
  lastQuestions: { key: 'q' },
  toMessage: { key: 'm' },
  moveInGrid: { key: 'ArrowDown' },
  moveFar: { key: 'PageDown', or: 'PageUp' },
  moveToEnds: { key: 'Home', or: 'End' },
  openCell: { key: 'Enter' },
  openRecord: { key: ' ' },
  selectRow: { key: ' ', isWithShift: true },
  copyCell: { key: 'c', isWithCommand: true },
  moveInList: { key: 'ArrowDown', or: 'ArrowUp' },
  choose: { key: 'Enter' },
} as const satisfies Readonly<Record<string, Shortcut>>;
export type ShortcutName = keyof typeof shortcuts;

/** Letters and signs without Ctrl or Command, which can be switched off (`single-keys.ts`). Space and Enter belong to what has the focus. */
export function isSingleKey({ key, isWithCommand }: Shortcut): boolean {
  return key.length === 1 && key !== ' ' && isWithCommand !== true;
}

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Shift decides only where there is a shortcut with it and one without. */
export function isPressed({ key, isWithCommand, isWithShift }: Shortcut, press: Press): boolean {
  if (press.altKey || (press.ctrlKey || press.metaKey) !== (isWithCommand === true)) return false;
  if (isWithShift === true && !press.shiftKey) return false;
  return press.key.length === 1 ? press.key.toLowerCase() === key : press.key === key;
}

const names: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
};
const nameOf = (key: string) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** The first keys to press, in one text. */
export function keyText(shortcut: Shortcut): string {
  return keyNames(shortcut, isOnMac())[0]?.join(' ') ?? '';
}

/** The keys to press, each as it is written on keyboards; another choice of keys is another list. */
export function keyNames({ key, isWithCommand, isWithShift, or }: Shortcut, isMac: boolean): readonly (readonly string[])[] {
  const before = [...(isWithCommand === true ? [isMac ? '⌘' : 'Ctrl'] : []), ...(isWithShift === true ? ['Shift'] : [])];
  return [key, ...(or === undefined ? [] : [or])].map((one) => [...before, nameOf(one)]);
}

export function isOnMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
