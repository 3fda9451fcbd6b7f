/**
 * What a question asks as filters of its table: as parameters, which have chips of their own, where they can say it exactly; as
 * the expression `where` otherwise, such as numbers with decimals that leave out the end. Pure.
 */
import type { NumberEnd } from '@leadloom/shared/tables/conditions/condition';
import { expressionGroup, type WhereExpression } from '@leadloom/shared/tables/conditions/where-expression';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import type { FlagFilter, RangeFilter } from '@leadloom/shared/tables/define-table';
import { ANY_LINKED, WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { readRange } from '@leadloom/shared/tables/read-range';
import type { Ask } from './ask.ts';

type Parameters = Readonly<Record<string, string | readonly string[] | true>>;
type AskOf<Kind extends Ask['kind']> = Extract<Ask, { readonly kind: Kind }>;

/** @param alternatives one of them holds as well; empty: there are none */
export function writeAsks(asks: readonly Ask[], alternatives: readonly Ask[]): Parameters {
  const { parameters, rest } = mergeParameters(asks);
  const either = alternatives.length === 0 ? [] : [expressionGroup('any', alternatives.map(whereOf))];
  const where = [...rest.map(whereOf), ...either];
  return where.length === 0 ? parameters : { ...parameters, [WHERE_FILTER]: writeWhere(expressionGroup('all', where)) };
}

/** @returns `rest`: what parameters cannot say, alone or because another has them */
function mergeParameters(asks: readonly Ask[]): { readonly parameters: Parameters; readonly rest: readonly Ask[] } {
  const parameters: Record<string, string | readonly string[] | true> = {};
  const rest: Ask[] = [];
  for (const ask of asks) {
    const own = parametersOf(ask);
    const isFree = own !== null && Object.entries(own).every(([name, value]) => canHold(parameters[name], value));
    if (!isFree || hasOther(ask, asks)) rest.push(ask);
    else for (const [name, value] of Object.entries(own)) parameters[name] = merged(parameters[name], value);
  }
  return { parameters, rest };
}

/** All parameters of one link are about the same linked row, and what was said twice may be about two. */
function hasOther(ask: Ask, asks: readonly Ask[]): boolean {
  return ask.kind === 'linked' && asks.some((other) => other !== ask && other.kind === 'linked' && other.link === ask.link);
}

function canHold(present: Parameters[string] | undefined, value: Parameters[string]): boolean {
  return present === undefined || typeof value === 'object' || present === value;
}

function merged(present: Parameters[string] | undefined, value: Parameters[string]): Parameters[string] {
  return typeof present === 'object' && typeof value === 'object' ? [...present, ...value] : value;
}

/** null: parameters cannot say it exactly. */
function parametersOf(ask: Ask): Parameters | null {
  switch (ask.kind) {
    case 'values': {
      const { filter, values, isNegated } = ask;
      if (filter.kind === 'choice') return { [isNegated ? `${filter.key}_not` : filter.key]: values };
      if (isNegated) return null;
      const [only = ''] = values;
      return filter.isMultiple ? { [filter.key]: values } : values.length === 1 ? { [filter.key]: only } : null;
    }
    case 'flag':
      return { [ask.isNegated ? `${ask.filter.key}_not` : ask.filter.key]: true };
    case 'filled':
      return ask.filter === null ? null : { [`${ask.filter.key}_has`]: String(!ask.isNegated) };
    case 'numbers':
      return numberParameters(ask);
    case 'days': {
      const { filter, from, to, isNegated } = ask;
      return isNegated
        ? null
        : { ...(from === null ? {} : { [filter.after]: from }), ...(to === null ? {} : { [filter.before]: to }) };
    }
    case 'linked':
      return linkedParameters(ask);
  }
}

function numberParameters({ column, filter, from, to, isNegated }: AskOf<'numbers'>): Parameters | null {
  if (filter === null || isNegated) return null;
  const isWhole = column.kind === 'integer';
  if (!isWhole && (from?.isOpen === true || to?.isOpen === true)) return null;
  return {
    ...(from === null ? {} : { [`${filter.key}_from`]: written(isWhole ? wholeFrom(from) : from.value) }),
    ...(to === null ? {} : { [`${filter.key}_to`]: written(isWhole ? wholeTo(to) : to.value) }),
  };
}

function wholeFrom({ value, isOpen }: NumberEnd): number {
  return isOpen ? Math.floor(value) + 1 : Math.ceil(value);
}

function wholeTo({ value, isOpen }: NumberEnd): number {
  return isOpen ? Math.ceil(value) - 1 : Math.floor(value);
}

/** Without an exponent, which parameters do not take. */
function written(value: number): string {
  const text = String(value + 0);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

function linkedParameters({ link, of, isNegated }: AskOf<'linked'>): Parameters | null {
  if (of.length === 0) return { [`${link}.${ANY_LINKED}`]: String(!isNegated) };
  const { parameters, rest } = mergeParameters(of);
  if (isNegated || rest.length > 0) return null;
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`${link}.${name}`, value]));
}

function whereOf(ask: Ask): WhereExpression {
  switch (ask.kind) {
    case 'values': {
      const { filter, values, isNegated } = ask;
      if (filter.kind === 'range')
        return negatedWhere(
          isNegated,
          expressionGroup(
            'any',
            values.map((name) => rangeWhere(filter, name)),
          ),
        );
      return { kind: 'in', column: filter.column, isNegated, values };
    }
    case 'flag':
      return negatedWhere(ask.isNegated, flagWhere(ask.filter));
    case 'filled':
      return { kind: 'blank', column: ask.column, isNegated: !ask.isNegated };
    case 'numbers': {
      const { column, from, to, isNegated } = ask;
      return negatedWhere(isNegated, between(column.field, from, to));
    }
    case 'days': {
      const { filter, isNegated } = ask;
      const end = (day: string | null) => (day === null ? null : { value: { day }, isOpen: false });
      return negatedWhere(isNegated, between(filter.column, end(ask.from), end(ask.to)));
    }
    case 'linked': {
      const { link, of, isNegated } = ask;
      if (of.length === 0) return { kind: 'any-linked', link, isNegated: !isNegated };
      return negatedWhere(isNegated, { kind: 'linked', link, of: expressionGroup('all', of.map(whereOf)) });
    }
  }
}

function negatedWhere(isNegated: boolean, of: WhereExpression): WhereExpression {
  if (!isNegated) return of;
  return of.kind === 'blank' ? { ...of, isNegated: !of.isNegated } : { kind: 'not', of };
}

function flagWhere({ condition }: FlagFilter): WhereExpression {
  if ('isTrue' in condition) return { kind: 'compare', column: condition.isTrue, operator: '=', value: true };
  if ('isPositive' in condition) return { kind: 'compare', column: condition.isPositive, operator: '>', value: 0 };
  const present = condition.anyPresent.map((column): WhereExpression => ({ kind: 'blank', column, isNegated: true }));
  return expressionGroup('any', present);
}

/** Up to, but not including, the upper end, except that the last range may include it. */
function rangeWhere({ column, options, isLastClosed }: RangeFilter, name: string): WhereExpression {
  const { from, to } = readRange(name);
  const isOpen = !(isLastClosed === true && name === options.at(-1)?.value);
  return between(column, { value: from, isOpen: false }, to === null ? null : { value: to, isOpen });
}

interface WhereEnd {
  readonly value: number | { readonly day: string };
  readonly isOpen: boolean;
}

function between(column: string, from: WhereEnd | null, to: WhereEnd | null): WhereExpression {
  if (from !== null && to !== null && !from.isOpen && !to.isOpen) {
    if (from.value === to.value) return { kind: 'compare', column, operator: '=', value: from.value };
    return { kind: 'between', column, from: from.value, to: to.value };
  }
  const lower: WhereExpression[] =
    from === null ? [] : [{ kind: 'compare', column, operator: from.isOpen ? '>' : '>=', value: from.value }];
  const upper: WhereExpression[] =
    to === null ? [] : [{ kind: 'compare', column, operator: to.isOpen ? '<' : '<=', value: to.value }];
  return expressionGroup('all', [...lower, ...upper]);
}
