/** One data table: pages, single rows, walks over all rows, files and values. */
import type { CallOptions, Query, Transport } from './transport.ts';
import type { ExportPreview } from './types/answers.ts';
import type { TableName, Tables } from './types/tables.ts';

type RowOf<Table extends keyof Tables> = Tables[Table]['row'];
/** The filters of the table itself, and the one that every table has. */
type FiltersOf<Table extends keyof Tables> = Tables[Table]['filters'] & {
  /** Only invented sample rows (true), or only rows that are none (false). */
  readonly sample?: boolean | undefined;
};
/** What always comes: the id, and the version of the table that made the row so. */
type AlwaysThere = 'id' | 'changed_in';
/** The columns of a table. */
type FieldOf<Table extends keyof Tables> = Exclude<keyof RowOf<Table>, AlwaysThere> & string;
/** A row with the columns that were asked for. */
export type NarrowRow<Table extends keyof Tables, Field extends FieldOf<Table>> = Pick<
  RowOf<Table>,
  Field | (AlwaysThere & keyof RowOf<Table>)
>;

interface Order<Table extends keyof Tables> {
  /** `id`: the order in which rows came. */
  readonly sort?: FieldOf<Table> | 'id' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

interface ChosenRows {
  /** Only these rows, of those that match; at most 100. */
  readonly ids?: readonly number[] | undefined;
}

interface Narrowing<Field> {
  /** The columns to answer; all where absent. */
  readonly fields?: readonly Field[] | undefined;
  /** Only rows changed after this moment, such as `2026-03-31T12:00:00Z`. */
  readonly updated_after?: string | undefined;
}

export type ListQuery<Table extends keyof Tables, Field extends FieldOf<Table>> = FiltersOf<Table> &
  Order<Table> &
  ChosenRows &
  Narrowing<Field> & {
    /** Counted from 1. */
    readonly page?: number | undefined;
    /** 1 to 100; 10 where absent. */
    readonly per_page?: number | undefined;
    /** `next_cursor` of the page before, or empty to begin a walk. It cannot be combined with `page`. */
    readonly cursor?: string | undefined;
    /** Whether `total` is counted; true where absent. */
    readonly include_total?: boolean | undefined;
  };

export type WalkQuery<Table extends keyof Tables, Field extends FieldOf<Table>> = FiltersOf<Table> &
  Order<Table> &
  Narrowing<Field> & {
    /** Rows per request, 1 to 100; 100 by default. */
    readonly per_page?: number | undefined;
  };

export type ExportQuery<Table extends keyof Tables> = FiltersOf<Table> &
  Order<Table> &
  ChosenRows & {
    /** The columns of the file, in this order; by default all. */
    readonly columns?: readonly FieldOf<Table>[] | undefined;
    /** The maximum number of rows. */
    readonly limit?: number | undefined;
  };

/** `xlsx`: an Excel workbook; `csv` by default. */
export type FileFormat = 'csv' | 'xlsx';

export type FileQuery<Table extends keyof Tables> = ExportQuery<Table> & {
  readonly format?: FileFormat | undefined;
  /** For people: the columns of a file for a program that sends mails. It cannot be combined with `columns`. */
  readonly preset?: (Table extends 'people' ? 'sender' : never) | undefined;
};

export interface Page<Row> {
  readonly data: readonly Row[];
  /** Matching rows on all pages; null if it was not requested. */
  readonly total: number | null;
  /** null on a walk by cursor. */
  readonly page: number | null;
  readonly per_page: number;
  /** The `cursor` of the next page; null: this is the last. It is absent where a long text orders the rows. */
  readonly next_cursor?: string | null | undefined;
}

export interface Suggestion {
  readonly id: string;
  readonly name: string;
}

export interface TableClient<Table extends keyof Tables> {
  /** One page of rows. Counts as one request. */
  readonly list: <const Field extends FieldOf<Table> = FieldOf<Table>>(
    query?: ListQuery<Table, Field>,
    options?: CallOptions,
  ) => Promise<Page<NarrowRow<Table, Field>>>;
  /** One row. Counts as one request. */
  readonly get: <const Field extends FieldOf<Table> = FieldOf<Table>>(
    id: number,
    query?: { readonly fields?: readonly Field[] | undefined },
    options?: CallOptions,
  ) => Promise<NarrowRow<Table, Field>>;
  /**
   * Yields all rows that match, one by one; every page of them counts as one request. Without `sort` they come by id: rows
   * that change meanwhile neither slip through nor come twice. With a `sort` a row whose value changes may do either.
   */
  readonly walk: <const Field extends FieldOf<Table> = FieldOf<Table>>(
    query?: WalkQuery<Table, Field>,
    options?: CallOptions,
  ) => AsyncGenerator<NarrowRow<Table, Field>, void, undefined>;
  /** The rows as a file: of CSV in UTF-8, or a workbook. Counts against the month's export limit. */
  readonly export: (query?: FileQuery<Table>, options?: CallOptions) => Promise<ReadableStream<Uint8Array>>;
  /** The rows and the cost of that file. Free. */
  readonly previewExport: (query?: ExportQuery<Table>, options?: CallOptions) => Promise<ExportPreview>;
  /** Values met in the data beyond those that its type lists, by the name of each open filter. The call is free. */
  readonly options: (options?: CallOptions) => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Values of a column that begin with a text. Free. @param filter name of a filter that takes text */
  readonly suggest: (
    filter: keyof FiltersOf<Table> & string,
    text: string,
    options?: CallOptions,
  ) => Promise<readonly Suggestion[]>;
}

export function createTableClient<Table extends keyof Tables>(transport: Transport, name: TableName): TableClient<Table> {
  const path = `/table/${name}`;
  const page = <Row>(query: Query, options: CallOptions) => transport.json<Page<Row>>(path, query, options);
  return {
    list: (query, options = {}) => page({ ...query }, options),
    get: async (id, query, options = {}) => (await transport.json<{ data: never }>(`${path}/${id}`, { ...query }, options)).data,
    async *walk(query, options = {}) {
      let cursor: string | null | undefined = '';
      while (typeof cursor === 'string') {
        const { data, next_cursor: next }: Page<never> = await page(
          { per_page: 100, ...query, include_total: false, cursor },
          options,
        );
        yield* data;
        cursor = next;
      }
    },
    export: (query, options = {}) => transport.stream(`${path}/export`, { ...query }, options),
    previewExport: (query, options = {}) => transport.json(`${path}/export/preview`, { ...query }, options),
    options: (options = {}) => transport.json(`${path}/options`, {}, options),
    suggest: (filter, text, options = {}) => transport.json(`${path}/suggest`, { filter, q: text }, options),
  };
}
