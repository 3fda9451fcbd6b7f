/**
 * What one data table is. Screen, endpoint, export, import, address, invented rows and documentation are all derived
 * from its definition; docs/how-to/add-a-table.md says what else another one takes.
 */

/**
 * How a column's values are kept and shown. `link` values are addresses without or with a scheme,
 * `money` counts millions of dollars, `date` is a day (`YYYY-MM-DD`), `time` a moment in UTC.
 */
export type ColumnKind =
  | 'text'
  | 'long-text'
  | 'list'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'link'
  | 'email'
  | 'phone';

export interface ColumnDefinition {
  /** Name in the database, the API, files and addresses. */
  readonly field: string;
  readonly headerName: string;
  readonly kind: ColumnKind;
  /** Links only: shown by host and path without `https://www.`. */
  readonly shortUrl?: true;
  /** A row without it is no row. */
  readonly isRequired?: true;
  /** Kept and exported on request, but no column of the screen. */
  readonly isStoredOnly?: true;
  /** Other names files give this column, for the importer's header mapping. Compared without case, blanks and punctuation. */
  readonly aliases?: readonly string[];
}

/** One value of a list a person chooses from. */
export interface FilterOption {
  /** What is sent and stored. */
  readonly value: string;
  /** What is read; `value` where absent. */
  readonly label?: string;
  /** Said in a tooltip where the label alone misleads. */
  readonly hint?: string;
}

interface FilterBase {
  /** Name in the address and the query. */
  readonly key: string;
  readonly label: string;
}

/** Values of a list; rows match any of the chosen ones. On list columns: rows that hold any of them. */
export interface ChoiceFilter extends FilterBase {
  readonly kind: 'choice';
  readonly column: string;
  readonly options: readonly FilterOption[];
  /** Values met in the data are offered too. */
  readonly isOpen?: true;
}

/** Values a lookup endpoint suggests; matched as `choice` does. */
export interface LookupFilter extends FilterBase {
  readonly kind: 'lookup';
  readonly column: string;
  /** Below the API's base. */
  readonly optionsUrl: LookupPath;
}
export type LookupPath =
  | '/search/shopify/topics'
  | '/reddit/search/subreddit'
  | '/tiktok/search/unique-id'
  | '/tiktok/search/hashtag';

/** Free text, several at once; rows match any. Without case and outer blanks; `domain` compares the host of an address. */
export interface TextFilter extends FilterBase {
  readonly kind: 'text';
  readonly column: string;
  readonly match: 'equals' | 'domain';
  /** Values of the column are suggested while typing. */
  readonly isSuggested?: true;
}

/** Words, each of which must begin a word in one of the columns. */
export interface SearchFilter extends FilterBase {
  readonly kind: 'search';
  readonly columns: readonly string[];
}

/** Ranges by their name, `0-10` or `200+`: from the first number up to, but not including, the second. */
export interface RangeFilter extends FilterBase {
  readonly kind: 'range';
  readonly column: string;
  readonly options: readonly FilterOption[];
  readonly isMultiple: boolean;
  /** The last range includes its upper end. */
  readonly isLastClosed?: true;
}

/** Days, both inclusive, in UTC. `key` names no parameter; the two below do. */
export interface DatesFilter extends FilterBase {
  readonly kind: 'dates';
  readonly column: string;
  readonly after: string;
  readonly before: string;
}

/** A checkbox; unchecked is no filter. */
export interface FlagFilter extends FilterBase {
  readonly kind: 'flag';
  readonly condition: { readonly anyPresent: readonly string[] } | { readonly isTrue: string } | { readonly isPositive: string };
}

export type FilterDefinition = ChoiceFilter | LookupFilter | TextFilter | SearchFilter | RangeFilter | DatesFilter | FlagFilter;

/** How two rows are told to be the same thing: the first rule whose columns a row fills. */
export type KeyRule = { readonly domainOf: string } | { readonly linkOf: string } | { readonly textOf: readonly string[] };

export interface TableExample {
  /** Finds invented rows. */
  readonly filter: readonly [name: string, value: string];
  /** Columns that tell rows apart. The first is what programs print. */
  readonly fields: readonly [string, string];
}

export interface TableDefinition {
  /** As in the address of the endpoint: `/table/{name}`. */
  readonly name: string;
  readonly title: string;
  /** What programs in the documentation ask for; the first columns and a filter's first value where absent. */
  readonly example?: TableExample;
  /** Whether the screen and the list need a verified email with a running trial or subscription. */
  readonly isGated: boolean;
  /** Whether the screen says "Loading..." until the account is known; the others greet as soon as they can. */
  readonly waitsForAccount: boolean;
  /** Whether the screen reads its first filters from the address. */
  readonly readsAddress: boolean;
  readonly columns: readonly ColumnDefinition[];
  readonly filters: readonly FilterDefinition[];
  /** Newest first by this column, which every row fills. */
  readonly defaultSort: string;
  /** Rules in order of preference. */
  readonly canonicalKey: readonly KeyRule[];
}

/** Keeps the literal types of a definition while checking its shape. */
export function defineTable<const Definition extends TableDefinition>(definition: Definition): Definition {
  return definition;
}

/** Set by the server in every table, whether or not a file brings it. */
export const updatedAt = { field: 'updated_at', headerName: 'Updated at', kind: 'time' } as const satisfies ColumnDefinition;

export type CellOf<Kind extends ColumnKind> = Kind extends 'list'
  ? readonly string[]
  : Kind extends 'boolean'
    ? boolean
    : Kind extends 'integer' | 'number' | 'money'
      ? number
      : string;

/** One cell as the API answers it; null: blank. */
export type CellValue = CellOf<ColumnKind> | null;

/** A row as the API answers it, typed by its definition. */
export type RowOf<Definition extends TableDefinition> = { readonly id: number } & {
  readonly [Column in Definition['columns'][number] as Column['field']]: CellOf<Column['kind']> | null;
};

/** A row where the table is not known at compile time. */
export type TableRow = { readonly id: number } & Readonly<Record<string, CellValue>>;
