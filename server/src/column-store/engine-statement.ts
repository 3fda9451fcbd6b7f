/**
 * Statements in the engine's dialect. Values never stand in the text: each is a parameter with a type, and travels as ClickHouse
 * documents it for its HTTP interface, escaped as in tab-separated files.
 */
import type { SQL } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { EngineStatement } from './engine-client.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
};
const ESCAPED = /[\\'\t\n\r\0]/g;

/** A server refuses longer values of fields (131,072 bytes), so a long list is several parameters, joined where it stands. */
const LONGEST_LIST = 100_000;

/**
 * Parameters are texts, finite numbers, booleans, null, and lists of texts or of numbers, which stand in `sql.param`: a bare list
 * becomes a parameter for each item, between brackets. @throws {TypeError} where a value is something else
 */
export function toEngineStatement(statement: SQL): EngineStatement {
  const parameters: Record<string, string> = {};
  const { sql: text } = statement.toQuery({
    casing: new CasingCache(),
    escapeName: (name) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`,
    escapeParam: (index, value) => {
      const type = typeOf(value);
      const parts = Array.isArray(value) ? partsOf(value) : [written(value)];
      const names = parts.map((_, at) => (at === 0 ? `p${index + 1}` : `p${index + 1}_${at}`));
      for (const [at, part] of parts.entries()) parameters[names[at] ?? ''] = part;
      const typed = names.map((name) => `{${name}:${type}}`);
      return typed.length === 1 ? typed.join() : `arrayConcat(${typed.join(', ')})`;
    },
    escapeString: (value) => `'${escapeText(value)}'`,
  });
  return { text, parameters };
}

/** A list as one or more lists. */
function partsOf(list: readonly unknown[]): readonly string[] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const item of list) {
    const text = typeof item === 'string' ? `'${escapeText(item)}'` : String(item);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > LONGEST_LIST) {
      parts.push([]);
      bytes = Buffer.byteLength(text) + 1;
    }
    parts.at(-1)?.push(text);
  }
  return parts.map((items) => `[${items.join(',')}]`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'Nullable(Nothing)';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Bool';
  if (typeof value === 'number') return numberType([value]);
  if (!Array.isArray(value)) throw new TypeError(`A parameter of a statement must not be of the type ${typeof value}.`);
  if (value.length === 0) return 'Array(Nothing)';
  if (value.every((item) => typeof item === 'string')) return 'Array(String)';
  if (value.every((item) => typeof item === 'number')) return `Array(${numberType(value)})`;
  throw new TypeError('A list of a statement must hold texts alone, or numbers alone.');
}

function numberType(values: readonly number[]): string {
  if (!values.every(Number.isFinite)) throw new TypeError('A number of a statement must be finite.');
  return values.every(Number.isSafeInteger) ? 'Int64' : 'Float64';
}

function written(value: unknown): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? escapeText(value) : String(value);
}

function escapeText(text: string): string {
  return text.replaceAll(ESCAPED, (character) => ESCAPES[character] ?? character);
}
