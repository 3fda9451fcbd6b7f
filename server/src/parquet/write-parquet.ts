/**
 * Writes a Parquet file as a stream, one row group after the other. Only one group is in memory. The end of the file tells
 * where its groups are, so a file that is broken off cannot be read.
 */
import { setImmediate } from 'node:timers/promises';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

/** `list`: several texts. `date`: a day. `time`: a moment in UTC, in milliseconds. */
export type ParquetKind = 'text' | 'list' | 'boolean' | 'integer' | 'number' | 'date' | 'time';

export interface ParquetColumn {
  readonly name: string;
  readonly kind: ParquetKind;
}

/** Cells as texts, as CSV has them; a list is a JSON array of texts. null: blank. */
export type ParquetRow = readonly (string | null)[];

export interface ParquetChunk {
  readonly bytes: Buffer;
  /** Rows in it. */
  readonly rows: number;
}

interface ParquetForm {
  readonly columns: readonly ParquetColumn[];
  readonly limits?: GroupLimits;
}

/** A row group ends when it has as much of one of these. */
interface GroupLimits {
  readonly rows: number;
  /** Characters of all its cells. */
  readonly characters: number;
}

/** A group is encoded at once, so its size decides how long other work of the process waits. */
const defaultLimits: GroupLimits = { rows: 2_000, characters: 1024 * 1024 };
const DAY_MILLISECONDS = 86_400_000;
const WHOLE_NUMBER = /^-?\d+$/;

type Cell = string | number | bigint | boolean | readonly string[] | null;

/**
 * All of `batches` is read, even after a failure, because they may come from a connection that is used again.
 * @throws {RangeError} if a cell is not of its column's kind
 */
export async function* writeParquet(
  { columns, limits = defaultLimits }: ParquetForm,
  batches: AsyncIterable<readonly ParquetRow[]> | Iterable<readonly ParquetRow[]>,
): AsyncGenerator<ParquetChunk> {
  const output = new ByteWriter();
  const file = new ParquetWriter({ writer: output, schema: schemaOf(columns), createdBy: 'Leadloom' });
  let group = emptyGroup(columns);
  let failure: unknown = null;

  const takeBytes = (): Buffer => {
    const bytes = Buffer.from(output.getBuffer());
    output.index = 0;
    return bytes;
  };
  const takeGroup = (): ParquetChunk => {
    const { rows, cells } = group;
    const columnData = columns.map(
      ({ name, kind }, at): ColumnSource => ({ name, data: cells[at] ?? [], statistics: hasBounds(kind) }),
    );
    // It waits for nothing, because its output has no `flush`.
    void file.write({ columnData, rowGroupSize: rows });
    group = emptyGroup(columns);
    return { bytes: takeBytes(), rows };
  };

  for await (const batch of batches) {
    if (failure !== null) continue;
    try {
      for (const row of batch) {
        addRow(group, columns, row);
        if (group.rows < limits.rows && group.characters < limits.characters) continue;
        yield takeGroup();
        await setImmediate();
      }
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  if (group.rows > 0) yield takeGroup();
  void file.finish();
  yield { bytes: takeBytes(), rows: 0 };
}

interface RowGroup {
  rows: number;
  characters: number;
  /** Of each column. */
  readonly cells: readonly Cell[][];
}

function emptyGroup(columns: readonly ParquetColumn[]): RowGroup {
  return { rows: 0, characters: 0, cells: columns.map(() => []) };
}

function addRow(group: RowGroup, columns: readonly ParquetColumn[], row: ParquetRow): void {
  for (const [at, { name, kind }] of columns.entries()) {
    const text = row[at] ?? null;
    const cell = text === null ? null : readCell(text, kind);
    if (cell === undefined) throw new RangeError(`a cell of ${name} is not of the column's kind`);
    group.cells[at]?.push(cell);
    group.characters += text?.length ?? 0;
  }
  group.rows += 1;
}

/** undefined: it is not of the kind. */
function readCell(text: string, kind: ParquetKind): Cell | undefined {
  switch (kind) {
    case 'text':
      return text;
    case 'list':
      return readTexts(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
      return WHOLE_NUMBER.test(text) ? BigInt(text) : undefined;
    case 'number':
      return Number.isNaN(Number(text)) && text !== 'NaN' ? undefined : Number(text);
    case 'date': {
      const days = Date.parse(text) / DAY_MILLISECONDS;
      return Number.isInteger(days) ? days : undefined;
    }
    case 'time': {
      const milliseconds = Date.parse(text);
      return Number.isNaN(milliseconds) ? undefined : BigInt(milliseconds);
    }
  }
}

function readTexts(json: string): readonly string[] | undefined {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) && list.every((text) => typeof text === 'string') ? list : undefined;
}

/** Whether a group says what its least and greatest cell are: readers skip groups by days and numbers, hardly by texts. */
function hasBounds(kind: ParquetKind): boolean {
  return kind !== 'text' && kind !== 'list';
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [{ name: 'schema', num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

/** Every column may be blank. The older names of types (`converted_type`) are written as well, for older readers. */
function elementsOf({ name, kind }: ParquetColumn): readonly SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (kind) {
    case 'text':
      return [{ ...optional, ...TEXT }];
    case 'list':
      return [
        { ...optional, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'REQUIRED', ...TEXT },
      ];
    case 'boolean':
      return [{ ...optional, type: 'BOOLEAN' }];
    case 'integer':
      return [{ ...optional, type: 'INT64' }];
    case 'number':
      return [{ ...optional, type: 'DOUBLE' }];
    case 'date':
      return [{ ...optional, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }];
    case 'time':
      return [
        {
          ...optional,
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
      ];
  }
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
