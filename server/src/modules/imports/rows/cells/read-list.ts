/**
 * Lists in files: a JSON array, an array as printed by PostgreSQL or Python, or values with a separator between
 * them. Keeps the order, each value once.
 */
import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { cleanLine } from './clean-text.ts';

const ITEMS_LIMIT = 200;
const ITEM_LENGTH_LIMIT = 200;
/** The first of these that occurs is the separator: values contain commas more often than the others. */
const SEPARATORS = ['\n', ';', '|', '\t', ','] as const;
/**
 * One value of a printed array, quoted in either way or not at all. The expression is written so that no blank can match in
 * two ways.
 */
const PRINTED_ITEM = /(?:\s*"((?:[^"\\]|\\.|"")*)"\s*|\s*'((?:[^'\\]|\\.|'')*)'\s*|([^,"'{}[\]]*))(,|$)/sy;
/** No allowed list is longer, in any notation. */
const TEXT_LIMIT = 500_000;

/**
 * @param raw text, or a list from JSON
 * @returns null if it is empty
 */
export function readList(raw: unknown): readonly string[] | null | CellProblem {
  const items = listItems(raw);
  if (items instanceof CellProblem) return items;
  const cleaned = new Set<string>();
  for (const item of items) {
    if (item === null || item === undefined) continue;
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean')
      return new CellProblem('holds something else than a list of texts');
    const value = cleanLine(String(item), ITEM_LENGTH_LIMIT);
    if (value instanceof CellProblem) return new CellProblem(`holds a value that ${value.reason}`);
    if (value !== null) cleaned.add(value);
  }
  if (cleaned.size > ITEMS_LIMIT) return new CellProblem(`holds more than ${ITEMS_LIMIT} values`);
  return cleaned.size === 0 ? null : [...cleaned];
}

/**
 * The values as written.
 * @param raw text, or a list from JSON
 */
export function listItems(raw: unknown): readonly unknown[] | CellProblem {
  if (Array.isArray(raw)) return raw;
  const text = String(raw).trim();
  return text.length > TEXT_LIMIT
    ? new CellProblem(`is longer than ${TEXT_LIMIT.toLocaleString('en')} characters`)
    : splitList(text);
}

function splitList(text: string): readonly unknown[] {
  if (text.startsWith('[') && text.endsWith(']')) {
    const parsed = parseArray(text) ?? splitPrinted(text);
    if (parsed !== null) return parsed;
  }
  if (text.startsWith('{') && text.endsWith('}')) {
    const printed = splitPrinted(text);
    // PostgreSQL writes a missing value so, unquoted.
    if (printed !== null) return printed.filter((item) => item !== 'NULL');
  }
  const separator = SEPARATORS.find((mark) => text.includes(mark));
  return separator === undefined ? [text] : text.split(separator);
}

function parseArray(text: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The values of a printed list; null: the brackets belong to a text. */
function splitPrinted(text: string): readonly string[] | null {
  const inner = text.slice(1, -1);
  const items: string[] = [];
  PRINTED_ITEM.lastIndex = 0;
  for (;;) {
    const match = PRINTED_ITEM.exec(inner);
    if (match === null) return null;
    const [, double, single, bare, end] = match;
    const item = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    items.push(item === undefined ? (bare ?? '').trim() : item.replace(/\\(.)/gs, '$1'));
    if (end === '') return items;
  }
}
