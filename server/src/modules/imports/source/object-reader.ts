/**
 * Reads objects of JSON like rows of CSV: their keys are the headers, which are judged with the values of the first objects.
 * An object may have keys that none before it had; then all keys are judged again.
 */
import { textOf } from '@leadloom/shared/domain/exact-json';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { unitsIn } from '@leadloom/shared/tables/mapped-column';
import { type HeaderMeaning, meaningsByHeader } from '../mapping/explain-headers.ts';
import { columnFiller, type FillColumn } from '../mapping/fill-column.ts';
import { type Judgement, judgeColumns } from '../mapping/judge-columns.ts';
import { unreadable } from '../unreadable.ts';
import { createCompletion } from './foreign/complete-by-words.ts';
import type { ReadRow } from './record-source.ts';

/** The limit of different keys in one file. More of them are data rather than names. */
const KEYS_LIMIT = 2_000;
/** Objects by which keys are judged. */
const JUDGED_BY = 100;
/** Characters of a value that are enough to judge it. */
const JUDGED_LENGTH = 1_000;

export interface ObjectReader {
  /** Must have had each object before it is read. @throws {AppError} IMPORT.UNREADABLE if there are too many keys */
  learn(objects: readonly object[]): void;
  /** The cells of all columns of the table. */
  cellsOf(object: object): unknown[];
  /** A row in the form of a network, completed by what the other keys mean. */
  complete(row: ReadRow, object: object): ReadRow;
  /** Columns that keys mean. */
  fields(): readonly string[];
  /** Columns for which `complete` found a value. */
  completed(): ReadonlySet<string>;
  meanings(): ReadonlyMap<string, HeaderMeaning>;
  /** As the first objects show it. */
  first(): Pick<Judgement, 'conventions'> & { readonly units: Readonly<Record<string, number>> };
  notices(): readonly string[];
}

/** @param chosen may name keys that only later objects have */
export function createObjectReader(definition: TableDefinition, chosen: FileMapping): ObjectReader {
  const indexes = new Map<string, number>();
  const samples: (readonly string[])[] = [];
  const completed = new Set<string>();
  let judged = judge();
  let first: ReturnType<ObjectReader['first']> | null = null;
  let fillers = fillersOf(judged);
  let completion = createCompletion(definition, judged.columns, completed);

  function judge(): Judgement {
    const headers = [...indexes.keys()];
    return judgeColumns(definition, { headers, rows: samples, chosen: onlyOf(chosen, headers) });
  }

  function fillersOf({ columns }: Judgement): readonly (FillColumn | null)[] {
    return definition.columns.map(({ field }) => {
      const column = columns.find((candidate) => candidate.field === field);
      // The unit of a column is settled before the first row is read.
      const hasOtherUnit = first !== null && column?.unit !== first.units[field];
      return column === undefined || hasOtherUnit ? null : columnFiller(column, (text) => text);
    });
  }

  function addKeys(object: object): void {
    for (const key of Object.keys(object)) {
      if (indexes.has(key)) continue;
      if (indexes.size >= KEYS_LIMIT) throw unreadable(`its objects have more than ${KEYS_LIMIT} different keys`);
      // The key is copied, so that it does not keep its whole chunk in memory.
      indexes.set(Buffer.from(key).toString(), indexes.size);
    }
  }

  function valuesOf(object: object): readonly unknown[] {
    const values: unknown[] = new Array(indexes.size).fill(undefined);
    for (const [key, value] of Object.entries(object)) values[indexes.get(key) ?? values.length] = value;
    return values;
  }

  return {
    learn: (objects) => {
      const known = indexes.size;
      for (const object of objects) {
        addKeys(object);
        if (samples.length < JUDGED_BY) samples.push(valuesOf(object).map(sampleOf));
      }
      if (indexes.size === known) return;
      judged = judge();
      first ??= { conventions: judged.conventions, units: unitsIn(judged.columns) };
      fillers = fillersOf(judged);
      completion = createCompletion(definition, judged.columns, completed);
    },
    cellsOf: (object) => {
      const values = valuesOf(object);
      return fillers.map((fill) => fill?.(values) ?? null);
    },
    complete: (row, object) => completion.complete(row, valuesOf(object)),
    fields: () => judged.columns.map(({ field }) => field),
    completed: () => completed,
    meanings: () => meaningsByHeader([...indexes.keys()], judged.meanings),
    first: () => first ?? { conventions: judged.conventions, units: {} },
    notices: () => judged.notices,
  };
}

function sampleOf(value: unknown): string {
  const text = textOf(value);
  return text.length > JUDGED_LENGTH ? Buffer.from(text.slice(0, JUDGED_LENGTH)).toString() : text;
}

/** What a mapping says about the keys so far. */
function onlyOf({ headers, joins, ...others }: FileMapping, keys: readonly string[]): FileMapping {
  const known = new Set(keys);
  return {
    ...others,
    headers: Object.fromEntries(Object.entries(headers).filter(([header]) => known.has(header))),
    joins: Object.fromEntries(Object.entries(joins).map(([field, joined]) => [field, joined.filter((key) => known.has(key))])),
  };
}
