/** Selected ids, on this page and on others. */
export type Selection<Id = number> = ReadonlySet<Id>;

export function toggleRow<Id>(selection: Selection<Id>, id: Id): Selection<Id> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all rows of the page, or deselects them if all are selected. Other pages stay as they are. */
export function togglePage<Id>(selection: Selection<Id>, ids: readonly Id[]): Selection<Id> {
  const next = new Set(selection);
  if (pageState(selection, ids) === 'all') for (const id of ids) next.delete(id);
  else for (const id of ids) next.add(id);
  return next;
}

/** Selects the rows of the page from one to another, both inclusive, in either direction. */
export function selectRange<Id>(selection: Selection<Id>, ids: readonly Id[], from: Id, to: Id): Selection<Id> {
  const start = ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return toggleRow(selection, to);
  return new Set([...selection, ...ids.slice(Math.min(start, end), Math.max(start, end) + 1)]);
}

export function pageState<Id>(selection: Selection<Id>, ids: readonly Id[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
