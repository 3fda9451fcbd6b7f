/**
 * Positions of lists that were read before: so many lists, so many positions a list. They are of one version of the table,
 * and of later ones as long as no change moved a row of the list.
 */
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import { effectOnList } from './change-effect.ts';
import type { NamedChoice } from './named-choice.ts';
import type { Position } from './position.ts';
import type { RecentChanges } from './recent-changes.ts';

const LISTS_LIMIT = 500;
const POSITIONS_LIMIT = 120;
/** In characters of a cell; a position with a longer cell is not worth its memory. */
const KEY_LIMIT = 300;

interface KnownPositions {
  readonly version: number;
  /** By index, each index once. */
  readonly positions: readonly Position[];
}

export function createKnownPositions(recent: RecentChanges) {
  const lists = createBoundedCache<KnownPositions>(LISTS_LIMIT);

  /** Whether positions of one version are right at another one, too. */
  function isSameList(choice: NamedChoice, one: number, other: number): boolean {
    if (one === other) return true;
    const changes = recent.between(choice.definition, Math.min(one, other), Math.max(one, other));
    return changes?.every((change) => effectOnList(choice, change)?.isStill === true) ?? false;
  }

  return {
    isSameList,

    /** By index; those of another list are of no use. */
    of(choice: NamedChoice, version: number): readonly Position[] {
      const known = lists.get(choice.listName);
      if (known === undefined || !isSameList(choice, known.version, version)) return [];
      if (known.version < version) lists.set(choice.listName, { ...known, version });
      return known.positions;
    },

    add(choice: NamedChoice, version: number, added: readonly Position[]): void {
      if ((lists.get(choice.listName)?.version ?? version) > version) return;
      const short = added.filter(({ key }) => (key?.length ?? 0) <= KEY_LIMIT);
      const byIndex = new Map([...this.of(choice, version), ...short].map((position) => [position.index, position]));
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
