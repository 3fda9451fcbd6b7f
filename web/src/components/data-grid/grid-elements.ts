/** Finds what the grid's handlers need to measure or focus. */

/** The box that scrolls the table. */
export function scrollerOf(table: HTMLTableElement | null): HTMLElement | null {
  return table?.parentElement?.parentElement ?? null;
}

/** The header of a shown column. */
export function headerOf(table: HTMLTableElement | null, field: string): HTMLElement | null {
  const cells = [...(table?.rows[0]?.cells ?? [])];
  return cells.find((cell) => cell.dataset.field === field) ?? null;
}
