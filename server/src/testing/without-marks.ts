/** A row of a list without what the account keeps about it, as records, feeds and files have it. */
export function withoutMarks<Row extends { readonly my?: unknown }>(row: Row): Omit<Row, 'my'> {
  const { my: _, ...cells } = row;
  return cells;
}
