/**
 * Undoes what other programs do to the cells they export: an apostrophe or `="…"` that keeps a spreadsheet from counting,
 * `.0` behind a number that was read as a fraction, the escapes of HTML, decimal commas, and words for an empty cell. What a
 * whole file has in common, such as its decimal commas, is judged once by its first rows. A file with our own header line is
 * read as it is, so that what was exported comes back unchanged.
 */
import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { decodeHTMLStrict } from 'entities/decode';
import { listItems } from './read-list.ts';

export interface CellConventions {
  /** Whether another program may have written the file. */
  readonly isForeign: boolean;
  /** Whether its numbers have decimal commas, and dots between thousands. */
  readonly hasDecimalCommas: boolean;
  /** Whether it writes `&` as `&amp;`, as HTML does. */
  readonly isHtml: boolean;
}

export const OWN_CONVENTIONS: CellConventions = { isForeign: false, hasDecimalCommas: false, isHtml: false };

/** Only a file of decimal commas has such a number: `8,5`, `0,75`, `1.250,00`. */
const DECIMAL_COMMA = /^[-+]?\p{Sc}?\s?\d+(?:\.\d{3})*,(?:\d{1,2}|\d{4,})(?:\s?\p{Sc})?$/u;
const DECIMAL_POINT = /^[-+]?\p{Sc}?\s?\d+(?:,\d{3})*\.(?:\d{1,2}|\d{4,})(?:\s?\p{Sc})?$/u;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,6}|#x[\da-f]{2,5});/i;
/** No text of HTML has an ampersand alone. */
const BARE_AMPERSAND = /&(?![a-z]{2,8};|#\d{2,6};|#x[\da-f]{2,5};)/i;

/** Rows of the data API have these besides the columns. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', 'changed_in']);

/**
 * @param headers as they stand in the file
 * @param ownHeaders those of our own exports
 * @param rows the first cells of the file
 */
export function conventionsOf(
  headers: readonly string[],
  ownHeaders: ReadonlySet<string>,
  rows: readonly (readonly string[])[],
): CellConventions {
  const isOurs = headers.every((header) => ownHeaders.has(header) || OWN_KEYS.has(header));
  // All our exports have the time of the last change, unless the columns were chosen.
  if (isOurs && headers.includes('updated_at')) return OWN_CONVENTIONS;
  const cells = rows.flatMap((row) => row.map((cell) => cell.trim()));
  const some = (form: RegExp) => cells.some((cell) => form.test(cell));
  return {
    isForeign: true,
    hasDecimalCommas: some(DECIMAL_COMMA) && !some(DECIMAL_POINT),
    // A title of ours may explain how to write an ampersand.
    isHtml: !isOurs && some(ENTITY) && !some(BARE_AMPERSAND),
  };
}

const SPREADSHEET_TEXT = /^="((?:[^"]|"")*)"$/;
const ESCAPED_SIGN = /^['’](?=[=+@-])/;
/** How programs write that there is nothing; as a name, `Null` and `None` may be meant. */
const NOTHING = /^(?:None|null|NULL|NaN|nan|N\/A|n\/a|#N\/A|\\N|undefined)$/;
/** The beginning of an object, as Python or JSON writes it. */
const OBJECT = /^\[?\s*\{\s*['"][^'"]{0,100}['"]\s*:/;
/** A list of texts, written in the same way. */
const LIST = /^\[\s*(?:(['"]).*\1\s*)?\]$/s;
const ABOUT = /^(?:~|≈|ca\.|circa|approx\.|approximately|about|around|env\.|etwa|rund)\s*(?=\p{Sc}?\d)/iu;
/** `1.250` and `10.500,5`; a comma alone is the decimal mark. */
const WITH_DOTS = /^([-+]?\d{1,3})((?:\.\d{3})+)(?=$|,\d+$)/;
/** Between thousands, wherever a number has no decimals. */
const WITH_COMMAS = /^[^\d,]*\d{1,3}(?:,\d{3})+$/;
const texts: ReadonlySet<ColumnKind> = new Set(['text', 'long-text', 'list']);
const numbers: ReadonlySet<ColumnKind> = new Set(['integer', 'number', 'money']);

/** @returns a function of the text of a cell, which is as it was where nothing is to be undone; null where nothing ever is */
export function undoingOf(
  kind: ColumnKind,
  { isForeign, hasDecimalCommas, isHtml }: CellConventions,
): ((text: string) => string | CellProblem) | null {
  if (!isForeign) return null;
  if (texts.has(kind)) return (text) => undoText(text, kind, isHtml);
  return (text) => {
    const [, inner] = SPREADSHEET_TEXT.exec(text.trim()) ?? [];
    const written = (inner?.replaceAll('""', '"') ?? text).trim().replace(/^['’]+(?=\S)/, '');
    if (numbers.has(kind)) return undoNumber(written, hasDecimalCommas && !(kind === 'integer' && WITH_COMMAS.test(written)));
    if (kind === 'phone') return written.replace(/^(\+?\d{6,})\.0$/, '$1');
    return isHtml && kind === 'link' ? decodeHTMLStrict(written) : written;
  };
}

function undoText(text: string, kind: ColumnKind, isHtml: boolean): string | CellProblem {
  const trimmed = text.trim();
  if (NOTHING.test(trimmed)) return '';
  if (kind !== 'list' && OBJECT.test(trimmed)) return new CellProblem('holds an object instead of one value');
  if (kind === 'text' && LIST.test(trimmed)) return onlyItem(trimmed);
  const [, inner] = SPREADSHEET_TEXT.exec(trimmed) ?? [];
  const written = inner?.replaceAll('""', '"') ?? text.replace(ESCAPED_SIGN, '');
  return isHtml ? decodeHTMLStrict(written) : written;
}

function onlyItem(list: string): string | CellProblem {
  const items = listItems(list);
  if (items instanceof CellProblem) return items;
  const [first, ...others] = items.filter((item) => item !== '');
  return others.length > 0 ? new CellProblem('holds a list instead of one value') : String(first ?? '');
}

function undoNumber(text: string, hasDecimalCommas: boolean): string {
  const number = text.replace(ABOUT, '');
  if (!hasDecimalCommas) return number;
  const [dotted] = WITH_DOTS.exec(number) ?? [];
  if (dotted !== undefined) return `${dotted.replaceAll('.', '')}${number.slice(dotted.length).replace(',', '.')}`;
  return number.replace(/^([-+]?\d+),(\d+)$/, '$1.$2');
}
