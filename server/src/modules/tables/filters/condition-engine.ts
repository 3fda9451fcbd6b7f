/**
 * A condition in the dialect of a column store, over the columns of `copied-columns.ts`. It means what `condition-sql.ts` says:
 * whatever it cannot say exactly, the database answers.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { Condition, NumberEnd, Test } from '@leadloom/shared/tables/conditions/condition';
import type { FlagFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import {
  addressOf,
  CHANGED_IN,
  filledOf,
  highOf,
  hostOf,
  LAST_CHANGE,
  lowerOf,
  lowOf,
  SAMPLE,
} from '../../../column-store/copied-columns.ts';
import { addressKey, databaseName, isListColumn, rangeColumnsOf } from '../../../schema/data-table.ts';
import { linkNamed } from '../records/table-links.ts';
import { allOf, anyOf, type EngineQuestion, holds, isIn, NEVER, notOf } from './engine-logic.ts';
import { linkedEngine } from './linked-engine.ts';
import { type Asker, listedRows, taggedRows } from './my-filters.ts';
import { searchEngine } from './search-engine.ts';

/** Ids of a list or tag that go along with a statement. */
const IDS_LIMIT = 10_000;
const DAY = 86_400_000;
const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** 1 or 0 for every row. null: it cannot be said exactly. */
export async function conditionEngine(question: EngineQuestion, condition: Condition): Promise<SQL | null> {
  switch (condition.kind) {
    case 'all':
      return allOf(await parts(question, condition.of));
    case 'any':
      return anyOf(await parts(question, condition.of));
    case 'not': {
      const some = await conditionEngine(question, condition.of);
      return some === null ? null : notOf(some);
    }
    default:
      return testEngine(question, condition);
  }
}

/** All at once, so that whatever the database has to be asked is one statement. */
function parts(question: EngineQuestion, of: readonly Condition[]): Promise<readonly (SQL | null)[]> {
  return Promise.all(of.map((part) => conditionEngine(question, part)));
}

/** The tables whose rows decide about a condition of a table. */
export function tablesOf(definition: TableDefinition, condition: Condition): readonly TableDefinition[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return [...new Set([definition, ...condition.of.flatMap((part) => tablesOf(definition, part))])];
    case 'not':
      return tablesOf(definition, condition.of);
    case 'linked': {
      const linked = tableByName(linkNamed(definition, condition.link).table);
      return [...new Set([definition, ...tablesOf(linked, condition.of)])];
    }
    default:
      return [definition];
  }
}

async function testEngine(question: EngineQuestion, test: Test): Promise<SQL | null> {
  const { definition, texts, reading } = question;
  switch (test.kind) {
    case 'blank':
      return notOf(filledEngine(definition, test.column));
    case 'equals': {
      const values = await texts.textsOf(sql`lower_items(${sql.param(test.values)}::text[])`);
      if (!isListColumn(definition, test.column)) return isIn(lowerOf(test.column), values);
      return values.length === 0 ? NEVER : sql`hasAny(${sql.identifier(lowerOf(test.column))}, ${sql.param(values)})`;
    }
    case 'host':
      return isIn(
        hostOf(test.column),
        test.values.map((value) => normalDomain(value) ?? value),
      );
    case 'address': {
      const keys = test.values.map((value) => addressKey(sql`${value}::text`));
      return isIn(addressOf(test.column), await texts.textsOf(sql`array[${sql.join(keys, sql`, `)}]::text[]`));
    }
    case 'numbers':
      return numbersEngine(definition, test.column, test.from, test.to);
    case 'days':
      return daysEngine(definition, test.column, test.from, test.to);
    case 'true':
      return holds(sql`${sql.identifier(test.column)} = 1`);
    case 'contains':
    case 'starts':
      return partEngine(question, test);
    case 'flag':
      return flagEngine(definition, test.filter);
    case 'search':
      return searchEngine(question, test);
    case 'list':
      return rowsEngine(question, listedRows(databaseName(definition), askerOf(question), test.id));
    case 'tag':
      return rowsEngine(question, taggedRows(databaseName(definition), askerOf(question).workspaceId, test.tags));
    case 'sample':
      return sql`${sql.identifier(SAMPLE)} = 1`;
    case 'changed':
      return changedEngine(question, test.after);
    case 'ids':
      return idsEngine(test.ids);
    case 'linked':
      return linkedEngine(
        definition,
        reading,
        test.link,
        (linked, of) => conditionEngine({ ...question, definition: linked }, of),
        test.of,
      );
    // Texts folded for parts of words are not copied, nor is what an account exports and its CRMs have.
    case 'parts':
    case 'exported':
    case 'crm':
      return null;
  }
}

/** @throws {Error} for filters that are not bound to an account */
function askerOf({ asker }: EngineQuestion): Asker {
  if (asker === null) throw new Error('filters by list and tag name no account');
  return asker;
}

/** As `isFilled` of `condition-sql.ts`. */
export function filledEngine(definition: TableDefinition, field: string): SQL {
  if (isListColumn(definition, field)) return sql`${sql.identifier(filledOf(field))} = 1`;
  const { low, high } = endsEngine(definition, field);
  return low === high ? sql`isNotNull(${low})` : sql`isNotNull(${low}) or isNotNull(${high})`;
}

/** As `endsOf` of `condition-sql.ts`. */
export function endsEngine(definition: TableDefinition, field: string): { readonly low: SQL; readonly high: SQL } {
  const column = sql`${sql.identifier(field)}`;
  if (rangeColumnsOf(definition, field) === null) return { low: column, high: column };
  return { low: sql`${sql.identifier(lowOf(field))}`, high: sql`${sql.identifier(highOf(field))}` };
}

/** null: an end is no number that a statement can name. */
function numbersEngine(definition: TableDefinition, field: string, from: NumberEnd | null, to: NumberEnd | null): SQL | null {
  if ([from, to].some((end) => end !== null && !Number.isFinite(end.value))) return null;
  return from === null && to === null ? filledEngine(definition, field) : reachesEngine(endsEngine(definition, field), from, to);
}

/** As `reaches` of `condition-sql.ts`: whole numbers are compared as doubles there, too, and so are the ends here. */
export function reachesEngine(
  { low, high }: { readonly low: SQL; readonly high: SQL },
  from: NumberEnd | null,
  to: NumberEnd | null,
): SQL {
  const compared: SQL[] = [];
  if (from !== null) compared.push(sql`toFloat64(${high}) ${from.isOpen ? sql`>` : sql`>=`} toFloat64(${from.value})`);
  if (to !== null) compared.push(sql`toFloat64(${low}) ${to.isOpen ? sql`<` : sql`<=`} toFloat64(${to.value})`);
  return holds(sql.join(compared, sql` and `));
}

/** null: the calendars may differ so long ago. */
function daysEngine(definition: TableDefinition, field: string, from: string | null, to: string | null): SQL | null {
  const [first, last] = [from === null ? null : dayNumber(from), to === null ? null : dayNumber(to)];
  if (Number.isNaN(first) || Number.isNaN(last)) return null;
  const column = sql.identifier(field);
  const isMoment = definition.columns.some((one) => one.field === field && one.kind === 'time');
  const compared: SQL[] = [];
  if (first !== null) compared.push(sql`${column} >= ${whole(isMoment ? first * DAY * 1000 : first)}`);
  if (last !== null)
    compared.push(isMoment ? sql`${column} < ${whole((last + 1) * DAY * 1000)}` : sql`${column} <= ${whole(last)}`);
  return compared.length === 0 ? sql`isNotNull(${column})` : holds(sql.join(compared, sql` and `));
}

/** Days since 1970; NaN: it is no day of these years. @param day as `YYYY-MM-DD` */
function dayNumber(day: string): number {
  const year = Number(day.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR && day.length === 10 ? Date.parse(`${day}T00:00:00Z`) / DAY : Number.NaN;
}

/** Microseconds of whole days are exact in a double. */
function whole(number: number): SQL {
  return sql.raw(String(number));
}

/** The database lowers the pattern, so it is what is left of the pattern that is compared. */
async function partEngine(
  { definition, texts }: EngineQuestion,
  test: Extract<Test, { kind: 'contains' | 'starts' }>,
): Promise<SQL | null> {
  const pattern = test.kind === 'contains' ? `%${test.text}%` : `${test.text}%`;
  const [lowered] = await texts.textsOf(sql`array[lower(${pattern})]`);
  if (lowered === undefined) return null;
  const text = lowered.slice(test.kind === 'contains' ? 1 : 0, -1);
  const column = sql.identifier(lowerOf(test.column));
  const found = (cell: SQL) =>
    test.kind === 'contains' ? sql`position(${cell}, ${text}) > 0` : sql`startsWith(${cell}, ${text})`;
  return isListColumn(definition, test.column)
    ? sql`arrayExists(item -> ${found(sql`item`)}, ${column})`
    : holds(found(sql`${column}`));
}

/** As `flagCondition` of `data-table.ts`. */
export function flagEngine(definition: TableDefinition, { condition }: FlagFilter): SQL {
  if ('isTrue' in condition) return holds(sql`${sql.identifier(condition.isTrue)} = 1`);
  if ('isPositive' in condition) return holds(sql`${sql.identifier(condition.isPositive)} > 0`);
  const present = condition.anyPresent.map((field) =>
    isListColumn(definition, field) ? filledEngine(definition, field) : sql`isNotNull(${sql.identifier(field)})`,
  );
  return anyOf(present) ?? NEVER;
}

/** Rows of which an account keeps something. null: they are too many to go along with the statement. @param rows a query of ids */
async function rowsEngine({ texts }: EngineQuestion, rows: SQL): Promise<SQL | null> {
  const limit = sql.raw(String(IDS_LIMIT + 1));
  const ids = await texts.textsOf(sql`array(select distinct id::text from (${rows}) kept (id) limit ${limit})`);
  return ids.length > IDS_LIMIT ? null : idsEngine(ids);
}

function idsEngine(ids: readonly string[]): SQL | null {
  if (ids.length === 0) return NEVER;
  const numbers = ids.map(Number);
  if (ids.length > IDS_LIMIT || !numbers.every(Number.isSafeInteger)) return null;
  return sql`id in ${sql.param(numbers)}`;
}

async function changedEngine({ definition, texts }: EngineQuestion, time: string): Promise<SQL | null> {
  const moment = sql`${time}::timestamptz`;
  const [after, version] = await texts.textsOf(sql`array[((extract(epoch from ${moment}) * 1000000)::bigint)::text,
    table_version_at(${databaseName(definition)}, ${moment})::text]`);
  if (after === undefined || version === undefined) return null;
  return sql`${sql.identifier(LAST_CHANGE)} > toInt64(${after}) or ${sql.identifier(CHANGED_IN)} > toInt64(${version})`;
}
