/** Cells of sample rows, for all tables. */
import type { FilterOption, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Draw } from './sample-numbers.ts';

/** Samples end here, so that the same seed makes the same rows on any day. Posts and videos may end on another one. */
const LAST_DAY = Date.UTC(2026, 10, 1);
export const DAY = 24 * 3600 * 1000;

/** The values that a choice filter lists, by the filter's key. */
export function valuesOf(definition: TableDefinition, key: string): readonly string[] {
  const filter = definition.filters.find((candidate) => candidate.key === key);
  const options: readonly FilterOption[] = filter?.kind === 'choice' ? filter.options : [];
  return options.map(({ value }) => value);
}

export function optionOf(definition: TableDefinition, key: string, draw: Draw): string {
  return draw.of(valuesOf(definition, key), key);
}

/** Draws one to `max` of the items. */
export function several(draw: Draw, items: readonly string[], max: number, what: string): readonly string[] {
  const count = 1 + draw.below(max, `${what} count`);
  return [...new Set(Array.from({ length: count }, (_, index) => draw.of(items, `${what} ${index}`)))];
}

export function emailOf(slug: string, domain: string): string {
  return `${slug.replace(/^sample-/, '').replaceAll('-', '.')}@${domain}`;
}

/** A number from the range reserved for fiction. */
export function phoneOf(draw: Draw): string {
  return `+1 ${201 + draw.below(700, 'area')} 555 01${String(draw.below(100, 'line')).padStart(2, '0')}`;
}

export function dayBefore(days: number): string {
  return new Date(LAST_DAY - days * DAY).toISOString().slice(0, 10);
}

export function momentBefore(draw: Draw, days: number, last = LAST_DAY): string {
  return new Date(last - draw.below(days * 24 * 3600, `within ${days} days`) * 1000).toISOString();
}
