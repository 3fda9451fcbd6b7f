/**
 * JSON as an import reads it: one object per line, or one list of them, with keys that are judged like headers. For tables of
 * networks it also reads the networks' own forms, in lines or in one document.
 */

import { parseExactJson } from '@leadloom/shared/domain/exact-json';
import { attributesOf } from '@leadloom/shared/domain/json-attributes';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { isReadBy } from '../mapping/read-mapping.ts';
import { checkChoice } from '../mapping/required-columns.ts';
import { reasonName } from '../report/rejects-file.ts';
import { OWN_CONVENTIONS } from '../rows/cells/written-by-programs.ts';
import type { DecodedText } from './decode-text.ts';
import { foreignRowsOf } from './foreign/foreign-rows.ts';
import { hashtagCountsOf } from './foreign/hashtag-counts.ts';
import { jsonItems } from './foreign/json-items.ts';
import type { JsonItem } from './foreign/json-splitter.ts';
import { cutItems, holdsItems } from './foreign/nested-items.ts';
import { postCellsOf } from './foreign/post-cells.ts';
import { createObjectReader } from './object-reader.ts';
import type { ReadRow, RecordSource, SourceRecord } from './record-source.ts';
import { jsonText } from './row-text.ts';
import { ownIdReader } from './tiktok-ids.ts';

/** The maximum nesting of lists, such as responses in a list. */
const DEEPEST_LIST = 4;
/** Tables whose sources send whole documents, besides those of networks. */
const DOCUMENTS: readonly string[] = ['reviews'];

/** An object of the file that is not read yet, or why there is none. */
type ParsedItem = { readonly line: number; readonly raw: string } & (
  | { readonly object: object; readonly row: ReadRow | null }
  | { readonly problem: string }
);

/** @param isList whether the text is one list of rows @throws {AppError} IMPORT.UNREADABLE, also while reading, for text that is not JSON */
export async function openJsonl(
  definition: TableDefinition,
  { text, isDamaged }: DecodedText,
  { chosen, isList }: { readonly chosen: FileMapping; readonly isList: boolean },
): Promise<RecordSource> {
  checkChoice(definition, chosen);
  const fields = definition.columns.map(({ field }) => field);
  const foreign = foreignRowsOf(definition, chosen);
  const readsDocuments = foreign !== null || DOCUMENTS.includes(definition.name);
  const withIds = ownIdReader(definition, fields);
  const posts = postCellsOf(definition, chosen, false);
  const counts = hashtagCountsOf(definition, chosen);
  /** Keys of objects in no network's form, and of those in one, which name what the form leaves open. */
  const own = createObjectReader(definition, chosen);
  const ofForm = createObjectReader(definition, chosen);
  const meaningOf = headerMapper(definition);
  const filledByPosts = new Set<string>();

  /** Whether it is a row itself, of which a list is one value. */
  function namesColumns(value: unknown): boolean {
    return Array.isArray(value) || Object.keys(Object(value)).some((key) => meaningOf(key) !== null);
  }

  function parseItem({ line, raw }: JsonItem, depth: number): readonly ParsedItem[] {
    if (isDamaged() && raw.includes('\uFFFD'))
      return [{ line, raw, problem: 'holds bytes that are not in the encoding of the file' }];
    const value = parse(raw);
    if (depth < DEEPEST_LIST && holdsItems(value) && (readsDocuments || !namesColumns(value)))
      return cutItems(raw).flatMap((inner) => parseItem({ line, raw: inner }, depth + 1));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ line, raw, problem: 'is not a JSON object' }];
    const object = counts?.objectWithout(value) ?? attributesOf(value);
    return [{ line, raw, object, row: foreign?.read(object, jsonText(raw)) ?? null }];
  }

  function readOwn(object: object, raw: string): ReadRow {
    const cells = own.cellsOf(object);
    const row = { names: Object.keys(object), values: Object.values(object) };
    const problem = posts?.complete(row, fields, cells) ?? null;
    for (const field of posts?.fills(row.names, [row.values]) ?? [])
      if ((cells[fields.indexOf(field)] ?? '') !== '') filledByPosts.add(field);
    return problem === null ? withIds(cells, jsonText(raw)) : { problem };
  }

  function toSource(item: ParsedItem): SourceRecord {
    const { line, raw } = item;
    if ('problem' in item) return { line, raw, problem: item.problem };
    return { line, raw, ...(item.row === null ? readOwn(item.object, raw) : ofForm.complete(item.row, item.object)) };
  }

  async function* parsedBatches(): AsyncGenerator<readonly ParsedItem[]> {
    for await (const items of jsonItems(text, { expectsLines: !readsDocuments && !isList })) {
      const parsed = items.flatMap((item) => parseItem(item, 0));
      const objects = parsed.flatMap((item) => ('object' in item ? [item] : []));
      own.learn(objects.flatMap(({ object, row }) => (row === null ? [object] : [])));
      ofForm.learn(objects.flatMap(({ object, row }) => (row === null ? [] : [object])));
      yield parsed;
    }
  }

  const batches = parsedBatches();
  const beginning = await firstBatches(batches);
  let last = 0;

  function toRecords(items: readonly ParsedItem[]): readonly SourceRecord[] {
    return items.map(toSource).map((record) => {
      // If several rows have the same key, the last wins, so each needs its own line number.
      last = Math.max(record.line, last + 1);
      return { ...record, line: last };
    });
  }

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    for (const items of beginning) yield toRecords(items);
    for await (const items of batches) yield toRecords(items);
  }

  const { conventions, units } = own.first();
  const isFormAlone = ofForm.meanings().size > 0 && own.meanings().size === 0;
  const brought = () => {
    const named = new Set([...own.fields(), ...ofForm.completed(), ...filledByPosts]);
    return fields.filter((field) => named.has(field) || foreign?.hasBrought(field) === true);
  };
  return {
    fields,
    records: records(),
    brought,
    meanings: () => new Map([...ofForm.meanings(), ...own.meanings()]),
    readsForm: () => ofForm.meanings().size > 0,
    units: { ...chosen.units, ...units },
    // The forms of networks need no undoing: a post may be called None.
    conventions: isFormAlone ? OWN_CONVENTIONS : conventions,
    layout: { kind: 'jsonl', reason: reasonName((key) => isReadBy(chosen, key)) },
    notices: () => [...(counts?.notices ?? []), ...own.notices()],
  };
}

/** The batches up to the first with an item. */
async function firstBatches(batches: AsyncGenerator<readonly ParsedItem[]>): Promise<readonly (readonly ParsedItem[])[]> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next())
    if (next.value.length > 0) return [next.value];
  return [];
}

/** The parsed value; undefined: the text is not JSON. */
function parse(raw: string): unknown {
  try {
    return parseExactJson(raw);
  } catch {
    return undefined;
  }
}
