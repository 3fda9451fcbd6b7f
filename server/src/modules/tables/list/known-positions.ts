/** Positions in recently read lists: a limited number of lists and of positions per list, each of one version. */
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Position } from './position.ts';

const LISTS_LIMIT = 500;
const POSITIONS_LIMIT = 120;
/** In characters of a cell; a position with a longer cell is not worth its memory. */
const KEY_LIMIT = 300;

interface KnownPositions {
  readonly version: number;
  /** By index, each index once. */
  readonly positions: readonly Position[];
}

export function createKnownPositions() {
  const lists = createBoundedCache<KnownPositions>(LISTS_LIMIT);
  return {
    /** By index; only those of the given version. */
    of(list: string, version: number): readonly Position[] {
      const known = lists.get(list);
      return known?.version === version ? known.positions : [];
    },

    add(list: string, version: number, added: readonly Position[]): void {
      if ((lists.get(list)?.version ?? version) > version) return;
      const short = added.filter(({ key }) => (key?.length ?? 0) <= KEY_LIMIT);
      const byIndex = new Map([...this.of(list, version), ...short].map((position) => [position.index, position]));
      const positions = [...byIndex.values()].sort((one, other) => one.index - other.index);
      lists.set(list, { version, positions: thinOut(positions, POSITIONS_LIMIT) });
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
