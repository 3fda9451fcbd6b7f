/**
 * The data tables as test keys see them: sample rows, with the filters, orders, pages, walks and files of the real tables.
 */
import { Readable } from 'node:stream';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';
import type { ExportPreview, endpointsByName, OptionItem } from '@leadloom/shared/contract/tables';
import { csvLine } from '@leadloom/shared/domain/csv-line';
import { namePartsOf } from '@leadloom/shared/domain/name-parts';
import { rankSuggestions } from '@leadloom/shared/domain/suggestion-rank';
import { testsOf } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { CellValue, LookupPath, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type SenderColumn, senderColumns } from '@leadloom/shared/tables/sender-file';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { cellKindOf } from '@leadloom/shared/workbook/cell-xml';
import { AppError } from '../../../http/app-error.ts';
import { joinPage, type ListAnswer } from '../../../http/list-page.ts';
import { refuseOddPages } from '../../../http/page-numbers.ts';
import type { Platform } from '../../../platform.ts';
import { fileStream } from '../../../workbook/file-stream.ts';
import { type FacetsQuery, facetQuestion, type SummaryQuery, summaryQuestion } from '../facets/questions.ts';
import { facetsOfRows, summaryOfRows } from '../filters/facet-model.ts';
import { requestFilters } from '../filters/request-filters.ts';
import { orderedRows, rowsWhere } from '../filters/table-model.ts';
import type { ListQuery } from '../list/list-answers.ts';
import { type RowOrder, settleOrder } from '../list/row-order.ts';
import { createWalkCursors } from '../list/walk-cursor.ts';
import { withEmptyMarks } from '../my-rows/marked-answers.ts';
import type { RequestedRow } from '../tables.service.ts';
import { sandboxRows } from './sandbox-rows.ts';

const SUGGESTIONS_LIMIT = 20;

type ExportQuery = EndpointRequest<ReturnType<typeof endpointsByName>['export']>['query'];

export function createSandboxTables({ secrets }: Platform) {
  const cursors = createWalkCursors(secrets, 'sandbox rows');

  return {
    /** @throws {AppError} REQUEST.INVALID */
    list(definition: TableDefinition, query: ListQuery): ListAnswer {
      refuseOddPages(query, true);
      const { cursor, page = 1, per_page: perPage = DEFAULT_PAGE_SIZE, fields } = query;
      const filters = requestFilters(definition, query);
      const { order, passed } =
        cursor === undefined
          ? { order: settleOrder(definition, query), passed: null }
          : cursors.read(cursor, definition, filters, query);
      const all = chosenRows(definition, query, { sort: order.field, order: order.direction });
      const start = passed === null ? (page - 1) * perPage : all.findIndex(({ id }) => id === passed.id) + 1;
      const chosen = all.slice(start, start + perPage);
      const last = chosen.at(-1);
      const hasMore = last !== undefined && start + chosen.length < all.length;
      const next = hasMore ? cursors.write({ definition, filters, order }, { key: null, id: last.id }) : null;
      const total = query.include_total === 'false' ? null : all.length;
      const texts = chosen.map((row) => JSON.stringify(shown(definition, row, fields)));
      const rows = fields === undefined ? texts.map(withEmptyMarks) : texts;
      return joinPage({ rows, total, page: cursor === undefined ? page : null, perPage, next });
    },

    /** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND */
    total: (definition: TableDefinition, query: Readonly<Record<string, unknown>>): number =>
      chosenRows(definition, query, {}).length,

    /** Returns JSON. @throws {AppError} ROWS.NOT_FOUND */
    get(definition: TableDefinition, { params, query }: RequestedRow): string {
      const row = sandboxRows(definition).find(({ id }) => id === params.id);
      if (row === undefined) throw new AppError('ROWS.NOT_FOUND');
      return JSON.stringify(shown(definition, row, query.fields));
    },

    /** Values found in the rows that the definition does not list, by the key of each open choice filter. */
    options: (definition: TableDefinition): Record<string, string[]> =>
      Object.fromEntries(
        definition.filters.flatMap((filter) => {
          if (filter.kind !== 'choice' || filter.isOpen !== true) return [];
          const known = new Set(filter.options.map(({ value }) => value));
          return [[filter.key, valuesOf(definition, filter.column).filter((value) => !known.has(value))] as const];
        }),
      ),

    /** @throws {AppError} REQUEST.INVALID for a filter without suggestions */
    suggest(definition: TableDefinition, { filter: key, q }: { readonly filter: string; readonly q: string }): OptionItem[] {
      const filter = definition.filters.find((candidate) => candidate.key === key);
      if (filter?.kind !== 'text' || filter.isSuggested !== true)
        throw new AppError('REQUEST.INVALID', { message: 'filter: is not a filter of this table that suggests values' });
      return suggested(valuesOf(definition, filter.column), q);
    },

    /** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND */
    facets(definition: TableDefinition, query: FacetsQuery): Facets {
      const question = facetQuestion(definition, query);
      return facetsOfRows(definition, requestedFilters(definition, query).filters, sandboxRows(definition), question, invented);
    },

    /** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND */
    summary(definition: TableDefinition, query: SummaryQuery): Summary {
      const question = summaryQuestion(definition, query);
      return summaryOfRows(definition, requestedFilters(definition, query).filters, sandboxRows(definition), question, invented);
    },

    lookup(path: LookupPath, q: string, ids: readonly string[]): OptionItem[] {
      const found = suggested(lookupValues(path), q);
      return [...ids.map((id) => ({ id, name: id })), ...found.filter(({ id }) => !ids.includes(id))];
    },

    /** The file and the number of its rows. */
    export(definition: TableDefinition, query: ExportQuery): { readonly stream: Readable; readonly rowCount: number } {
      const columns = fileColumns(definition, query);
      const rows = chosenRows(definition, query, query).slice(0, query.limit);
      const rowCount = rows.length;
      if (query.format === 'xlsx') {
        const file = { format: query.format, title: definition.title, byteOrderMark: false };
        return { stream: fileStream(columns, [rows], file), rowCount };
      }
      const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))].map(
        csvLine,
      );
      return { stream: Readable.from(lines.map((line) => Buffer.from(line.replace(/\r\n$/, '\n')))), rowCount };
    },

    preview(definition: TableDefinition, query: ExportQuery): ExportPreview {
      const rows = chosenRows(definition, query, query).slice(0, query.limit).length;
      const free = { already_exported: 0, charged: 0, used: 0, limit: null, remaining: null };
      return { rows, ...free, is_allowed: true };
    },
  };
}

function fileColumns({ columns }: TableDefinition, { columns: named = [], preset }: ExportQuery) {
  if (preset === 'sender')
    return senderColumns.map(({ field, kind, from }) => ({
      header: field,
      kind: cellKindOf(kind),
      value: (row: TableRow) => senderCell(row, from),
    }));
  const chosen = named.length === 0 ? columns.map(({ field }) => field) : [...new Set(named)];
  return chosen.flatMap((field) => {
    const column = columns.find((candidate) => candidate.field === field);
    const value = (row: TableRow) => inFile(row[field] ?? null);
    return column === undefined ? [] : [{ header: field, kind: cellKindOf(column.kind), value }];
  });
}

/** The sandbox has no lists, so nothing has a reason. */
function senderCell(row: TableRow, from: SenderColumn['from']) {
  if (from === 'reason') return null;
  if ('column' in from) return inFile(row[from.column] ?? null);
  const [first, last] = namePartsOf(String(row.name ?? '')) ?? [null, null];
  return from.part === 'first' ? first : last;
}

/** What the rows do not say themselves. Nothing is tagged or exported there, and all rows are invented. */
const invented = { rowsOf: sandboxRows, isSample: () => true };

/** @param query parameters that have passed the endpoint's schema @throws {AppError} ROW_LIST.NOT_FOUND: the sandbox has no lists */
function requestedFilters(definition: TableDefinition, query: Readonly<Record<string, unknown>>) {
  const filters = requestFilters(definition, query);
  const condition = filterCondition(definition, filters);
  if (testsOf(condition).some(({ kind }) => kind === 'list')) throw new AppError('ROW_LIST.NOT_FOUND');
  return { filters, condition };
}

/** @throws {AppError} ROW_LIST.NOT_FOUND */
function chosenRows(definition: TableDefinition, query: Readonly<Record<string, unknown>>, order: RowOrder): TableRow[] {
  const { condition } = requestedFilters(definition, query);
  return orderedRows(definition, rowsWhere(definition, condition, sandboxRows(definition), invented), order);
}

function shown({ columns }: TableDefinition, row: TableRow, fields: readonly string[] | undefined) {
  const chosen = columns.filter(({ field }) => fields === undefined || fields.includes(field));
  return { id: row.id, changed_in: row.changed_in, ...Object.fromEntries(chosen.map(({ field }) => [field, row[field]])) };
}

/** The values of a column, each once, in alphabetical order. */
function valuesOf(definition: TableDefinition, column: string): string[] {
  const cells = sandboxRows(definition).flatMap((row) => [row[column] ?? []].flat());
  return [...new Set(cells.map(String))].sort((one, other) => one.localeCompare(other, 'en'));
}

function lookupValues(path: LookupPath): string[] {
  for (const definition of tableNames.map(tableByName))
    for (const filter of definition.filters)
      if (filter.kind === 'lookup' && filter.optionsUrl === path) return valuesOf(definition, filter.column);
  return [];
}

function suggested(values: readonly string[], typed: string): OptionItem[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  const found = rankSuggestions(values, wanted, (value) => value.toLowerCase()).slice(0, SUGGESTIONS_LIMIT);
  return found.map((value) => ({ id: value, name: value }));
}

function inFile(cell: CellValue) {
  return typeof cell === 'object' && cell !== null ? cell.join(', ') : cell;
}
