/** Tags before and after a change. */
import { foldTag } from '../../../components/tags/fold-tag.ts';

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The changed tags in alphabetical order, as the server returns them. */
export function changeTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const removed = new Set(remove.map(foldTag));
  const kept = tags.filter((tag) => !removed.has(foldTag(tag)));
  const known = new Set(kept.map(foldTag));
  return [...kept, ...add.filter((tag) => !known.has(foldTag(tag)))].sort((one, other) => one.localeCompare(other));
}

/** The change that restores a list, whatever else has been changed since. */
export function undoOf(tags: readonly string[], { add, remove }: TagChange): TagChange {
  const before = new Set(tags.map(foldTag));
  const removed = new Set(remove.map(foldTag));
  return {
    add: tags.filter((tag) => removed.has(foldTag(tag))),
    remove: add.filter((tag) => !before.has(foldTag(tag))),
  };
}
