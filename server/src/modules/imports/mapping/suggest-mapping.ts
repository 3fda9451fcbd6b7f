/** Guesses which column of a table each column of a file means, where the headers do not say it. */

import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import type { ColumnKind, TableDefinition } from '@leadloom/shared/tables/define-table';
import { synonymsOf } from '@leadloom/shared/tables/header-synonyms';
import { simplify } from '@leadloom/shared/tables/header-words';
import { filledCells } from '@leadloom/shared/tables/mapped-column';
import { isCountryName } from '../../../places/country-names.ts';
import { readLink } from '../rows/cells/read-link.ts';
import { readMoment } from '../rows/cells/read-moment.ts';
import { isPhone } from '../rows/cells/read-phone.ts';
import { disagreement } from './column-content.ts';

/** The least likeness of two names that count as alike. */
const ALIKE = 0.6;
/** The part of a column's cells that must have its form. */
const MOST = 0.6;

const conventions = { isForeign: true, hasDecimalCommas: false, isHtml: false } as const;

type Form = 'linkedin' | 'email' | 'link' | 'country' | 'time' | 'phone' | 'number' | 'text';

/** @param rows cells of the first rows @returns header → column, for the headers with a likely column */
export function likelyMapping(
  definition: TableDefinition,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Readonly<Record<string, string>> {
  const candidates = headers.flatMap((header, index) => {
    const cells = filledCells(rows, index);
    const form = formOf(cells);
    const mayHold = ({ field }: { readonly field: string }) => disagreement(definition, field, { cells, conventions }) === null;
    return definition.columns.filter(mayHold).map((column) => ({
      header,
      field: column.field,
      score: likeness(header, definition, column.field) * 2 + (form === null ? 0 : fit(form, column.field, column.kind)),
      order: index,
    }));
  });
  const mapping = new Map<string, string>();
  const taken = new Set<string>();
  for (const { header, field, score } of candidates.sort((one, other) => other.score - one.score || one.order - other.order)) {
    if (score < ALIKE || mapping.has(header) || taken.has(field)) continue;
    mapping.set(header, field);
    taken.add(field);
  }
  return Object.fromEntries(headers.flatMap((header) => (mapping.has(header) ? [[header, mapping.get(header) ?? '']] : [])));
}

/** Whether cells of a first line are values, such as an address, rather than names of columns. */
export function looksLikeRow(cells: readonly string[]): boolean {
  return cells.some((cell) => ['email', 'linkedin', 'link', 'time', 'number', 'country'].includes(formOf([cell.trim()]) ?? ''));
}

/** How well a form fits a column: 1 where only such columns have it. */
function fit(form: Form, field: string, kind: ColumnKind): number {
  switch (form) {
    case 'linkedin':
      return field.includes('linkedin') ? 1 : kind === 'link' ? 0.3 : 0;
    case 'link':
      return kind === 'link' && !field.includes('linkedin') ? 0.9 : 0;
    case 'email':
      return kind === 'email' || field === 'emails' ? 1 : 0;
    case 'country':
      return field.endsWith('country') ? 1 : 0;
    case 'phone':
      return kind === 'phone' ? 0.9 : 0;
    case 'time':
      return kind === 'time' || kind === 'date' ? 0.5 : 0;
    case 'number':
      return 0;
    case 'text':
      // Names come first in most files.
      return /^(?:name|merchant_name|title|review_title)$/.test(field) ? 0.6 : 0;
  }
}

/** The form of the cells; null: they are blank, or have several forms. */
function formOf(cells: readonly string[]): Form | null {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return null;
  const counts = new Map<Form, number>();
  for (const cell of filled) counts.set(formOfCell(cell), (counts.get(formOfCell(cell)) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= filled.length * MOST ? most[0] : null;
}

function formOfCell(cell: string): Form {
  if (hasEmailFormat(cell)) return 'email';
  if (/(?:^|[/.])linkedin\.com\//i.test(cell)) return 'linkedin';
  if (/^[-+$€£]?\d[\d.,' ]*[kmb%]?$/i.test(cell)) return 'number';
  if (!(readMoment(cell) instanceof CellProblem)) return 'time';
  if (isPhone(cell)) return 'phone';
  if (/[./]/.test(cell) && !/\s/.test(cell) && !(readLink(cell) instanceof CellProblem)) return 'link';
  return cell.length > 3 && isCountryName(cell) ? 'country' : 'text';
}

/** From 0 to 1: how many pairs of letters the header shares with the most similar name of the column. */
function likeness(header: string, definition: TableDefinition, field: string): number {
  const own = pairs(simplify(header));
  if (own.size === 0) return 0;
  const column = definition.columns.find((candidate) => candidate.field === field);
  const names = [field, column?.headerName ?? '', ...(column?.aliases ?? []), ...synonymsOf(definition.name, field)];
  const best = Math.max(
    ...names.map((name) => {
      const other = pairs(simplify(name));
      const shared = [...own].filter((pair) => other.has(pair)).length;
      return (2 * shared) / (own.size + other.size);
    }),
  );
  return best >= ALIKE ? best : 0;
}

function pairs(name: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2)));
}
