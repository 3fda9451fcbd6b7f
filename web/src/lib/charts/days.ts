/** Days, months and years as summaries write them: `2026-03-31`, `2026-03`, `2026`. Pure. */
import type { DayUnit } from '@leadloom/shared/tables/dimensions';
import { once } from '../once.ts';

const DAY_MS = 86_400_000;

export function unitOf(piece: string): DayUnit {
  return piece.length > 7 ? 'day' : piece.length > 4 ? 'month' : 'year';
}

/** The first and the last day of the piece. */
export function daysOf(piece: string): { readonly first: string; readonly last: string } {
  switch (unitOf(piece)) {
    case 'day':
      return { first: piece, last: piece };
    case 'month':
      return { first: `${piece}-01`, last: written(startOf(nextPiece(piece)) - DAY_MS) };
    case 'year':
      return { first: `${piece}-01-01`, last: `${piece}-12-31` };
  }
}

/** The piece behind this one, of the same length. */
export function nextPiece(piece: string): string {
  const [year = 0, month = 1] = piece.split('-').map(Number);
  switch (unitOf(piece)) {
    case 'day':
      return written(startOf(piece) + DAY_MS);
    case 'month':
      return month === 12 ? `${inYears(year + 1)}-01` : `${inYears(year)}-${String(month + 1).padStart(2, '0')}`;
    case 'year':
      return inYears(year + 1);
  }
}

const formats = {
  day: once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })),
  month: once(() => new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })),
};
const shortDay = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }));

/** As the reader writes it. @param isShort without the year of a day, for axes */
export function formatPiece(piece: string, isShort = false): string {
  const unit = unitOf(piece);
  if (unit === 'year') return String(Number(piece));
  const format = isShort && unit === 'day' ? shortDay() : formats[unit]();
  return format.format(startOf(piece));
}

function startOf(piece: string): number {
  return Date.parse(`${daysStart(piece)}T00:00:00Z`);
}

function daysStart(piece: string): string {
  return { day: piece, month: `${piece}-01`, year: `${piece}-01-01` }[unitOf(piece)];
}

function written(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function inYears(year: number): string {
  return String(year).padStart(4, '0');
}
