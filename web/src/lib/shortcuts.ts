/** Every key of the product, once: what handles a key, and the list that shows the keys, both read it here. */

export interface Shortcut {
  /** As the browser names it; letters in lower case. */
  readonly key: string;
  /** Together with Ctrl, or with Command on a Mac. */
  readonly isWithCommand?: true;
  readonly isWithShift?: true;
  /** Another key that does the same. */
  readonly or?: string;
  readonly text: string;
  readonly place: ShortcutPlace;
}

export const shortcutPlaces = ['Everywhere', 'In a table', 'In an open record', 'In the list of a search'] as const;
type ShortcutPlace = (typeof shortcutPlaces)[number];

const shortcut = (
  place: ShortcutPlace,
  key: string,
  text: string,
  more: Pick<Shortcut, 'isWithCommand' | 'isWithShift' | 'or'> = {},
) => ({ place, key, text, ...more }) satisfies Shortcut;

export const shortcuts = {
  palette: shortcut('Everywhere', 'k', 'Search or jump to a screen, table, view, list, person or company', {
    isWithCommand: true,
  }),
  search: shortcut('Everywhere', '/', 'Go to the search of the screen'),
  keys: shortcut('Everywhere', '?', 'Show the keys'),
  close: shortcut('Everywhere', 'Escape', 'Close what is open'),
  moveInGrid: shortcut('In a table', 'ArrowDown', 'Go to the next row; the other arrows go to their side'),
  moveFar: shortcut('In a table', 'PageDown', 'Go ten rows down or up', { or: 'PageUp' }),
  moveToEnds: shortcut('In a table', 'Home', 'Go to the first or last cell of the row', { or: 'End' }),
  openCell: shortcut('In a table', 'Enter', 'Show a cell whole'),
  openRecord: shortcut('In a table', ' ', 'Open the record of the row'),
  selectRow: shortcut('In a table', ' ', 'Select the row', { isWithShift: true }),
  copyCell: shortcut('In a table', 'c', 'Copy the cell', { isWithCommand: true }),
  nextRecord: shortcut('In an open record', 'j', 'Next record'),
  previousRecord: shortcut('In an open record', 'k', 'Previous record'),
  moveInList: shortcut('In the list of a search', 'ArrowDown', 'Go to the next or previous entry', { or: 'ArrowUp' }),
  choose: shortcut('In the list of a search', 'Enter', 'Choose the entry'),
} as const satisfies Readonly<Record<string, Shortcut>>;

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

/** The keys to press, each as it is written on keyboards; another choice of keys is another list. */
export function keyNames({ key, isWithCommand, isWithShift, or }: Shortcut, isMac: boolean): readonly (readonly string[])[] {
  const before = [...(isWithCommand === true ? [isMac ? '⌘' : 'Ctrl'] : []), ...(isWithShift === true ? ['Shift'] : [])];
  return [key, ...(or === undefined ? [] : [or])].map((one) => [...before, nameOf(one)]);
}

export function isOnMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
