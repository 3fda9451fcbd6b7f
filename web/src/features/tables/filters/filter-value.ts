/** What a filter's chip says is in force, by all of its parameters; null: nothing. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { type FilterParameter, parametersOf } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { rangeOfDays } from '../../../components/filter-fields/range-of-days.ts';
import { FROM_ABOVE_TO, rangeOfNumbers } from '../../../components/filter-fields/range-of-numbers.ts';
import { textValue } from './change-filters.ts';

/** "Germany", "not Germany", "Germany, not Austria", "10 – 50", "has a value". */
export function filterValue(filter: FilterDefinition, filters: TableFilters): string | null {
  const parameters = parametersOf(filter);
  const textOf = (role: FilterParameter['role']) => {
    const parameter = parameters.find((one) => one.role === role);
    return parameter === undefined ? '' : textValue(filters, parameter.name);
  };
  const range = filter.kind === 'dates' ? rangeOfDays : rangeOfNumbers;
  const parts = parameters.flatMap((parameter) => valuesText(filter, parameter, filters[parameter.name]) ?? []);
  const ends = range(textOf('from'), textOf('to'));
  return joinParts([...parts, ends, presenceText(textOf('has'))]);
}

/** What an address says wrongly of a filter, so that nothing is found; null: nothing. */
export function filterProblem(filter: FilterDefinition, filters: TableFilters): string | null {
  if (filter.kind !== 'range' && filter.kind !== 'numbers') return null;
  const [from, to] = [textValue(filters, `${filter.key}_from`), textValue(filters, `${filter.key}_to`)];
  return from !== '' && to !== '' && Number(from) > Number(to) ? FROM_ABOVE_TO : null;
}

/** The parts of a chip's text that say something; null: none does. */
export function joinParts(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null;
}

export function notText(value: string | null): string | null {
  return value === null ? null : `not ${value}`;
}

/** What a flag's chip says. */
export function yesOrNo(isTrue: boolean, isFalse: boolean): string | null {
  return joinParts([isTrue ? 'Yes' : null, isFalse ? 'No' : null]);
}

/** null: the parameter is no value, or is absent. */
function valuesText(filter: FilterDefinition, { role }: FilterParameter, value: TableFilters[string] | undefined): string | null {
  if (value === undefined || (role !== 'is' && role !== 'not')) return null;
  if (value === true) return role === 'is' ? 'Yes' : 'No';
  const text = inShort([value].flat(), 'options' in filter ? filter.options : []);
  return role === 'is' ? text : notText(text);
}

function presenceText(has: string): string | null {
  if (has === '') return null;
  return has === 'true' ? 'has a value' : 'blank';
}
