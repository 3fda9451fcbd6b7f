/** Countries, and values that people choose, in one spelling, whatever a file has. Pure. */
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { englishCountry, isCountryName } from './country-names.ts';
import type { ReadCell } from './read-cell.ts';
import { locationPart } from './read-location.ts';

/** The country's usual name, also where the cell names a place in it. */
function countryIn(text: string): string {
  return englishCountry(text.includes(',') && !isCountryName(text) ? locationPart(text, 'country') || text : text);
}

/** Spells values that people choose uniformly, so that each is shown and sorted as one. */
export function spellerOf(definition: TableDefinition, { field }: ColumnDefinition): ((text: string) => string) | null {
  if (/(?:^|_)country$/.test(field)) return countryIn;
  const options = definition.filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.column === field ? filter.options : [],
  );
  if (options.length === 0) return null;
  const spellings = new Map(options.map(({ value }) => [value.toLowerCase(), value]));
  return (text) => spellings.get(text.toLowerCase()) ?? text;
}

/** A cell, or the items of a list, in that spelling. */
export function spelled(value: ReadCell, spell: (text: string) => string): ReadCell {
  if (typeof value === 'string') return spell(value);
  return Array.isArray(value) ? [...new Set(value.map((item) => spell(String(item))))] : value;
}
