/**
 * JSON as an import reads it: one object per line, or one list of them, with keys mapped like headers. For tables of networks
 * it also reads the networks' own forms, in lines or in one document.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { parseExactJson } from '../../../sources/exact-json.ts';
import {
  checkChoice,
  locationColumns,
  type PartialHeader,
  partialHeader,
  personName,
  unreadable,
} from '../mapping/map-headers.ts';
import { type FileMapping, isReadBy } from '../mapping/read-mapping.ts';
import { reasonName } from '../report/rejects-file.ts';
import { locationPart } from '../rows/cells/read-location.ts';
import type { DecodedText } from './decode-text.ts';
import { foreignRowsOf } from './foreign/foreign-rows.ts';
import { hashtagCountsOf } from './foreign/hashtag-counts.ts';
import { jsonItems } from './foreign/json-items.ts';
import { createJsonSplitter, ITEM_PATHS, type JsonItem } from './foreign/json-splitter.ts';
import { postCellsOf } from './foreign/post-cells.ts';
import type { ReadRow, RecordSource, SourceRecord } from './record-source.ts';
import { jsonText, type RowText } from './row-text.ts';
import { linesOf } from './text-lines.ts';
import { ownIdReader } from './tiktok-ids.ts';

/** The limit of different keys in one file. More of them are data rather than names. */
const KEYS_LIMIT = 2_000;
/** The maximum nesting of lists, such as responses in a list. */
const DEEPEST_LIST = 4;
/** Tables whose sources send whole documents, besides those of networks. */
const DOCUMENTS: readonly string[] = ['reviews'];

interface MappedKey {
  readonly index: number;
  readonly rank: number;
}

type Cells = Map<string, unknown>;

/** @param isList whether the text is one list of rows @throws {AppError} IMPORT.UNREADABLE while reading, for text that is not JSON */
export function openJsonl(
  definition: TableDefinition,
  { text, isDamaged }: DecodedText,
  { chosen, isList }: { readonly chosen: FileMapping; readonly isList: boolean },
): RecordSource {
  checkChoice(definition, chosen);
  const fields = definition.columns.map(({ field }) => field);
  const mapper = headerMapper(definition);
  const foreign = foreignRowsOf(definition, chosen);
  const readsDocuments = foreign !== null || DOCUMENTS.includes(definition.name);
  const withIds = ownIdReader(definition, fields);
  const posts = postCellsOf(definition, chosen, false);
  const counts = hashtagCountsOf(definition, chosen);
  const keys = new Map<string, MappedKey | null>();
  const person = personName(definition);
  const places = locationColumns(definition);
  const partials = new Map<string, PartialHeader>();
  const indexOf = (field: string) => fields.indexOf(field);
  /** Columns that were filled from several keys, from parts of one, or by a constant. */
  const composed = new Set(Object.keys(chosen.constants));
  const isComposing = Object.keys(chosen.joins).length + composed.size > 0;

  function mappedKey(key: string): MappedKey | null {
    const known = keys.get(key);
    if (known !== undefined) return known;
    if (keys.size >= KEYS_LIMIT) throw unreadable(`its objects have more than ${KEYS_LIMIT} different keys`);
    const found = Object.hasOwn(chosen.headers, key) ? chosenField(key) : mapper(key);
    // Amounts in another unit need a mapping that says so.
    const mapped = found === null || found.unit !== undefined ? null : { index: fields.indexOf(found.field), rank: found.rank };
    const kept = Buffer.from(key).toString();
    keys.set(kept, mapped);
    const partial = Object.hasOwn(chosen.headers, key) ? null : partialHeader(key, definition.name);
    if (partial !== null) partials.set(kept, partial);
    return mapped;
  }
  function chosenField(key: string): { field: string; rank: number; unit?: undefined } | null {
    const field = chosen.headers[key];
    return typeof field === 'string' ? { field, rank: -1 } : null;
  }

  function cellsOf(object: object): unknown[] {
    const cells: unknown[] = new Array(fields.length).fill(null);
    const ranks: number[] = [];
    for (const [key, value] of Object.entries(object)) {
      const mapped = mappedKey(key);
      if (mapped === null || (ranks[mapped.index] ?? Number.POSITIVE_INFINITY) <= mapped.rank) continue;
      cells[mapped.index] = value;
      ranks[mapped.index] = mapped.rank;
    }
    compose(object, cells, ranks);
    return cells;
  }

  /** Fills the columns that no key means by itself. */
  function compose(object: object, cells: unknown[], ranks: readonly number[]): void {
    if (!isComposing && partials.size === 0) return;
    const values: Cells = new Map(Object.entries(object));
    for (const [field, joined] of Object.entries(chosen.joins))
      fill(cells, field, joinedText(joined.map((key) => values.get(key))));
    for (const [field, constant] of Object.entries(chosen.constants)) cells[indexOf(field)] = constant;
    if (partials.size === 0) return;
    const part = (wanted: PartialHeader) => findValue(values, (key) => partials.get(key) === wanted);
    // In some languages the word for a first name also means the whole one.
    if (person !== null && (ranks[indexOf(person)] ?? 4) >= 4) {
      const [first, middle, last] = [part('first'), part('middle'), part('last')];
      if (isFilled(first) && isFilled(last)) fill(cells, person, joinedText([first, middle, last]));
    }
    for (const column of places) {
      const place = (cells[indexOf(column)] ?? '') === '' ? part('location') : null;
      if (typeof place === 'string') fill(cells, column, locationPart(place, column));
    }
  }

  function fill(cells: unknown[], field: string, value: string): void {
    if (value === '') return;
    composed.add(field);
    cells[indexOf(field)] = value;
  }

  function toSource(line: number, raw: string, value: unknown): SourceRecord {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, raw, problem: 'is not a JSON object' };
    const text = jsonText(raw);
    const object = counts?.objectWithout(value) ?? attributesOf(value);
    return { line, raw, ...(foreign?.read(object, text) ?? readOwn(object, text)) };
  }

  function readOwn(object: object, text: RowText): ReadRow {
    const cells = cellsOf(object);
    const row = { names: Object.keys(object), values: Object.values(object) };
    const problem = posts?.complete(row, fields, cells) ?? null;
    for (const field of posts?.fills(row.names, [row.values]) ?? [])
      if ((cells[indexOf(field)] ?? '') !== '') composed.add(field);
    return problem === null ? withIds(cells, text) : { problem };
  }

  function readItem({ line, raw }: JsonItem, depth: number): readonly SourceRecord[] {
    if (isDamaged() && raw.includes('\uFFFD'))
      return [{ line, raw, problem: 'holds bytes that are not in the encoding of the file' }];
    const value = parse(raw);
    if (!readsDocuments || depth === DEEPEST_LIST || !holdsItems(value)) return [toSource(line, raw, value)];
    return cutItems(raw).flatMap((raw) => readItem({ line, raw }, depth + 1));
  }

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    let last = 0;
    for await (const items of readsDocuments || isList ? jsonItems(text) : lines(text)) {
      // If several rows have the same key, the last wins, so each needs its own line number.
      yield items
        .flatMap((item) => readItem(item, 0))
        .map((record) => {
          last = Math.max(record.line, last + 1);
          return { ...record, line: last };
        });
    }
  }

  const brought = () =>
    fields.filter(
      (field, index) =>
        composed.has(field) ||
        foreign?.hasBrought(field) === true ||
        [...keys.values()].some((mapped) => mapped?.index === index),
    );
  return {
    fields,
    records: records(),
    brought,
    mapping: () =>
      Object.fromEntries([...keys].map(([key, mapped]) => [key, mapped === null ? null : (fields[mapped.index] ?? null)])),
    units: chosen.units,
    layout: { kind: 'jsonl', reason: reasonName((key) => isReadBy(chosen, key)) },
    notices: () => counts?.notices ?? [],
  };
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let line = 0;
  for await (const batch of linesOf(text)) {
    const items: JsonItem[] = [];
    for (const raw of batch) {
      line += 1;
      if (raw.trim() !== '') items.push({ line, raw });
    }
    yield items;
  }
  if (line === 0) throw unreadable('it is empty');
}

function findValue(values: Cells, fits: (key: string) => boolean): unknown {
  return [...values].find(([key]) => fits(key))?.[1];
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function joinedText(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''))
    .filter((text) => text !== '')
    .join(' ');
}

/** The parsed value; undefined: the text is not JSON. */
function parse(raw: string): unknown {
  try {
    return parseExactJson(raw);
  } catch {
    return undefined;
  }
}

/** Whether the parsed text is a list, a listing or a whole response: several items. */
function holdsItems(value: unknown): boolean {
  return Array.isArray(value) || ITEM_PATHS.some((path) => Array.isArray(valueAt(value, path)));
}

/**
 * The items of a text with several, each a slice of the text.
 * @param text one value, known to be JSON
 */
function cutItems(text: string): readonly string[] {
  const splitter = createJsonSplitter();
  const items = splitter.read(text).map(({ raw }) => raw);
  splitter.end();
  return items;
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined;
  return at;
}

/**
 * Resource objects of JSON:API hold their values under `attributes`. Answers to a form are among them, each an object with its
 * value: they become values of their own.
 * @returns a flat object; any other object as it is
 */
function attributesOf(data: object): object {
  const resource: Readonly<Record<string, unknown>> = { ...data };
  const { attributes } = resource;
  if (typeof resource.type !== 'string' || !isObject(attributes)) return data;
  const { id } = resource;
  return { ...(id === undefined ? {} : { id }), ...Object.fromEntries(Object.entries(attributes).flatMap(valuesOf)) };
}

function valuesOf([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return [[name, value]];
  const answers = Object.entries(value).filter(([, answer]) => isObject(answer));
  if (answers.length === 0) return [[name, value]];
  return answers.map(([question, answer]) => [question, Object.getOwnPropertyDescriptor(answer, 'value')?.value ?? null]);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
