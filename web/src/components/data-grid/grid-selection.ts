/** Selected ids, on this page and on others. */
export type Selection = ReadonlySet<number>;

export function toggleRow(selection: Selection, id: number): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All rows of the page, or none of them if all are selected. Other pages stay as they are. */
export function togglePage(selection: Selection, ids: readonly number[]): Selection {
  const next = new Set(selection);
  if (pageState(selection, ids) === 'all') for (const id of ids) next.delete(id);
  else for (const id of ids) next.add(id);
  return next;
}

/** From one row of the page to another, both included, in whichever direction. */
export function selectRange(selection: Selection, ids: readonly number[], from: number, to: number): Selection {
  const start = ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return toggleRow(selection, to);
  return new Set([...selection, ...ids.slice(Math.min(start, end), Math.max(start, end) + 1)]);
}

export function pageState(selection: Selection, ids: readonly number[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
