/**
 * The definition of a data table. Screen, endpoint, export, import, address, sample rows and documentation are all
 * derived from it; docs/how-to/add-a-table.md says what else a new table needs.
 */
import type { CrmObject } from '../contract/crm-fields.ts';
import { openSourceFacts, openSourceIds } from '../contract/open-source-ids.ts';

/**
 * How a column's values are stored and shown. `link`: an address with or without a scheme, shown as host and path.
 * `money`: millions of dollars. `date`: a day (`YYYY-MM-DD`). `time`: a time in UTC.
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
  /** The same in every table that has the field, because messages name fields without their table. */
  readonly headerName: string;
  readonly kind: ColumnKind;
  /** Whether every row must have a value; an import refuses rows without one. */
  readonly isRequired?: true;
  /**
   * Integers only: the text column with a range where the number is not known. Filters find every range that overlaps
   * theirs, the order goes by the lower end, and the screen shows the range.
   */
  readonly rangeField?: string;
  /** The column whose cell a new row has here if its file has no such column. Rows that exist keep theirs. */
  readonly beginsAs?: string;
  /** Whether the column is stored, and exported on request, but not shown on the screen. */
  readonly isStoredOnly?: true;
  /** Whether the server alone fills the column: no column of a file is read into it. */
  readonly isSetByServer?: true;
  /** Which moment stays where an open source says another one than the row has: the first, or the latest, whoever says it. */
  readonly settles?: 'first' | 'latest';
  /**
   * Other names of this column in files, for the importer's header mapping. Compared without case, spaces and
   * punctuation.
   */
  readonly aliases?: readonly string[];
}

/** One value of a list to choose from. */
export interface FilterOption {
  /** The value that is sent and stored. */
  readonly value: string;
  /** The label that is displayed; by default `value`. */
  readonly label?: string;
  /** A tooltip, for labels that mislead without one. */
  readonly hint?: string;
}

interface FilterBase {
  /** Name in the address and in the query. */
  readonly key: string;
  readonly label: string;
}

/** Values of a list; rows match any of the chosen ones. On list columns, rows match if they contain any of them. */
export interface ChoiceFilter extends FilterBase {
  readonly kind: 'choice';
  readonly column: string;
  readonly options: readonly FilterOption[];
  /** Values found in the data are offered too. */
  readonly isOpen?: true;
}

/** Values suggested by a lookup endpoint; matched like `choice`. */
export interface LookupFilter extends FilterBase {
  readonly kind: 'lookup';
  readonly column: string;
  /** Path relative to the API's base. */
  readonly optionsUrl: LookupPath;
}
export type LookupPath =
  | '/search/shopify/topics'
  | '/reddit/search/subreddit'
  | '/tiktok/search/unique-id'
  | '/tiktok/search/hashtag';

/**
 * Free text, several values at once; rows match any of them. Case and surrounding spaces are ignored; `domain` compares
 * the host of an address; `parts` finds a text that has every word of a value, each at least as a part of a word.
 */
export interface TextFilter extends FilterBase {
  readonly kind: 'text';
  readonly column: string;
  readonly match: 'equals' | 'domain' | 'parts';
  /** Values of the column are suggested while typing. */
  readonly isSuggested?: true;
}

/** Words, each of which must start a word in one of the columns. */
export interface SearchFilter extends FilterBase {
  readonly kind: 'search';
  readonly columns: readonly string[];
}

/** Ranges by name, `0-10` or `200+`: from the first number up to, but not including, the second. */
export interface RangeFilter extends FilterBase {
  readonly kind: 'range';
  readonly column: string;
  readonly options: readonly FilterOption[];
  readonly isMultiple: boolean;
  /** The last range includes its upper end. */
  readonly isLastClosed?: true;
}

/** Days, both inclusive, in UTC. `key` is not a parameter; the two below are. */
export interface DatesFilter extends FilterBase {
  readonly kind: 'dates';
  readonly column: string;
  readonly after: string;
  readonly before: string;
}

/** Numbers, both ends inclusive. `key` is not a parameter; `key_from` and `key_to` are. */
export interface NumbersFilter extends FilterBase {
  readonly kind: 'numbers';
  readonly column: string;
}

/** Whether a column has a value. `key` is not a parameter; `key_has` is. */
export interface PresenceFilter extends FilterBase {
  readonly kind: 'presence';
  readonly column: string;
}

/** A checkbox; unchecked means no filter. */
export interface FlagFilter extends FilterBase {
  readonly kind: 'flag';
  /** `false` asks for the others, instead of being no filter. */
  readonly isEither?: true;
  readonly condition: { readonly anyPresent: readonly string[] } | { readonly isTrue: string } | { readonly isPositive: string };
}

export type FilterDefinition =
  | ChoiceFilter
  | LookupFilter
  | TextFilter
  | SearchFilter
  | RangeFilter
  | NumbersFilter
  | DatesFilter
  | PresenceFilter
  | FlagFilter;

/**
 * How rows that describe the same entity are recognised: by the first rule whose columns a row fills. Of a host that many
 * share, `domainOf` takes the page, and the host alone is nobody's. `unlessShared`: an address under which rows of one file
 * differ in one of these columns, such as the name, is nobody's either. `idOf` is an id of the source; a short number, which
 * other sources have as well, counts within one value of another column; with `isOnlyWithin`, an id of any length counts only
 * where that other column is filled. `anyOf`: the texts of all these columns, of which some may be blank. `onlyAlike`: the texts say little, so rows of one file are one only where nothing else differs.
 */
export type KeyRule =
  | { readonly domainOf: string; readonly unlessShared?: readonly string[] }
  | { readonly linkOf: string; readonly unlessShared?: readonly string[] }
  | { readonly idOf: string; readonly within: string; readonly isOnlyWithin?: true }
  | { readonly anyOf: readonly string[] }
  | { readonly textOf: readonly string[]; readonly onlyAlike?: true };

/** How the record of a row is found in a CRM. A domain is that of a link column, which a filter compares by its host. */
export interface CrmRecordKey {
  readonly object: CrmObject;
  readonly by: 'domain' | 'email';
  readonly column: string;
}

export interface TableExample {
  /** A filter that matches sample rows. */
  readonly filter: readonly [name: string, value: string];
  /** Columns that identify a row. Programs print the first. */
  readonly fields: readonly [string, string];
}

export interface TableDefinition {
  /** The name as in the endpoint's address: `/table/{name}`. */
  readonly name: string;
  readonly title: string;
  /** An example for the documentation; by default the first columns and the first value of a filter. */
  readonly example?: TableExample;
  /** Whether screen and list need a verified email with an active trial or subscription. */
  readonly isGated: boolean;
  /** Whether the screen shows "Loading..." until the account is known; the others greet as soon as they can. */
  readonly waitsForAccount: boolean;
  /** Whether the screen reads its first filters from the address. */
  readonly readsAddress: boolean;
  readonly columns: readonly ColumnDefinition[];
  /**
   * Columns that the layout "work" shows, in the order in which people look: the first names the row. The others are hidden
   * there until they are chosen. A column that does not exist yet is left out. By default: all, as defined.
   */
  readonly workColumns?: readonly string[];
  /** Fields with the name of a row: the first that is filled. By default the first column. */
  readonly nameFields?: readonly string[];
  /** Columns of which every row fills at least one; an import refuses the others. */
  readonly needsOneOf?: readonly string[];
  readonly filters: readonly FilterDefinition[];
  /** Of the filters that every table has, the names of those that this one has. By default: all. */
  readonly commonFilters?: readonly string[];
  /** Tables whose rows may have a record in a CRM: of which object, and the column whose domain or email finds it. */
  readonly crmRecord?: CrmRecordKey;
  /** The column by which rows are sorted, descending; every row fills it. */
  readonly defaultSort: string;
  /** Rules in order of preference. */
  readonly canonicalKey: readonly KeyRule[];
  /**
   * Columns by which an import finds a row again that has an address in one file and none in another, where only one row
   * has the same values in all of them.
   */
  readonly foundAgainBy?: readonly string[];
}

/** Keeps the literal types of a definition while checking its shape. */
export function defineTable<const Definition extends TableDefinition>(definition: Definition): Definition {
  return definition;
}

/** The column that the server sets in every table, even if a file does not contain it. */
export const updatedAt = { field: 'updated_at', headerName: 'Updated at', kind: 'time' } as const satisfies ColumnDefinition;

/**
 * Where a row comes from: the ids of open sources, `reddit` and `tiktok`, `file` for what operators import, `sample` for
 * invented rows. A column of every table, which the server sets; the filter of every table is `source`.
 */
export const sources = {
  field: 'sources',
  headerName: 'Sources',
  kind: 'list',
  isStoredOnly: true,
  isSetByServer: true,
} as const satisfies ColumnDefinition;

/** What `sources` lists, with the words for it. */
export const sourceOptions: readonly FilterOption[] = [
  { value: 'file', label: 'Imported files' },
  ...openSourceIds.map((id) => ({ value: id, label: openSourceFacts[id].title })),
  { value: 'reddit', label: 'Reddit' },
  { value: 'tiktok', label: 'TikTok' },
  { value: 'sample', label: 'Invented samples' },
];

export const sourceFilter = {
  kind: 'choice',
  key: 'source',
  label: 'Source',
  column: 'sources',
  options: sourceOptions,
  isOpen: true,
} as const satisfies FilterDefinition;

export type CellOf<Kind extends ColumnKind> = Kind extends 'list'
  ? readonly string[]
  : Kind extends 'boolean'
    ? boolean
    : Kind extends 'integer' | 'number' | 'money'
      ? number
      : string;

/** One cell as the API returns it; null: blank. */
export type CellValue = CellOf<ColumnKind> | null;

/** A row as the API returns it, typed by its definition. */
export type RowOf<Definition extends TableDefinition> = {
  readonly id: number;
  /** The version of the table that made the row so. */
  readonly changed_in: number;
} & {
  readonly [Column in Definition['columns'][number] as Column['field']]: CellOf<Column['kind']> | null;
};

/** A row of a table that is not known at compile time. */
export type TableRow = { readonly id: number } & Readonly<Record<string, CellValue>>;
