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

export const shortcutPlaces = [
  'Everywhere',
  'On the screen of a table',
  'Among the cells of a table',
  'In the list of a search',
] as const;
type ShortcutPlace = (typeof shortcutPlaces)[number];

const shortcut = (
  place: ShortcutPlace,
  key: string,
  text: string,
  more: Pick<Shortcut, 'isWithCommand' | 'isWithShift' | 'or'> = {},
) => ({ place, key, text, ...more }) satisfies Shortcut;

const ON_TABLE = 'On the screen of a table';
const IN_GRID = 'Among the cells of a table';

export const shortcuts = {
  palette: shortcut('Everywhere', 'k', 'Search, jump to a screen, or ask for rows: “fintech germany contact since 2024”', {
    isWithCommand: true,
  }),
  search: shortcut('Everywhere', '/', 'Go to the search of the screen'),
  keys: shortcut('Everywhere', '?', 'Show the keys'),
  close: shortcut('Everywhere', 'Escape', 'Close what is open'),
  nextRecord: shortcut(ON_TABLE, 'j', 'Open the next record'),
  previousRecord: shortcut(ON_TABLE, 'k', 'Open the previous record'),
  selectNext: shortcut(ON_TABLE, 'j', 'Open the next record, and select it', { isWithShift: true }),
  selectPrevious: shortcut(ON_TABLE, 'k', 'Open the previous record, and select it', { isWithShift: true }),
  selectRecord: shortcut(ON_TABLE, 'x', 'Select the open record or the row, or no longer'),
  addToList: shortcut(ON_TABLE, 'l', 'Put the selected rows or the open record on a list, with a note'),
  addTag: shortcut(ON_TABLE, 't', 'Tag the selected rows or the open record'),
  writeNote: shortcut(ON_TABLE, 'n', 'Write a note on the open record or the selected row'),
  saveView: shortcut(ON_TABLE, 'v', 'Save what is shown as a view'),
  exportRows: shortcut(ON_TABLE, 'e', 'Export the selected rows, or all that are shown'),
  showChanged: shortcut(ON_TABLE, 'w', 'Show what changed in the last 24 hours, or everything again'),
  moveInGrid: shortcut(IN_GRID, 'ArrowDown', 'Go to the next row; the other arrows go to their side'),
  moveFar: shortcut(IN_GRID, 'PageDown', 'Go ten rows down or up', { or: 'PageUp' }),
  moveToEnds: shortcut(IN_GRID, 'Home', 'Go to the first or last cell of the row', { or: 'End' }),
  openCell: shortcut(IN_GRID, 'Enter', 'Show a cell whole'),
  openRecord: shortcut(IN_GRID, ' ', 'Open the record of the row'),
  selectRow: shortcut(IN_GRID, ' ', 'Select the row', { isWithShift: true }),
  copyCell: shortcut(IN_GRID, 'c', 'Copy the cell', { isWithCommand: true }),
  moveInList: shortcut('In the list of a search', 'ArrowDown', 'Go to the next or previous entry', { or: 'ArrowUp' }),
  choose: shortcut('In the list of a search', 'Enter', 'Choose the entry'),
} as const satisfies Readonly<Record<string, Shortcut>>;

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
