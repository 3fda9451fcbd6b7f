/** Which entries of the palette a text finds, best first. */

export const entryGroups = [
  'Rows',
  'This screen',
  'Screens',
  'Tables',
  'Views',
  'Lists',
  'Collected people',
  'Companies',
] as const;
type EntryGroup = (typeof entryGroups)[number];

export interface PaletteEntry {
  /** A key that is unique among all entries. */
  readonly key: string;
  readonly group: EntryGroup;
  readonly label: string;
  /** What tells entries of one name apart, such as the table of a view. */
  readonly detail?: string;
  /** It was found by this text: it is shown whatever its label says. */
  readonly isFound?: true;
  /** The key that does the same. */
  readonly keys?: string;
  readonly choose: () => void;
}

/** How many entries of a group are shown for a text. Without a text, all screens and a few of the others are shown. */
const SHOWN_OF_GROUP = 6;

/** Every word must be in label or detail. Labels that start with the text come first, then those with a word that does. */
export function findEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const query = fold(text.trim());
  const words = query.split(/\s+/);
  return entryGroups.flatMap((group) => {
    const ofGroup = entries.filter((entry) => entry.group === group);
    // They are in the order in which they answer the text.
    if (group === 'Rows') return ofGroup;
    if (query === '') return group === 'Screens' || group === 'Tables' ? ofGroup : ofGroup.slice(0, SHOWN_OF_GROUP);
    const ranked = ofGroup.map((entry) => ({ entry, rank: rankOf(entry, query, words) })).filter(({ rank }) => rank < NOT_FOUND);
    return ranked
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, SHOWN_OF_GROUP)
      .map(({ entry }) => entry);
  });
}

const NOT_FOUND = 4;

function rankOf({ label, detail = '', isFound }: PaletteEntry, query: string, words: readonly string[]): number {
  const name = fold(label);
  if (name.startsWith(query)) return 0;
  const all = `${name} ${fold(detail)}`;
  if (!words.every((word) => all.includes(word))) return isFound === true ? 3 : NOT_FOUND;
  return all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(words[0] ?? '')) ? 1 : 2;
}

/** The text without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
