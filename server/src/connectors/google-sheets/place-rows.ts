/**
 * In which row of a sheet each row of an export goes. Nothing is placed where people wrote something of their own, except the
 * row that stands beside it. Pure.
 *
 * - `replace`: a row beside which people wrote something keeps its place; all others follow in the export's order.
 * - `append`: behind all content.
 * - `changes`: where its id is, else behind all content.
 */
import { FIRST_ROW, type SheetRows } from './read-sheet.ts';

export interface Places {
  /** The place of the export's next row. */
  take(id: number): number;
  /** The same for a row that an earlier try wrote; null: its place is of no interest. */
  skip(id: number): number | null;
}

type Mode = 'replace' | 'append' | 'changes';

/** @param next `append`: the place of the next row, where an interrupted delivery was; null: at its beginning */
export function createPlaces(mode: Mode, sheet: SheetRows, next: number | null = null): Places {
  if (mode === 'replace') return replacing(sheet);
  return mode === 'append' ? appending(sheet, next) : changing(sheet);
}

function replacing(sheet: SheetRows): Places {
  const used = new Set<number>();
  let row = FIRST_ROW;
  const take = (id: number) => {
    const own = sheet.rows.get(id);
    if (own !== undefined && sheet.isPeoples(own) && !used.has(own)) {
      used.add(own);
      return own;
    }
    while (sheet.isPeoples(row)) row += 1;
    row += 1;
    return row - 1;
  };
  return { take, skip: take };
}

function appending(sheet: SheetRows, next: number | null): Places {
  let row = next ?? sheet.last + 1;
  return {
    take: (id) => {
      const there = sheet.idAt(row);
      // The row is there already if the interrupted delivery wrote it; anything else was added meanwhile.
      const isTaken = sheet.isPeoples(row) ? there !== id : there !== null && there !== id;
      if (isTaken) row = sheet.last + 1;
      row += 1;
      return row - 1;
    },
    skip: () => null,
  };
}

function changing(sheet: SheetRows): Places {
  const added = new Map<number, number>();
  let row = sheet.last + 1;
  return {
    take: (id) => {
      const known = sheet.rows.get(id) ?? added.get(id);
      if (known !== undefined) return known;
      added.set(id, row);
      row += 1;
      return row - 1;
    },
    skip: () => null,
  };
}
