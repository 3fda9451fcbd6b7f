/** Which entries of the palette a text finds, best first. */

export const entryGroups = [
  'Rows',
  'This screen',
  'Workspace',
  'Screens',
  'Tables',
  'Views',
  'My views',
  'Shared views',
  'Lists',
  'My lists',
  'Shared lists',
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

/**
 * Every word must be in label or detail. An entry whose whole label is the text comes first, with its group; then labels that
 * start with the text, then those with a word that does. What the server found comes later than the rest, so it raises its
 * group only by a whole label: otherwise the entry that Enter chooses would change while somebody is about to press it.
 */
export function findEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const query = fold(text.trim());
  const words = query.split(/\s+/);
  const groups = entryGroups.map((group) => {
    const ofGroup = entries.filter((entry) => entry.group === group);
    if (query === '') {
      const isWhole = group === 'Rows' || group === 'Screens' || group === 'Tables';
      return { rank: OTHER, found: isWhole ? ofGroup : ofGroup.slice(0, SHOWN_OF_GROUP) };
    }
    // Rows are in the order in which they answer the text.
    if (group === 'Rows') return { rank: OTHER, found: ofGroup };
    const ranked = ofGroup
      .map((entry) => ({ entry, rank: rankOf(entry, query, words) }))
      .filter(({ rank }) => rank < NOT_FOUND)
      .toSorted((one, other) => one.rank - other.rank);
    const raising = ranked.map(({ entry, rank }) => (rank === WHOLE || entry.isFound !== true ? rank : OTHER));
    return {
      rank: Math.min(OTHER, ...raising),
      found: ranked.slice(0, SHOWN_OF_GROUP).map(({ entry }) => entry),
    };
  });
  return groups.toSorted((one, other) => one.rank - other.rank).flatMap(({ found }) => found);
}

const WHOLE = 0;
const OTHER = 2;
const NOT_FOUND = 5;

function rankOf({ label, detail = '', isFound }: PaletteEntry, query: string, words: readonly string[]): number {
  const name = fold(label);
  if (name === query) return WHOLE;
  if (name.startsWith(query)) return 1;
  const all = `${name} ${fold(detail)}`;
  if (!words.every((word) => all.includes(word))) return isFound === true ? 4 : NOT_FOUND;
  return all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(words[0] ?? '')) ? OTHER : 3;
}

/** The text without case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
