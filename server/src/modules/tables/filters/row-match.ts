/**
 * Whether a row that changed passes a condition, by its cells as JSON. It answers only where it is certain to agree with the
 * database: words, and texts that differ in letter case alone, which the database compares by rules of its own, stay
 * unknown. So does what the cells do not say, such as linked rows. Pure.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { type Condition, type NumberEnd, type Test, testsOf } from '@leadloom/shared/tables/conditions/condition';
import type { FlagFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { domainColumn, domainSources, rangeColumnsOf, SAMPLE_SOURCE } from '../../../schema/data-table.ts';
import type { ChangedCells } from '../list/row-change.ts';
import { addressColumns } from './searched-address.ts';

/** null: unknown. */
export type Match = boolean | null;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A moment as the database writes it in JSON where the connection's zone is UTC. */
const UTC_MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

export function matchOf(definition: TableDefinition, condition: Condition, cells: ChangedCells): Match {
  switch (condition.kind) {
    case 'all':
      return everyMatch(condition.of.map((part) => matchOf(definition, part, cells)));
    case 'any':
      return someMatch(condition.of.map((part) => matchOf(definition, part, cells)));
    case 'not':
      return opposite(matchOf(definition, condition.of, cells));
    default:
      return matchOfTest(definition, condition, cells);
  }
}

function opposite(match: Match): Match {
  return match === null ? null : !match;
}

function everyMatch(matches: readonly Match[]): Match {
  if (matches.includes(false)) return false;
  return matches.includes(null) ? null : true;
}

function someMatch(matches: readonly Match[]): Match {
  return opposite(everyMatch(matches.map(opposite)));
}

function matchOfTest(definition: TableDefinition, test: Test, cells: ChangedCells): Match {
  switch (test.kind) {
    case 'blank':
      return numberColumns(definition, test.column).every((column) => isBlank(cells[column]));
    case 'equals':
      return matchTexts(cells[test.column], (text) => someMatch(test.values.map((value) => isSameText(text, value))));
    case 'host':
      return matchHost(definition, test, cells);
    case 'address':
      return isBlank(cells[test.column]) ? false : null;
    case 'numbers':
      return matchNumbers(definition, test, cells);
    case 'days':
      return matchDays(cells[test.column], test.from, test.to);
    case 'true':
      return cells[test.column] === true;
    case 'contains':
      return matchTexts(cells[test.column], (text) => comparedAs(text, test.text, (one, other) => one.includes(other)));
    case 'starts':
      return matchTexts(cells[test.column], (text) => comparedAs(text, test.text, (one, other) => one.startsWith(other)));
    case 'parts':
      return isBlank(cells[test.column]) ? false : null;
    case 'flag':
      return matchFlag(test.filter, cells);
    case 'sample':
      return cells.source === SAMPLE_SOURCE;
    case 'ids':
      return typeof cells.id === 'number' ? test.ids.includes(String(cells.id)) : null;
    case 'search':
    case 'list':
    case 'tag':
    case 'exported':
    case 'crm':
    case 'changed':
    case 'linked':
      return null;
  }
}

/**
 * Whether the row alone decides, by its cells and its id. Otherwise what the condition says of a row can change while the
 * row stays as it is, or while it is written as it was.
 */
export function isDecidedByRow(condition: Condition): boolean {
  return testsOf(condition).every(({ kind }) => kind !== 'linked' && kind !== 'changed');
}

/** Whether both have the same cells in all columns that the condition reads; then both pass, or neither does. */
export function hasSameMatch(
  definition: TableDefinition,
  condition: Condition,
  before: ChangedCells,
  after: ChangedCells,
): boolean {
  if (!isDecidedByRow(condition)) return false;
  return filteredColumns(definition, condition).every((column) => isSameCell(before[column], after[column]));
}

/** The columns that the condition reads, except the id; those of linked rows are left out. */
export function filteredColumns(definition: TableDefinition, condition: Condition): readonly string[] {
  return [...new Set(testsOf(condition).flatMap((test) => columnsOf(definition, test)))];
}

export function isSameCell(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function columnsOf(definition: TableDefinition, test: Test): readonly string[] {
  switch (test.kind) {
    case 'blank':
    case 'numbers':
      return numberColumns(definition, test.column);
    case 'equals':
    case 'address':
    case 'days':
    case 'true':
    case 'contains':
    case 'starts':
    case 'parts':
      return [test.column];
    case 'host':
      return hasStoredHost(definition, test.column) ? [test.column, domainColumn(test.column)] : [test.column];
    case 'flag':
      return flagColumns(test.filter);
    case 'search':
      return test.findsAddress ? searchedColumns(definition, test.columns) : test.columns;
    case 'sample':
      return ['source'];
    // A list, a tag, an export, a record and an id are about the row as such.
    case 'list':
    case 'tag':
    case 'exported':
    case 'crm':
    case 'ids':
    case 'changed':
    case 'linked':
      return [];
  }
}

function flagColumns({ condition }: FlagFilter): readonly string[] {
  if ('isTrue' in condition) return [condition.isTrue];
  return 'isPositive' in condition ? [condition.isPositive] : condition.anyPresent;
}

/** The words, and the addresses as they are stored and as they are compared. */
function searchedColumns(definition: TableDefinition, columns: readonly string[]): readonly string[] {
  const compared = addressColumns(definition);
  const sites = domainSources(definition).filter((column) => compared.includes(column));
  return [...new Set([...columns, ...compared, ...sites.map(domainColumn)])];
}

/** The column, and those with the ends where a number may be known as a range. */
function numberColumns(definition: TableDefinition, column: string): readonly string[] {
  const range = rangeColumnsOf(definition, column);
  return range === null ? [column] : [range.number, range.from, range.to];
}

function hasStoredHost(definition: TableDefinition, column: string): boolean {
  return domainSources(definition).includes(column);
}

/** Of a list, one item suffices. */
function matchTexts(cell: unknown, matchText: (text: string) => Match): Match {
  if (isBlank(cell)) return false;
  return someMatch([cell].flat().map((item) => (typeof item === 'string' ? matchText(item) : null)));
}

/** Letter case does not count. Equal texts are equal in any case, and the case of other letters than ASCII is the database's. */
function isSameText(one: string, other: string): Match {
  return one === other ? true : comparedAs(one, other, (a, b) => a === b);
}

/** In some languages even letters of ASCII have another lower case, so that only a difference beyond case is certain. */
function comparedAs(text: string, sought: string, compare: (text: string, sought: string) => boolean): Match {
  if (!ASCII.test(text) || !ASCII.test(sought)) return null;
  if (compare(text, sought)) return true;
  return compare(text.toLowerCase(), sought.toLowerCase()) ? null : false;
}

/** Hosts are compared as the import stored them; others are worked out by a function of the database. */
function matchHost(definition: TableDefinition, { column, values }: Extract<Test, { kind: 'host' }>, cells: ChangedCells): Match {
  if (!hasStoredHost(definition, column)) return isBlank(cells[column]) ? false : null;
  const host = cells[domainColumn(column)];
  return isBlank(host) ? false : values.some((text) => (normalDomain(text) ?? text) === host);
}

function matchNumbers(
  definition: TableDefinition,
  { column, from, to }: Extract<Test, { kind: 'numbers' }>,
  cells: ChangedCells,
): Match {
  const range = rangeColumnsOf(definition, column);
  const or = (end: string | undefined) => cells[column] ?? (end === undefined ? null : (cells[end] ?? null));
  const [low, high] = [or(range?.from), or(range?.to)];
  if (isBlank(low) && isBlank(high)) return false;
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  return isFrom(high, from) && isTo(low, to);
}

function isFrom(number: number, end: NumberEnd | null): boolean {
  return end === null || (end.isOpen ? number > end.value : number >= end.value);
}

function isTo(number: number, end: NumberEnd | null): boolean {
  return end === null || (end.isOpen ? number < end.value : number <= end.value);
}

function matchFlag({ condition }: FlagFilter, cells: ChangedCells): Match {
  if ('isTrue' in condition) return cells[condition.isTrue] === true;
  if ('isPositive' in condition) {
    const cell = cells[condition.isPositive];
    return isBlank(cell) ? false : typeof cell === 'number' ? cell > 0 : null;
  }
  return condition.anyPresent.some((column) => !isBlank(cells[column]));
}

function matchDays(cell: unknown, from: string | null, to: string | null): Match {
  if (isBlank(cell)) return false;
  if (from === null && to === null) return true;
  const day = typeof cell !== 'string' ? undefined : DAY.test(cell) ? cell : UTC_MOMENT.exec(cell)?.[1];
  if (day === undefined) return null;
  return (from === null || day >= from) && (to === null || day <= to);
}

function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined;
}
