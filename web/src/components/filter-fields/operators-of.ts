/** The operators of a table's filter, those in force, and what choosing another one changes. Pure. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { type FilterParameter, parametersOf } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { FilterOperator } from './filter-operators.ts';

/** None: the filter says one thing only, or is a checkbox. */
export function operatorsOf(filter: FilterDefinition): readonly FilterOperator[] {
  const roles = new Set(parametersOf(filter).map(({ role }) => role));
  if (!roles.has('has')) return [];
  return [
    ...(roles.has('is') ? ['is' as const] : []),
    ...(roles.has('not') ? ['not' as const] : []),
    ...(roles.has('from') ? ['between' as const] : []),
    'has',
    'blank',
  ];
}

export function operatorsInForce(filter: FilterDefinition, filters: TableFilters): readonly FilterOperator[] {
  const found = parametersOf(filter).flatMap(({ role, name }) => {
    const operator = operatorOf(role, filters[name]);
    return operator === null ? [] : [operator];
  });
  return [...new Set(found)];
}

function operatorOf(role: FilterParameter['role'], value: TableFilters[string] | undefined): FilterOperator | null {
  if (value === undefined) return null;
  switch (role) {
    case 'is':
    case 'not':
      return role;
    case 'from':
    case 'to':
      return 'between';
    case 'has':
      return value === 'false' ? 'blank' : 'has';
    case 'any':
      return null;
  }
}

/** The parameters that change; empty values take them away. What is in force already stays as it is. */
export function operatorChanges(
  filter: FilterDefinition,
  filters: TableFilters,
  operator: FilterOperator,
): readonly (readonly [parameter: string, value: TableFilters[string]])[] {
  const inForce = operatorsInForce(filter, filters);
  if (inForce.includes(operator)) return [];
  const parameters = parametersOf(filter);
  const other = operator === 'is' ? 'not' : operator === 'not' ? 'is' : null;
  const moved = parameters.find(({ role }) => role === other);
  return parameters.map(({ name, role }) => {
    if (role === 'has' && (operator === 'has' || operator === 'blank')) return [name, String(operator === 'has')] as const;
    const values = role === operator && moved !== undefined ? filters[moved.name] : undefined;
    return [name, values ?? ''] as const;
  });
}
