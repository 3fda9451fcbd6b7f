/** A row of a list without what the account keeps about it, as records, feeds and files have it. */
export function withoutMarks<Row extends object>(row: Row): Omit<Row, 'my'> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'my')) as Omit<Row, 'my'>;
}
