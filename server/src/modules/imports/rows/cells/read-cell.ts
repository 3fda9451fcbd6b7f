/** Reads one cell: a value from a file or a visit, converted to the kind of its column. */

import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { readInteger, readMillions, readNumber } from '@leadloom/shared/domain/read-number';
import type { CellValue, ColumnDefinition, ColumnKind } from '@leadloom/shared/tables/define-table';
import { cleanLine, cleanText } from './clean-text.ts';
import { type Link, readLink } from './read-link.ts';
import { readList } from './read-list.ts';
import { readDay, readMoment } from './read-moment.ts';
import { readPhone } from './read-phone.ts';
import { type CellConventions, OWN_CONVENTIONS, undoingOf } from './written-by-programs.ts';

const TEXT_LIMIT = 500;
const LONG_TEXT_LIMIT = 100_000;
const EMAIL_LIMIT = 320;
/** No number, date or boolean is longer. */
const SHORT_LIMIT = 200;

/** Texts that people and programs write for an unknown value. In a text column they could be names. */
const PLACEHOLDER = /^(?:-+|–|—|\?|n[/.]?a\.?|#n\/a|nan|none|null|nil|\\n|unknown|undisclosed)$/i;
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1', 't', 'y', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'f', 'n', 'off'].map((word) => [word, false] as const),
]);

export type ReadCell = CellValue | Link | CellProblem;

/**
 * Whether the text stands for an unknown value, in a column of another kind than text.
 * @param text without surrounding blanks
 */
export function isPlaceholder(text: string): boolean {
  return text === '' || PLACEHOLDER.test(text);
}

interface CellReading {
  /** The power of ten of a plain number in a column of amounts; by default they are in millions. */
  readonly amountUnit?: number | undefined;
  /** Of the file; by default the cells are as we write them. */
  readonly conventions?: CellConventions;
}

/**
 * Reads the cells of one column.
 * @returns a function of `raw`, which is text or a JSON value; null: blank
 */
export function cellReader(
  { kind }: ColumnDefinition,
  { amountUnit, conventions = OWN_CONVENTIONS }: CellReading = {},
): (raw: unknown) => ReadCell {
  const read = plainCellReader(kind, amountUnit);
  const undo = undoingOf(kind, conventions);
  if (undo === null) return read;
  return (raw) => {
    const text = typeof raw === 'string' ? undo(raw) : raw;
    return text instanceof CellProblem ? text : read(text);
  };
}

function plainCellReader(kind: ColumnKind, amountUnit?: number): (raw: unknown) => ReadCell {
  if (kind === 'list') return (raw) => (isBlank(raw) ? null : readListCell(raw));
  const read = textReader(kind, amountUnit);
  const mayBePlaceholder = kind !== 'text' && kind !== 'long-text';
  return (raw) => {
    if (isBlank(raw)) return null;
    const text = typeof raw === 'string' ? raw : textOf(raw);
    if (text === null) return new CellProblem('holds a list or an object instead of one value');
    if (!mayBePlaceholder) return read(text);
    const trimmed = text.trim();
    return isPlaceholder(trimmed) ? null : read(trimmed);
  };
}

function isBlank(raw: unknown): boolean {
  return raw === null || raw === undefined || raw === '';
}

/** The text of a value; null for values that have no text form. */
function textOf(raw: unknown): string | null {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? 'an invalid time' : raw.toISOString();
  return typeof raw === 'number' || typeof raw === 'boolean' || typeof raw === 'bigint' ? String(raw) : null;
}

function readListCell(raw: unknown): ReadCell {
  if (typeof raw === 'object' && !Array.isArray(raw)) return new CellProblem('holds an object instead of a list');
  const list = readList(raw);
  const only = Array.isArray(list) && list.length === 1 ? String(list[0]) : '';
  return PLACEHOLDER.test(only) ? null : list;
}

/** The text passed to readers of the other kinds is trimmed and not empty. */
function textReader(kind: Exclude<ColumnKind, 'list'>, amountUnit?: number): (text: string) => ReadCell {
  switch (kind) {
    case 'text':
      return (text) => cleanLine(text, TEXT_LIMIT);
    case 'long-text':
      return (text) => cleanText(text, LONG_TEXT_LIMIT);
    case 'link':
      return readLink;
    case 'email':
      return readEmail;
    case 'phone':
      return readPhone;
    case 'boolean':
      return short((text) => TRUTHS.get(text.toLowerCase()) ?? new CellProblem(`${quoted(text)} is not yes or no`));
    case 'integer':
      return short(readInteger);
    case 'number':
      return short(readNumber);
    case 'money':
      return short((text) => readMillions(text, amountUnit));
    case 'date':
      return short(readDay);
    case 'time':
      return short(readMoment);
  }
}

function short(read: (text: string) => ReadCell): (text: string) => ReadCell {
  return (text) => (text.length > SHORT_LIMIT ? new CellProblem(`is longer than ${SHORT_LIMIT} characters`) : read(text));
}

function readEmail(text: string): ReadCell {
  const email = cleanLine(text.replace(/^mailto:/i, ''), EMAIL_LIMIT);
  if (email === null || email instanceof CellProblem) return email;
  if (hasEmailFormat(email)) return email;
  const [, named = ''] = /^[^<>]*<([^<>\s]+)>$/.exec(email) ?? [];
  // Only the first of several addresses is stored.
  const [first = ''] = (named === '' ? email : named).split(/[\s,;|/]+/);
  return hasEmailFormat(first) ? first : new CellProblem(`${quoted(email)} is not an email address`);
}
