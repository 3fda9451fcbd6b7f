/**
 * One sample row of a table without sample words of its own: each cell by its column's kind, the same for the same number.
 */
import type { ColumnDefinition, FilterOption, TableDefinition } from '@leadloom/shared/tables/define-table';
import { dayBefore, emailOf, momentBefore, phoneOf, several } from './sample-cells.ts';
import { MARK, sampleCompany, sampleLocation } from './sample-names.ts';
import { type Draw, drawFor } from './sample-numbers.ts';
import { topics } from './sample-words.ts';

interface RowParts {
  readonly definition: TableDefinition;
  readonly named: ReturnType<typeof sampleCompany>;
  readonly location: ReturnType<typeof sampleLocation>;
  readonly draw: Draw;
}

/**
 * The column that distinguishes rows, or else the first with text, is a name that says it is a sample; every address ends
 * in `.example`.
 */
export function generalRow(definition: TableDefinition, seed: number, index: number): Readonly<Record<string, unknown>> {
  const draw = drawFor(seed, index);
  const parts = { definition, named: sampleCompany(seed, index), location: sampleLocation(seed, index), draw };
  const keyFields = keyFieldsOf(definition);
  const named = namedField(definition, keyFields);
  return Object.fromEntries(
    definition.columns.map((column) => {
      const { field } = column;
      const isFilled =
        column.isRequired ||
        field === definition.needsOneOf?.[0] ||
        field === named ||
        keyFields.includes(field) ||
        [definition.defaultSort, 'updated_at'].includes(field);
      if (field === named) return [field, parts.named.name];
      return [field, isFilled || draw.chance(80, `${field} filled`) ? cellOf(column, parts) : null];
    }),
  );
}

function keyFieldsOf({ canonicalKey: [rule] }: TableDefinition): readonly string[] {
  if (rule === undefined) return [];
  if ('domainOf' in rule) return [rule.domainOf];
  if ('linkOf' in rule) return [rule.linkOf];
  if ('idOf' in rule) return [rule.idOf];
  return 'anyOf' in rule ? rule.anyOf : rule.textOf;
}

function namedField({ columns }: TableDefinition, keyFields: readonly string[]): string | undefined {
  const texts = columns.filter(({ kind }) => kind === 'text' || kind === 'long-text').map(({ field }) => field);
  return texts.find((field) => keyFields.includes(field)) ?? texts[0];
}

function cellOf({ field, headerName, kind }: ColumnDefinition, { definition, named, location, draw }: RowParts): unknown {
  const options = optionsOf(definition, field);
  switch (kind) {
    case 'list':
      return several(draw, options.length > 0 ? options : topics, 3, field);
    case 'boolean':
      return draw.chance(50, field);
    case 'integer':
      return draw.below(draw.of([10, 100, 1000, 20_000], `${field} size`), field);
    case 'number':
    case 'money':
      return draw.below(9000, field) / 100;
    case 'date':
      return dayBefore(draw.below(900, field));
    case 'time':
      return momentBefore(draw, 60);
    case 'link':
      return `https://www.${named.domain}/${field.replaceAll('_', '-')}`;
    case 'email':
      return emailOf(field.replaceAll('_', '-'), named.domain);
    case 'phone':
      return phoneOf(draw);
    case 'long-text':
      return `An invented text about ${named.name}.`;
    case 'text':
      if (field === 'city' || field === 'country' || field === 'region') return location[field];
      return options.length > 0 ? draw.of(options, field) : `${headerName} ${1 + draw.below(40, field)} ${MARK}`;
  }
}

function optionsOf({ filters }: TableDefinition, field: string): readonly string[] {
  const options: readonly FilterOption[] = filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.column === field ? filter.options : [],
  );
  return options.map(({ value }) => value);
}
