/** Two sets of changes in a row as one: what each field was at first, and what it is in the end. */
import type { ProfileChange } from '@leadloom/shared/contract/collected-profiles';

/** @returns without the fields that are again what they were */
export function joinProfileChanges(earlier: readonly ProfileChange[], later: readonly ProfileChange[]): readonly ProfileChange[] {
  const joined = new Map(earlier.map((change) => [change.field, change]));
  for (const change of later) {
    const known = joined.get(change.field);
    joined.set(change.field, known === undefined ? change : joinOne(known, change));
  }
  return [...joined.values()].filter(({ before, after }) => before !== after);
}

/** `…_changed` counts entries that became others, so its counts add up. */
function joinOne(earlier: ProfileChange, later: ProfileChange): ProfileChange {
  const isCount = later.field.endsWith('_changed') && typeof earlier.after === 'number' && typeof later.after === 'number';
  return { ...later, before: earlier.before, after: isCount ? Number(earlier.after) + Number(later.after) : later.after };
}
