/**
 * Positions of lists that were read before: so many lists, so many positions a list. They are of one version of the table,
 * and of later ones as long as no change moved a row of the list.
 */
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import { effectOnList } from './change-effect.ts';
import type { JudgedChanges } from './judged-changes.ts';
import type { NamedChoice } from './named-choice.ts';
import type { Position } from './position.ts';

const LISTS_LIMIT = 500;
const POSITIONS_LIMIT = 120;
/** Characters of a cell; a position with a longer cell is not worth its memory. */
const KEY_LIMIT = 300;

interface KnownPositions {
  readonly version: number;
  /** Positions by index, each index once. */
  readonly positions: readonly Position[];
}

export function createKnownPositions(changes: JudgedChanges) {
  const lists = createBoundedCache<KnownPositions>(LISTS_LIMIT);

  /** Whether positions of one version are right at another one, too. */
  async function isSameList(choice: NamedChoice, one: number, other: number): Promise<boolean> {
    if (one === other) return true;
    const judged = await changes.between(choice, Math.min(one, other), Math.max(one, other));
    return judged?.every((change) => effectOnList(choice, change).isStill) ?? false;
  }

  /** Known positions by index. Those of another version of the list are of no use. */
  async function of(choice: NamedChoice, version: number): Promise<readonly Position[]> {
    const known = lists.get(choice.listName);
    if (known === undefined || !(await isSameList(choice, known.version, version))) return [];
    if (known.version < version) lists.set(choice.listName, { ...known, version });
    return known.positions;
  }

  return {
    isSameList,
    of,

    async add(choice: NamedChoice, version: number, added: readonly Position[]): Promise<void> {
      if ((lists.get(choice.listName)?.version ?? version) > version) return;
      const short = added.filter(({ key }) => (key?.length ?? 0) <= KEY_LIMIT);
      const byIndex = new Map([...(await of(choice, version)), ...short].map((position) => [position.index, position]));
      const positions = [...byIndex.values()].sort((one, other) => one.index - other.index);
      lists.set(choice.listName, { version, positions: thinOut(positions, POSITIONS_LIMIT) });
    },
  };
}

/** Removes the positions closest to their neighbours. */
function thinOut(positions: readonly Position[], limit: number): readonly Position[] {
  const kept = [...positions];
  while (kept.length > limit) {
    let closest = 1;
    for (let at = 2; at < kept.length - 1; at += 1) if (roomAt(kept, at) < roomAt(kept, closest)) closest = at;
    kept.splice(closest, 1);
  }
  return kept;
}

function roomAt(positions: readonly Position[], at: number): number {
  return (positions[at + 1]?.index ?? Number.POSITIVE_INFINITY) - (positions[at - 1]?.index ?? Number.NEGATIVE_INFINITY);
}
