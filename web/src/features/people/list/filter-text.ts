/** What the chips of collected people say. Pure. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { parametersOf } from '@leadloom/shared/tables/filter-parameters';
import { inShort } from '../../../components/filter-fields/in-short.ts';
import { rangeOfDays } from '../../../components/filter-fields/range-of-days.ts';
import { rangeOfNumbers } from '../../../components/filter-fields/range-of-numbers.ts';
import { type PeopleFilters, textValue } from './people-filters.ts';

/** "Norway, not France", "10 – 50", "has a value", "Yes"; null: nothing is in force. */
export function filterText(filter: FilterDefinition, filters: PeopleFilters): string | null {
  const ends = { from: '', to: '' };
  const texts = parametersOf(filter).map(({ role, name }) => {
    const value = filters[name];
    if (value === undefined) return null;
    if (role === 'from' || role === 'to') ends[role] = textValue(filters, name);
    if (role === 'has') return value === 'false' ? 'blank' : 'has a value';
    if (role !== 'is' && role !== 'not') return null;
    if (filter.kind === 'flag') return role === 'is' ? 'Yes' : 'No';
    return `${role === 'not' ? 'not ' : ''}${inShort([value].flat().map(String))}`;
  });
  return joined([...texts, (filter.kind === 'dates' ? rangeOfDays : rangeOfNumbers)(ends.from, ends.to)]);
}

/** The parts that say something; null: none does. */
export function joined(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null;
}

/** Filters of linked rows as they were sent: `country: Germany`. */
export function linkedText(names: readonly string[], filters: PeopleFilters): string {
  return names
    .map((name) => {
      const value = inShort([filters[name] ?? []].flat().map(String)) ?? '';
      const [, parameter = ''] = name.split('.');
      return parameter === 'any' ? (value === 'false' ? 'none' : 'at least one') : `${parameter.replaceAll('_', ' ')}: ${value}`;
    })
    .join(', ');
}
