/**
 * A condition as SQL: its meaning in lists, exports, alerts and the API, and in totals that are not counted from bitmaps.
 * The other readings of the tree in this folder must agree with it: bits (`condition-bits.ts`), cells (`row-match.ts`) and the
 * model that test keys and the tests use (`table-model.ts`). Values are always bound; names come from the definition. Conditions
 * are written so that the indexes of `data-table.ts` are used.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { Condition, NumberEnd, Test } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import {
  addressKey,
  databaseName,
  flagCondition,
  hostKey,
  isListColumn,
  isSampleRow,
  lastChange,
  loweredItems,
  loweredText,
  rangeColumnsOf,
} from '../../../schema/data-table.ts';
import { inCrmSql } from './crm-sql.ts';
import { linkedCondition } from './linked-sql.ts';
import { type Asker, isExported, listedRows, taggedRows } from './my-filters.ts';
import { hasPartsSql } from './parts-sql.ts';
import { searchCondition } from './search-sql.ts';

/** @property asker null: the condition names nothing that is an account's own */
export interface Question {
  readonly definition: TableDefinition;
  readonly asker: Asker | null;
}

/** Never null for a row, unless it stands at the top or within `all` and `any` alone: there null means that it does not hold. */
export function conditionSql(question: Question, condition: Condition): SQL {
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? sql`true` : joined(question, condition.of, sql` and `);
    case 'any':
      return condition.of.length === 0 ? sql`false` : joined(question, condition.of, sql` or `);
    case 'not':
      return negated(question, condition.of);
    default:
      return testSql(question, condition);
  }
}

function joined(question: Question, parts: readonly Condition[], by: SQL): SQL {
  return sql.join(
    parts.map((part) => sql`(${conditionSql(question, part)})`),
    by,
  );
}

function negated(question: Question, of: Condition): SQL {
  // Written the other way round, these are found by indexes of what is there.
  if (of.kind === 'blank') return isFilled(question.definition, of.column);
  if (of.kind === 'sample') return sql`not (${isSampleRow})`;
  return sql`(${conditionSql(question, of)}) is not true`;
}

function testSql(question: Question, test: Test): SQL {
  const { definition } = question;
  switch (test.kind) {
    case 'blank':
      return sql`not (${isFilled(definition, test.column)})`;
    case 'equals':
      return isListColumn(definition, test.column)
        ? sql`${loweredItems(test.column)} && lower_items(${sql.param(test.values)}::text[])`
        : isOneOf(loweredText(test.column), test.values);
    case 'host':
      return isKnownAs(hostKey(definition, test.column), test.values.map(hostOrText));
    case 'address':
      return sql`${addressKey(sql.identifier(test.column))} = any(array[${sql.join(
        test.values.map((value) => addressKey(sql`${value}::text`)),
        sql`, `,
      )}])`;
    case 'numbers':
      return numbersSql(definition, test.column, test.from, test.to);
    case 'days':
      return daysSql(definition, test.column, test.from, test.to);
    case 'true':
      return sql`${sql.identifier(test.column)}`;
    case 'contains':
      return isLike(definition, test.column, `%${escaped(test.text)}%`);
    case 'starts':
      return isLike(definition, test.column, `${escaped(test.text)}%`);
    case 'parts':
      return isListColumn(definition, test.column)
        ? sql`exists (select from unnest(${sql.identifier(test.column)}) item where ${hasPartsSql(sql`item`, test.values)})`
        : hasPartsSql(sql`${sql.identifier(test.column)}`, test.values);
    case 'flag':
      return flagCondition(test.filter);
    case 'search':
      return searchCondition(definition, test);
    case 'list':
      return sql`id in (${listedRows(databaseName(definition), askerOf(question), test.id)})`;
    case 'tag':
      return sql`id in (${taggedRows(databaseName(definition), askerOf(question).workspaceId, test.tags)})`;
    case 'exported':
      return isExported(databaseName(definition), askerOf(question));
    case 'crm': {
      const { workspaceId, crm = null } = askerOf(question);
      return inCrmSql(definition, workspaceId, test, crm);
    }
    case 'sample':
      return isSampleRow;
    case 'changed':
      return isChangedAfter(databaseName(definition), test.after);
    case 'ids':
      return sql`id = any(${sql.param(test.ids)}::bigint[])`;
    case 'linked':
      return linkedCondition(
        definition,
        test.link,
        (linked, of) => conditionSql({ ...question, definition: linked }, of),
        test.of,
      );
  }
}

/** @throws {Error} for filters that are not bound to an account */
function askerOf({ asker }: Question): Asker {
  if (asker === null) throw new Error('filters by list, tag, export or CRM name no account');
  return asker;
}

/** The condition that a cell has a value: of a number that may be known as a range, either. */
export function isFilled(definition: TableDefinition, field: string): SQL {
  const column = sql.identifier(field);
  const range = rangeColumnsOf(definition, field);
  if (range === null) return sql`${column} is not null`;
  return sql`${column} is not null or ${sql.identifier(range.from)} is not null or ${sql.identifier(range.to)} is not null`;
}

/**
 * A single value is compared by `=`. Only then does the database know that an index holds the rows in their order. The
 * database lowers both sides, because its rules differ from JavaScript's.
 */
function isOneOf(lowered: SQL, values: readonly string[]): SQL {
  return values.length === 1
    ? sql`${lowered} = lower(${values[0]})`
    : sql`${lowered} = any(lower_items(${sql.param(values)}::text[]))`;
}

function isKnownAs(key: SQL, values: readonly string[]): SQL {
  return values.length === 1 ? sql`${key} = ${values[0]}` : sql`${key} = any(${sql.param(values)}::text[])`;
}

/** If the typed text is not an address, nothing matches it. */
function hostOrText(text: string): string {
  return normalDomain(text) ?? text;
}

/** The database lowers the pattern as well. */
function isLike(definition: TableDefinition, field: string, pattern: string): SQL {
  return isListColumn(definition, field)
    ? sql`exists (select from unnest(${loweredItems(field)}) item where item like lower(${pattern}))`
    : sql`${loweredText(field)} like lower(${pattern})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A range of the row is found where it overlaps. Columns of whole numbers are compared with others, too. */
function numbersSql(definition: TableDefinition, field: string, from: NumberEnd | null, to: NumberEnd | null): SQL {
  return from === null && to === null ? isFilled(definition, field) : reaches(endsOf(definition, field), from, to);
}

/** Whether some number from the lowest to the highest lies between two ends. @param from @param to at least one is given */
export function reaches(
  { low, high }: { readonly low: SQL; readonly high: SQL },
  from: NumberEnd | null,
  to: NumberEnd | null,
): SQL {
  const parts: SQL[] = [];
  const number = (end: NumberEnd) => sql`${end.value}::double precision`;
  if (from !== null) parts.push(from.isOpen ? sql`${high} > ${number(from)}` : sql`${high} >= ${number(from)}`);
  if (to !== null) parts.push(to.isOpen ? sql`${low} < ${number(to)}` : sql`${low} <= ${number(to)}`);
  return sql.join(parts, sql` and `);
}

/** The lowest and the highest number that a cell may mean; the same where it is a number. */
export function endsOf(definition: TableDefinition, field: string): { readonly low: SQL; readonly high: SQL } {
  const column = sql`${sql.identifier(field)}`;
  const range = rangeColumnsOf(definition, field);
  if (range === null) return { low: column, high: column };
  const or = (end: string) => sql`coalesce(${column}, ${sql.identifier(end)})`;
  return { low: or(range.from), high: or(range.to) };
}

/** Days are in UTC, in any time zone of the connection. */
function daysSql(definition: TableDefinition, field: string, from: string | null, to: string | null): SQL {
  const column = sql.identifier(field);
  const isMoment = definition.columns.some((one) => one.field === field && one.kind === 'time');
  const parts: SQL[] = [];
  if (from !== null)
    parts.push(isMoment ? sql`${column} >= ${`${from}T00:00:00Z`}::timestamptz` : sql`${column} >= ${from}::date`);
  if (to !== null)
    parts.push(isMoment ? sql`${column} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'` : sql`${column} <= ${to}::date`);
  return parts.length === 0 ? sql`${column} is not null` : sql.join(parts, sql` and `);
}

/**
 * Whether a row changed after a time, by its own times, which the clock of its writer set before it was committed, or by
 * its commit: clients that follow a table by time would otherwise miss rows that a long import began to write before that
 * time.
 */
function isChangedAfter(table: string, time: string): SQL {
  return sql`${lastChange} > ${time}::timestamptz or changed_in > table_version_at(${table}, ${time}::timestamptz)`;
}
