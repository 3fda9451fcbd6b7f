/** A question as a sentence, in the labels of its columns: "Country is Germany or France, employee count from 50". Pure. */
import type { ColumnDefinition, FlagFilter, TableDefinition } from '../define-table.ts';
import { linkedTable } from '../linked-tables.ts';
import type { Condition, NumberEnd, Test } from './condition.ts';
import type { LinkedTables } from './where-condition.ts';

/** What the question alone does not know. */
export interface SentenceNames {
  /** By default those of the table. */
  readonly links?: LinkedTables;
  /** The name of the account's list of this id; null: unknown. */
  readonly list?: (id: string) => string | null;
  /** A day (`YYYY-MM-DD`) as the reader writes it. */
  readonly day?: (day: string) => string;
  /** When rows must have changed, behind "changed": "in the last 24 hours". */
  readonly changed?: (after: string) => string;
}

type TestOf<Kind extends Test['kind']> = Extract<Test, { readonly kind: Kind }>;

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 });
/** Written with a capital letter within a sentence, too. Words with more than one, such as LinkedIn and URL, stay anyway. */
const NAMES = ['Instagram', 'Facebook', 'Reddit', 'Shopify'];

/**
 * The parts of the sentence, which are joined with a comma: one for each part of the condition; none for a question about all
 * rows.
 */
export function sentenceParts(definition: TableDefinition, condition: Condition, names: SentenceNames = {}): readonly string[] {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  return parts.map((part, index) => {
    const text = part.kind === 'any' ? alternatives(definition, part.of, names) : clause(definition, part, names);
    return index === 0 ? capitalised(text) : text;
  });
}

export function sentence(definition: TableDefinition, condition: Condition, names: SentenceNames = {}): string {
  return sentenceParts(definition, condition, names).join(', ');
}

/** A part within others; groups stand in brackets. */
function clause(definition: TableDefinition, condition: Condition, names: SentenceNames): string {
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? 'any row' : `(${conjunction(definition, condition.of, names)})`;
    case 'any': {
      const text = alternatives(definition, condition.of, names);
      return condition.of.length < 2 || sameColumn(condition.of) !== null ? text : `(${text})`;
    }
    case 'not':
      return negatedClause(definition, condition.of, names);
    default:
      return testText(definition, condition, names, false);
  }
}

function negatedClause(definition: TableDefinition, condition: Condition, names: SentenceNames): string {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const text = clause(definition, condition, names);
      const column = condition.kind === 'any' ? sameColumn(condition.of) : null;
      if (column === null) return text.startsWith('(') ? `not ${text}` : `not (${text})`;
      const subject = dayOrNumberLabel(definition, column);
      const rest = text.slice(subject.length + 1);
      return rest.startsWith('is ') ? `${subject} is not ${rest.slice(3)}` : `${subject} not ${rest}`;
    }
    case 'not':
      return clause(definition, condition.of, names);
    default:
      return testText(definition, condition, names, true);
  }
}

function conjunction(definition: TableDefinition, parts: readonly Condition[], names: SentenceNames): string {
  return parts.map((part) => clause(definition, part, names)).join(' and ');
}

function alternatives(definition: TableDefinition, parts: readonly Condition[], names: SentenceNames): string {
  if (parts.length === 0) return 'no row';
  const column = sameColumn(parts);
  const texts = parts.map((part) => clause(definition, part, names));
  if (column === null) return texts.join(' or ');
  // "employee count is 5 or 7" instead of "employee count is 5 or employee count is 7".
  const [first = '', ...others] = texts;
  const subject = dayOrNumberLabel(definition, column);
  const shared = texts.every((text) => text.startsWith(`${subject} is `)) ? `${subject} is ` : `${subject} `;
  return [first, ...others.map((text) => (text.startsWith(shared) ? text.slice(shared.length) : text))].join(' or ');
}

/** The column whose numbers or days all parts compare; null: they do not. */
function sameColumn(parts: readonly Condition[]): string | null {
  const [first] = parts;
  if (first === undefined || (first.kind !== 'numbers' && first.kind !== 'days')) return null;
  return parts.every((part) => part.kind === first.kind && part.column === first.column) ? first.column : null;
}

function testText(definition: TableDefinition, test: Test, names: SentenceNames, isNegated: boolean): string {
  const is = isNegated ? 'is not' : 'is';
  const not = isNegated ? 'not ' : '';
  switch (test.kind) {
    case 'blank':
      return `${label(definition, test.column)} ${isNegated ? 'has a value' : 'is blank'}`;
    case 'equals':
      return equalsText(definition, test, isNegated);
    case 'host':
    case 'address':
      return `${label(definition, test.column)} ${is} ${listed(test.values)}`;
    case 'numbers':
      return numbersText(definition, test, isNegated);
    case 'days':
      return daysText(definition, test, names.day ?? ((day) => day), isNegated);
    case 'true': {
      const text = label(definition, test.column);
      return text.startsWith('is ') ? `is ${not}${text.slice(3)}` : `${text} ${is} true`;
    }
    case 'contains':
      return `${label(definition, test.column)} ${isNegated ? 'does not contain' : 'contains'} “${test.text}”`;
    case 'starts':
      return `${label(definition, test.column)} ${isNegated ? 'does not start' : 'starts'} with “${test.text}”`;
    case 'parts':
      return `${label(definition, test.column)} ${isNegated ? 'does not contain' : 'contains'} ${listed(test.values)}`;
    case 'flag':
      return flagText(test.filter, isNegated);
    case 'search': {
      const verb = isNegated ? 'does not match' : 'matches';
      const [column] = test.columns;
      const subject = test.findsAddress || column === undefined ? 'search' : label(definition, column);
      return `${subject} ${verb} “${test.text}”`;
    }
    case 'list':
      return `${not}on the list ${names.list?.(test.id) ?? test.id}`;
    case 'tag':
      return `${not}tagged ${listed(test.tags)}`;
    case 'sample':
      return `${not}invented samples`;
    case 'exported':
      return `${not}exported this month`;
    case 'crm':
      return test.by === 'record' ? `${not}in your CRM` : `the ${test.by} in your CRM ${is} ${listed(test.values)}`;
    case 'changed':
      return `${not}changed ${names.changed?.(test.after) ?? `after ${test.after}`}`;
    case 'ids':
      return `${not}among ${numberFormat.format(test.ids.length)} chosen rows`;
    case 'linked':
      return linkedText(definition, test, names, isNegated);
  }
}

function equalsText(definition: TableDefinition, { column, values }: TestOf<'equals'>, isNegated: boolean): string {
  const choice = choiceOf(definition, column);
  const options = choice?.kind === 'choice' ? choice.options : [];
  const texts = values.map((value) => options.find((option) => option.value === value)?.label ?? value);
  const isList = columnOf(definition, column)?.kind === 'list';
  // The label of a filter names one item: "vertical is not Fintech". That of a list column names all: "emails include".
  const includes = isNegated ? 'do not include' : 'include';
  const verb = isList && choice === null ? includes : isNegated ? 'is not' : 'is';
  return `${label(definition, column)} ${verb} ${listed(texts)}`;
}

function numbersText(definition: TableDefinition, { column, from, to }: TestOf<'numbers'>, isNegated: boolean): string {
  const subject = label(definition, column);
  const isMoney = columnOf(definition, column)?.kind === 'money';
  const written = ({ value }: NumberEnd) => {
    const number = numberFormat.format(Math.abs(value));
    return `${value < 0 ? '-' : ''}${isMoney ? `$${number}M` : number}`;
  };
  if (from === null && to === null) return `${subject} ${isNegated ? 'is blank' : 'has a value'}`;
  if (from !== null && to !== null && from.value === to.value && !from.isOpen && !to.isOpen) {
    return `${subject} ${isNegated ? 'is not' : 'is'} ${written(from)}`;
  }
  const lower = from === null ? [] : [`${from.isOpen ? 'over' : 'from'} ${written(from)}`];
  const upper = to === null ? [] : [`${to.isOpen ? 'under' : from === null ? 'up to' : 'to'} ${written(to)}`];
  const ends = [...lower, ...upper].join(from?.isOpen === true || to?.isOpen === true ? ' and ' : ' ');
  return `${subject} ${isNegated ? 'not ' : ''}${ends}`;
}

function daysText(
  definition: TableDefinition,
  { column, from, to }: TestOf<'days'>,
  written: (day: string) => string,
  isNegated: boolean,
): string {
  const subject = dayOrNumberLabel(definition, column);
  const not = isNegated ? 'not ' : '';
  if (from === null && to === null) return `${label(definition, column)} ${isNegated ? 'is blank' : 'has a value'}`;
  if (from !== null && from === to) return `${subject} ${not}on ${written(from)}`;
  const ends = [...(from === null ? [] : [`from ${written(from)}`]), ...(to === null ? [] : [`until ${written(to)}`])];
  return `${subject} ${not}${ends.join(' ')}`;
}

function flagText(filter: FlagFilter, isNegated: boolean): string {
  const text = lowered(filter.label.replace(/\?$/, ''));
  if (!isNegated) return text;
  if (text.startsWith('with ')) return `without ${text.slice(5)}`;
  return text.startsWith('is ') ? `is not ${text.slice(3)}` : `not ${text}`;
}

function linkedText(from: TableDefinition, { link, of }: TestOf<'linked'>, names: SentenceNames, isNegated: boolean): string {
  const words = link.replaceAll('_', ' ');
  const isPlural = words.endsWith('s') || words === 'people';
  const subject = `has ${isNegated ? 'no ' : isPlural ? '' : 'a '}${words}`;
  const definition = names.links === undefined ? linkedTable(from, link) : names.links(link);
  if (definition === null || (of.kind === 'all' && of.of.length === 0)) return subject;
  const text = of.kind === 'all' ? conjunction(definition, of.of, names) : clause(definition, of, names);
  // "has people with email": a checkbox that begins so follows by itself.
  return /^with(?:out)? /.test(text) ? `${subject} ${text}` : `${subject} where ${text}`;
}

function columnOf({ columns }: TableDefinition, field: string): ColumnDefinition | null {
  return columns.find((column) => column.field === field) ?? null;
}

/** The filter by values of the column, whose label names one value. */
function choiceOf({ filters }: TableDefinition, field: string) {
  for (const filter of filters) {
    if ((filter.kind === 'choice' || filter.kind === 'lookup') && filter.column === field) return filter;
  }
  return null;
}

/** A column's label within a sentence, without its unit. */
function label(definition: TableDefinition, field: string): string {
  const name = choiceOf(definition, field)?.label ?? columnOf(definition, field)?.headerName ?? field;
  return lowered(name.replace(/\s*\(.*\)$/, ''));
}

/** "Published on" and "Posted at" before a preposition: "published from". */
function dayOrNumberLabel(definition: TableDefinition, field: string): string {
  return label(definition, field).replace(/ (?:on|at)$/, '');
}

function lowered(text: string): string {
  return text.replace(/\S+/g, (word) => (/^\p{Lu}\P{Lu}*$/u.test(word) && !NAMES.includes(word) ? word.toLowerCase() : word));
}

function capitalised(text: string): string {
  return text.replace(/^\(*\p{Ll}/u, (start) => start.toUpperCase());
}

function listed(values: readonly string[]): string {
  const [last = '', ...others] = [...values].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}
