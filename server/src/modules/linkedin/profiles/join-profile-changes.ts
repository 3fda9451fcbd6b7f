/** Joins two consecutive sets of changes: the first value and the last value of each field. */
import type { ProfileChange } from '@leadloom/shared/contract/collected-profiles';

/** @returns only fields whose last value differs from the first */
export function joinProfileChanges(earlier: readonly ProfileChange[], later: readonly ProfileChange[]): readonly ProfileChange[] {
  const joined = new Map(earlier.map((change) => [change.field, change]));
  for (const change of later) {
    const known = joined.get(change.field);
    joined.set(change.field, known === undefined ? change : joinOne(known, change));
  }
  return [...joined.values()].filter(({ before, after }) => before !== after);
}

/** `…_changed` counts changed items, so its counts add up. */
function joinOne(earlier: ProfileChange, later: ProfileChange): ProfileChange {
  const isCount = later.field.endsWith('_changed') && typeof earlier.after === 'number' && typeof later.after === 'number';
  return { ...later, before: earlier.before, after: isCount ? Number(earlier.after) + Number(later.after) : later.after };
}
