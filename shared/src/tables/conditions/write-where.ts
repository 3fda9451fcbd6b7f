import type { WhereExpression, WhereValue } from './where-expression.ts';

/** `parseWhere` allows numbers no more decimals. */
const DECIMALS = 12;

/**
 * The normal form of an expression: one space between its parts, the grammar's words in small letters, no needless brackets,
 * numbers in their shortest form. Reading it gives the same expression, as long as groups are made by `expressionGroup`.
 */
export function writeWhere(expression: WhereExpression): string {
  switch (expression.kind) {
    case 'all':
      return expression.of.map((part) => (part.kind === 'any' ? `(${writeWhere(part)})` : writeWhere(part))).join(' and ');
    case 'any':
      return expression.of.map(writeWhere).join(' or ');
    case 'not': {
      const { of } = expression;
      return of.kind === 'all' || of.kind === 'any' ? `not (${writeWhere(of)})` : `not ${writeWhere(of)}`;
    }
    case 'compare':
      return `${expression.column} ${expression.operator} ${writeValue(expression.value)}`;
    case 'in':
      return `${expression.column} ${negated(expression)}in (${expression.values.map(writeValue).join(', ')})`;
    case 'between':
      return `${expression.column} between ${writeValue(expression.from)} and ${writeValue(expression.to)}`;
    case 'blank':
      return `${expression.column} is ${negated(expression)}blank`;
    case 'contains':
      return `${expression.column} contains ${writeValue(expression.text)}`;
    case 'starts':
      return `${expression.column} starts with ${writeValue(expression.text)}`;
    case 'search':
    case 'tag':
      return `${expression.kind}(${writeValue(expression.text)})`;
    case 'list':
      return `list(${expression.id})`;
    case 'linked':
      return `${expression.link}(${writeWhere(expression.of)})`;
    case 'any-linked':
      return `${expression.link} is ${negated(expression)}blank`;
  }
}

function negated({ isNegated }: { readonly isNegated: boolean }): string {
  return isNegated ? 'not ' : '';
}

function writeValue(value: WhereValue): string {
  if (typeof value === 'object') return value.day;
  if (typeof value === 'string') return `"${value.replace(/\\(?=["\\]|$)|"/g, '\\$&')}"`;
  const text = String(value);
  // JavaScript writes numbers close to 0 with an exponent, which the grammar does not have.
  return typeof value === 'number' && text.includes('e') ? value.toFixed(DECIMALS).replace(/0+$/, '') : text;
}
