/** The statements that read one page: ids and cells as text, and the version of the table. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName } from '../../../schema/data-table.ts';
import { filterCondition, whereClause } from '../filters/filter-sql.ts';
import { foundRows } from './found-rows.ts';
import type { PagePlan } from './page-plan.ts';
import { type Bound, fromPosition, fromRow, type Position } from './position.ts';
import { BY_ID, isRising, orderAlong, orderColumns, type SettledOrder } from './row-order.ts';

export interface ListChoice {
  readonly definition: TableDefinition;
  readonly filters: TableFilters;
  readonly order: SettledOrder;
}

/** Which rows to read, from `PagePlan` or for a walk. */
export interface RowsPlan extends Omit<PagePlan, 'from'> {
  readonly from: Pick<Position, 'key' | 'id'> | null;
  /** Whether the row at `from` is included or skipped; default: included. */
  readonly bound?: Bound;
  /** The maximum distance in ids, for reading by id and forward only. */
  readonly within?: number;
  /** The number of rows that are looked at, whatever they are, for reading in the order of an index. */
  readonly among?: number;
}

/**
 * Columns: every cell of the definition (lists as JSON), `id`, `changed_in`, the version of the table, and what `positionOfRow` needs. Without a row
 * there is no version.
 * @param isIdsFirst skips rows by id only and reads just the page's rows in full: faster if many are skipped
 */
export function pageStatement(choice: ListChoice, plan: RowsPlan, isIdsFirst = false): SQL {
  const { definition, order } = choice;
  const cells = sql`${cellsOf(definition)}, ${versionOf(definition)}${orElse(order)}`;
  const walk = walkedRows(choice, plan);
  if (!isIdsFirst) return sql`select ${cells} ${walk}`;
  return sql`select ${cells} from (select id as chosen_id ${walk}) chosen join ${tableOf(definition)} on id = chosen_id
    order by ${orderAlong(order, plan.heading)}`;
}

/** Reads these rows in the order of their ids, with the columns as above. */
export function chosenPageStatement({ definition, order }: ListChoice, ids: readonly number[]): SQL {
  return sql`select ${cellsOf(definition)}, ${versionOf(definition)}${orElse(order)}
    from unnest(${sql.param(ids)}::bigint[]) with ordinality chosen (chosen_id, nth) join ${tableOf(definition)} on id = chosen_id
    order by nth`;
}

/** Reads one row, with the columns as above. */
export function rowStatement(definition: TableDefinition, id: number): SQL {
  return sql`select ${cellsOf(definition)}, ${versionOf(definition)} from ${tableOf(definition)} where id = ${id}::bigint`;
}

/**
 * A page with its total and version in one statement: at least one row, without an id if the page is empty.
 * Columns as above, with the total after the version.
 */
export function countedPageStatement(choice: ListChoice, skip: number, take: number): SQL {
  const { definition, filters, order } = choice;
  const rows = sql`from ${tableOf(definition)}${whereClause(definition, filters)}`;
  const inOrder = sql`order by ${orderAlong(order, 'forward')}`;
  return countedSelect(choice, sql`${rows}`, sql`select * ${rows} ${inOrder}${offsetClause(skip)} limit ${count(take)}`);
}

/**
 * The same, but it first finds all rows of the filters and sorts them: fastest if they are few, even if the
 * planner misjudges their number. If there are more than `bound`, the total is `bound + 1` and the page
 * contains any rows.
 * @param bound null: none
 * @param passed the row before the first one to read; null: the list's beginning
 */
export function gatheredPageStatement(
  choice: ListChoice,
  skip: number,
  take: number,
  bound: number | null,
  passed: RowsPlan['from'] = null,
): SQL {
  const { definition, filters, order } = choice;
  const table = tableOf(definition);
  const inOrder = sql`order by ${orderAlong(order, 'forward')}`;
  const limit = bound === null ? sql`` : sql` limit ${count(bound + 1)}`;
  const key = order.field === BY_ID ? sql`` : sql.join(orderColumns(order).map((column) => sql`, ${sql.identifier(column)}`));
  const gathered = sql`${foundRows(definition, filters, sql`id${key}`)}${limit}`;
  const start = startOf(choice, { heading: 'forward', from: passed, bound: 'passed' });
  const chosen = sql`select id as chosen_id from gathered${both(start, null)} ${inOrder}${offsetClause(skip)} limit ${count(take)}`;
  const page = sql`select ${table}.* from (${chosen}) chosen join ${table} on id = chosen_id`;
  return sql`with gathered as materialized (${gathered}) ${countedSelect(choice, sql`from gathered`, page)}`;
}

function countedSelect({ definition, order }: ListChoice, counted: SQL, page: SQL): SQL {
  return sql`select ${cellsOf(definition)}, ${versionOf(definition)}, counted.total${orElse(order)}
    from (select count(*) as total ${counted}) counted left join (${page}) page on true
    order by ${orderAlong(order, 'forward')}`;
}

/**
 * Positions at equal distances: the plan's first row, then every `step`-th row. Only for lists with an index;
 * without one, each position would sort the table again. Columns: the cell that determines the order, id,
 * version.
 */
export function spacedPositionsStatement(choice: ListChoice, plan: RowsPlan, step: number, positions: number): SQL {
  const { definition, filters, order } = choice;
  const table = tableOf(definition);
  const key = sql.identifier(order.field);
  const inOrder = sql`order by ${orderAlong(order, plan.heading)}`;
  const onward = fromRow(order, plan.heading, sql`spaced.${key}`, sql`spaced.id`);
  const next = sql`select ${key}, id from ${table}${both(filterCondition(definition, filters), onward)} ${inOrder}`;
  return sql`with recursive spaced as (
      (select 0 as nth, ${key}, id from ${table}${both(filterCondition(definition, filters), startOf(choice, plan))} ${inOrder} limit 1)
      union all
      select spaced.nth + 1, next.${key}, next.id from spaced, lateral (${next} offset ${count(step)} limit 1) next
      where spaced.nth < ${count(positions)}
    ) select ${key}, id, ${versionOf(definition)} from spaced order by nth`;
}

/** The rows to read, in order, from where the plan starts. */
function walkedRows(choice: ListChoice, plan: RowsPlan): SQL {
  const { definition, filters, order } = choice;
  const inOrder = sql`order by ${orderAlong(order, plan.heading)}`;
  const part = sql`${offsetClause(plan.skip)} limit ${count(plan.take)}`;
  const [words, others] = isOrderOfIndex(choice) ? splitSearches(definition, filters) : [{}, filters];
  const start = partOf(choice, plan);
  if (plan.among !== undefined) {
    const first = sql`select * from ${tableOf(definition)}${both(start, null)} ${inOrder} limit ${count(plan.among)}`;
    // Conditions name the table.
    return sql`from (${first}) ${tableOf(definition)}${whereClause(definition, filters)} ${inOrder}${part}`;
  }
  const searched = filterCondition(definition, words);
  const rows = sql`${tableOf(definition)}${both(filterCondition(definition, others), start)} ${inOrder}`;
  if (searched === null) return sql`from ${rows}${part}`;
  // A search that gets here finds many rows, which the planner often underestimates. `offset 0` makes it use
  // the walk.
  return sql`from (select * from ${rows} offset 0) walked where ${searched}${part}`;
}

/** Whether an index holds all rows in this order. */
export function isOrderOfIndex({ definition, order }: ListChoice): boolean {
  return order.field === definition.defaultSort || order.field === BY_ID;
}

function splitSearches(definition: TableDefinition, filters: TableFilters): readonly [words: TableFilters, others: TableFilters] {
  const isSearch = (key: string) => definition.filters.some((filter) => filter.kind === 'search' && filter.key === key);
  const words = Object.fromEntries(Object.entries(filters).filter(([key]) => isSearch(key)));
  const others: Record<string, TableFilters[string]> = { ...filters };
  for (const key of Object.keys(words)) delete others[key];
  return [words, others];
}

function startOf(
  { definition, order }: ListChoice,
  { heading, from, bound }: Pick<RowsPlan, 'heading' | 'from' | 'bound'>,
): SQL | null {
  if (from === null) return null;
  const kind = definition.columns.find(({ field }) => field === order.field)?.kind ?? 'text';
  return fromPosition(order, kind, heading, from, bound);
}

/** The cell by which rows are ordered whose own is blank, as the last one. */
function orElse({ orElse: column }: SettledOrder): SQL {
  return column === undefined ? sql`` : sql`, ${sql.identifier(column)}`;
}

/** Where to start reading, and how far to read. */
function partOf(choice: ListChoice, plan: RowsPlan): SQL | null {
  const { from, within } = plan;
  const start = startOf(choice, plan);
  if (within === undefined) return start;
  const { order } = choice;
  const end = isRising(order, 'forward')
    ? sql`id <= ${from?.id ?? 0}::bigint + ${count(within)}`
    : sql`id >= ${from === null ? sql`(select max(id) from ${tableOf(choice.definition)})` : sql`${from.id}::bigint`} - ${count(within)}`;
  return start === null ? end : sql`${start} and ${end}`;
}

function both(one: SQL | null, other: SQL | null): SQL {
  if (one === null) return other === null ? sql`` : sql` where ${other}`;
  return other === null ? sql` where ${one}` : sql` where ${one} and ${other}`;
}

const cellLists = new Map<string, SQL>();

/**
 * Every cell of the definition, lists as JSON, the id, and the version that made the row so: the form that `writeRow`
 * takes.
 */
export function cellsOf(definition: TableDefinition): SQL {
  const known = cellLists.get(definition.name);
  if (known !== undefined) return known;
  const columns = definition.columns.map(({ field, kind }) => (kind === 'list' ? `to_json("${field}")` : `"${field}"`));
  const cells = sql.raw([...columns, 'id', 'changed_in'].join(', '));
  cellLists.set(definition.name, cells);
  return cells;
}

function tableOf(definition: TableDefinition) {
  return sql.identifier(databaseName(definition));
}

function versionOf(definition: TableDefinition): SQL {
  return sql.raw(`(select version from table_versions where table_name = '${databaseName(definition)}') as version`);
}

function offsetClause(skip: number): SQL {
  return skip === 0 ? sql`` : sql` offset ${count(skip)}`;
}

/**
 * A number in the text of the statement, because the planner does not know the value of a bound limit. @param value an
 * integer
 */
function count(value: number): SQL {
  return sql.raw(value.toFixed(0));
}
