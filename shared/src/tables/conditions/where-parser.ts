/** Reads the text of `where` into an expression of one table. Pure. */

import type { ColumnDefinition, TableDefinition } from '../define-table.ts';
import { type LinkedTables, searchedColumns } from './where-condition.ts';
import { expressionGroup, type WhereExpression, type WhereValue } from './where-expression.ts';
import {
  COMPARISONS,
  expectations,
  operatorsFor,
  readValue,
  sortable,
  valueFormOf,
  type WhereOperator,
  WORD_OPERATORS,
} from './where-operators.ts';
import { WhereError, type WhereToken, whereTokens } from './where-tokens.ts';

export const WHERE_TERMS_LIMIT = 100;
/** Brackets, each `not` and links, one within the other. They also bound the parser's recursion. */
export const WHERE_LEVELS_LIMIT = 10;

/** Where one of these stands instead of a value, no value was written. */
const NO_VALUES = ['(', ')', ',', ...COMPARISONS, 'and', 'or', 'not', ...WORD_OPERATORS, 'with', 'blank'];
/** The words of an error are the writer's own; they are cut where they are long. */
const SHOWN = 60;

/** The table whose columns can be named. @property link the link that leads to it; null: it is the table itself */
interface Scope {
  readonly definition: TableDefinition;
  readonly link: string | null;
}

/** @throws {WhereError} where the text cannot be read, or means nothing for the table */
export function parseExpression(text: string, definition: TableDefinition, links: LinkedTables): WhereExpression {
  return new WhereParser(text, links).parse({ definition, link: null });
}

class WhereParser {
  readonly #text: string;
  readonly #links: LinkedTables;
  readonly #tokens: readonly WhereToken[];
  #next = 0;
  #terms = 0;
  #levels = 0;

  constructor(text: string, links: LinkedTables) {
    this.#text = text;
    this.#links = links;
    this.#tokens = whereTokens(text);
  }

  parse(scope: Scope): WhereExpression {
    const expression = this.#expression(scope);
    if (this.#peek().kind !== 'end') this.#fail('expected "and" or "or"');
    return expression;
  }

  #expression(scope: Scope): WhereExpression {
    const parts = [this.#conjunction(scope)];
    while (this.#takes('or')) parts.push(this.#conjunction(scope));
    return expressionGroup('any', parts);
  }

  #conjunction(scope: Scope): WhereExpression {
    const parts = [this.#factor(scope)];
    while (this.#takes('and')) parts.push(this.#factor(scope));
    return expressionGroup('all', parts);
  }

  #factor(scope: Scope): WhereExpression {
    if (this.#comparedColumn(scope) !== null) return this.#term(scope);
    if (this.#is('not')) {
      return this.#nested(() => {
        this.#next++;
        return { kind: 'not', of: this.#factor(scope) };
      });
    }
    return this.#is('(') ? this.#inBrackets(scope) : this.#term(scope);
  }

  #inBrackets(scope: Scope): WhereExpression {
    return this.#nested(() => {
      this.#expect('(');
      const expression = this.#expression(scope);
      if (!this.#takes(')')) this.#fail('expected "and", "or" or ")"');
      return expression;
    });
  }

  #nested(read: () => WhereExpression): WhereExpression {
    if (this.#levels === WHERE_LEVELS_LIMIT) this.#fail(`expected at most ${WHERE_LEVELS_LIMIT} levels`);
    this.#levels++;
    const expression = read();
    this.#levels--;
    return expression;
  }

  #term(scope: Scope): WhereExpression {
    const token = this.#peek();
    if (token.kind !== 'word') this.#fail('expected a column');
    if (++this.#terms > WHERE_TERMS_LIMIT) this.#fail(`expected at most ${WHERE_TERMS_LIMIT} terms`);
    const column = this.#comparedColumn(scope);
    this.#next++;
    if (column !== null) return this.#comparison(column);
    const { text: name } = token;
    const word = name.toLowerCase();
    if (this.#is('(') && (word === 'search' || word === 'tag' || word === 'list')) return this.#call(word, scope, token);
    if (scope.link === null && this.#links(name) !== null) return this.#linked(name);
    if (columnOf(scope, name) !== null) this.#fail('expected an operator');
    if (scope.link !== null && this.#is('(')) this.#fail(`${shown(name)} means nothing inside ${scope.link}`, token);
    return this.#fail(`expected a column instead of ${shown(name)}`, token);
  }

  /** The column that is named next, where an operator follows: it comes before words of the grammar and links of its name. */
  #comparedColumn(scope: Scope): ColumnDefinition | null {
    const token = this.#peek();
    const column = token.kind === 'word' ? columnOf(scope, token.text) : null;
    const isCompared =
      [...COMPARISONS, ...WORD_OPERATORS].some((operator) => this.#is(operator, 1)) || (this.#is('not', 1) && this.#is('in', 2));
    return isCompared ? column : null;
  }

  #comparison(column: ColumnDefinition): WhereExpression {
    const { field } = column;
    const operator = this.#operator(column);
    switch (operator) {
      case 'in':
      case 'not in':
        return { kind: 'in', column: field, isNegated: operator === 'not in', values: this.#values(column) };
      case 'between': {
        const from = this.#value(column);
        this.#expect('and');
        const end = this.#peek();
        const to = this.#value(column);
        const least = sortable(from);
        if (least > sortable(to)) this.#fail(`expected ${least} or ${typeof least === 'string' ? 'later' : 'more'}`, end);
        return { kind: 'between', column: field, from, to };
      }
      case 'is':
        return { kind: 'blank', column: field, isNegated: this.#isNotBlank() };
      case 'contains':
        return { kind: 'contains', column: field, text: this.#quoted() };
      case 'starts with':
        return { kind: 'starts', column: field, text: this.#quoted() };
      default:
        return { kind: 'compare', column: field, operator, value: this.#value(column) };
    }
  }

  /** @throws {WhereError} for one that means nothing for the column */
  #operator(column: ColumnDefinition): WhereOperator {
    const begin = this.#peek();
    this.#next++;
    const first = begin.text.toLowerCase();
    if (first === 'not') this.#expect('in');
    if (first === 'starts') this.#expect('with');
    const name = first === 'not' ? 'not in' : first === 'starts' ? 'starts with' : first;
    const operator = operatorsFor(column).find((known) => known === name);
    return operator ?? this.#fail(`${name} means nothing for ${column.field}`, begin);
  }

  #isNotBlank(): boolean {
    const isNegated = this.#takes('not');
    if (!this.#takes('blank')) this.#fail(isNegated ? 'expected "blank"' : 'expected "blank" or "not blank"');
    return isNegated;
  }

  #values(column: ColumnDefinition): readonly WhereValue[] {
    this.#expect('(');
    const values = [this.#value(column)];
    while (this.#takes(',')) values.push(this.#value(column));
    if (!this.#takes(')')) this.#fail('expected "," or ")"');
    return values;
  }

  #value(column: ColumnDefinition): WhereValue {
    const form = valueFormOf(column);
    if (form === 'text') return this.#quoted();
    const token = this.#peek();
    const value = token.kind === 'text' ? null : readValue(form, token.text);
    if (value === null) this.#fail(`expected ${this.#isNoValue() ? 'a value' : expectations[form]}`);
    this.#next++;
    return value;
  }

  #quoted(): string {
    const token = this.#peek();
    if (token.kind !== 'text') this.#fail(`expected ${this.#isNoValue() ? 'a value' : expectations.text}`);
    if (token.text.trim() === '') this.#fail('expected text that is not blank');
    this.#next++;
    return token.text;
  }

  #isNoValue(): boolean {
    return this.#peek().kind === 'end' || NO_VALUES.some((text) => this.#is(text));
  }

  #call(name: 'search' | 'tag' | 'list', scope: Scope, begin: WhereToken): WhereExpression {
    if (scope.link !== null && name !== 'search') this.#fail(`${name} means nothing inside ${scope.link}`, begin);
    if (name === 'search' && searchedColumns(scope.definition) === null) {
      this.#fail(`search means nothing for ${scope.definition.name}`, begin);
    }
    this.#expect('(');
    const read = (): WhereExpression => {
      if (name !== 'list') return { kind: name, text: this.#quoted() };
      const id = /^\+?0*([1-9]\d{0,14})$/.exec(this.#peek().text)?.[1];
      if (id === undefined || this.#peek().kind !== 'bare')
        this.#fail(`expected ${this.#isNoValue() ? 'a value' : 'the id of a list'}`);
      this.#next++;
      return { kind: 'list', id };
    };
    const term = read();
    this.#expect(')');
    return term;
  }

  #linked(link: string): WhereExpression {
    const definition = this.#links(link);
    if (definition !== null && this.#is('(')) return { kind: 'linked', link, of: this.#inBrackets({ definition, link }) };
    if (!this.#takes('is')) this.#fail('expected "(" or "is"');
    return { kind: 'any-linked', link, isNegated: this.#isNotBlank() };
  }

  #peek(): WhereToken {
    const token = this.#tokens[this.#next];
    if (token === undefined) return { kind: 'end', text: '', index: this.#text.length };
    return token.kind === 'unreadable' ? this.#fail(token.text, token) : token;
  }

  /** Whether the sign, or the word in any case, comes next, or so many tokens later. */
  #is(text: string, later = 0): boolean {
    const token = this.#tokens[this.#next + later];
    return (token?.kind === 'sign' || token?.kind === 'word') && token.text.toLowerCase() === text;
  }

  #takes(text: string): boolean {
    this.#peek();
    const isNext = this.#is(text);
    if (isNext) this.#next++;
    return isNext;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) this.#fail(`expected "${text}"`);
  }

  #fail(problem: string, token: WhereToken | undefined = this.#tokens[this.#next]): never {
    const isUnreadable = token?.kind === 'unreadable';
    throw new WhereError(this.#text, token?.index ?? this.#text.length, isUnreadable ? token.text : problem);
  }
}

function columnOf({ definition }: Scope, name: string): ColumnDefinition | null {
  return definition.columns.find(({ field }) => field === name) ?? null;
}

function shown(word: string): string {
  const letters = Array.from(word);
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : word;
}
