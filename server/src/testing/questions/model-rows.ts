/** Rows of all tables as plain objects, of which some meet in every key and every value that questions ask about. */
import type { CellValue, ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { Random } from './random.ts';
import {
  AMOUNTS,
  CLOCKS,
  DAYS,
  EMAILS,
  FUTURE,
  ITEMS,
  NAMES,
  PAGES,
  PHONES,
  RANGES,
  SITES,
  TAGS,
  TEXTS,
  WHOLES,
} from './vocabulary.ts';

export interface CrmFacts {
  readonly owner: string | null;
  readonly stage: string | null;
}

export interface ModelRow {
  readonly id: number;
  readonly cells: Readonly<Record<string, CellValue>>;
  readonly isSample: boolean;
  /** Ids of the account's lists. */
  readonly lists: readonly string[];
  readonly tags: readonly string[];
  isExported: boolean;
  /** Its records in the account's CRM. */
  crm: readonly CrmFacts[];
  /** Whether it was written after `World.moment`. */
  readonly isLate: boolean;
}

/** Everything that questions are about. */
export interface World {
  readonly rows: ReadonlyMap<TableName, readonly ModelRow[]>;
  /** The account's lists of each table. */
  readonly lists: ReadonlyMap<TableName, readonly string[]>;
  /** A moment at which some rows were there and others were not. */
  readonly moment: string;
}

/** A row that is not stored yet. */
export type NewRow = Omit<ModelRow, 'id' | 'isLate' | 'isExported' | 'crm' | 'lists'>;

export function newRows(random: Random, count: number): ReadonlyMap<TableName, readonly NewRow[]> {
  return new Map(
    tableNames.map((name) => [name, Array.from({ length: count }, () => newRow(tableByName(name), random))] as const),
  );
}

function newRow(definition: TableDefinition, random: Random): NewRow {
  const cells = definition.columns.map((column) => {
    const isFilled =
      column.isRequired === true ||
      column.field === definition.needsOneOf?.[0] ||
      column.field === definition.defaultSort ||
      column.field === 'sources' ||
      column.field === 'updated_at';
    return [column.field, isFilled || random.chance(0.7) ? cellOf(definition, column, random) : null] as const;
  });
  return { cells: Object.fromEntries(cells), isSample: random.chance(0.2), tags: random.some(TAGS, 0, 1) };
}

function cellOf(definition: TableDefinition, column: ColumnDefinition, random: Random): CellValue {
  const { field, kind } = column;
  if (definition.columns.some(({ rangeField }) => rangeField === field)) return random.pick([...RANGES.keys()]);
  switch (kind) {
    case 'list': {
      const items = random.some([...offered(definition, field), ...ITEMS], 1, 3);
      // An import keeps an item once, whatever its case.
      return items.filter((item, at) => items.findIndex((one) => one.toLowerCase() === item.toLowerCase()) === at);
    }
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.pick(WHOLES);
    case 'number':
    case 'money':
      return random.pick(AMOUNTS);
    case 'date':
      return random.pick(DAYS);
    case 'time':
      if (field === 'updated_at' && random.chance(0.1)) return FUTURE;
      return `${random.pick(DAYS)}T${random.pick(CLOCKS)}`;
    case 'link':
      return random.pick(field.includes('linkedin') ? PAGES : SITES).written;
    case 'email':
      return random.pick(EMAILS);
    case 'phone':
      return random.pick(PHONES);
    case 'text':
    case 'long-text':
      if (/(?:^|company_)name$/.test(field)) return random.pick(NAMES);
      return random.pick([...offered(definition, field), ...TEXTS]);
  }
}

/** Values that the filter of the column offers. */
export function offered(definition: TableDefinition, field: string): readonly string[] {
  return definition.filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.column === field ? filter.options.slice(0, 3).map(({ value }) => value) : [],
  );
}
