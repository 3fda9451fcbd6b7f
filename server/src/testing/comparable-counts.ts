/** Facets and summaries in a form in which those that may differ in nothing but spelling and rounding are equal. */
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';

/** How a value is spelled depends on which of its rows was met. */
export function inLowerCase({ data, total }: Facets, lower: (text: string) => string): Facets {
  const values = data.map((facet) => ({
    ...facet,
    values: facet.values.map((value) => ('value' in value ? { ...value, value: lower(value.value) } : value)),
  }));
  return { data: values, total };
}

/** Quotients of sums are compared to twelve digits. */
export function rounded({ data, ...rest }: Summary, lower: (text: string) => string): Summary {
  return {
    ...rest,
    data: data.map(({ by, value }) => ({
      by: by.map((piece) => (typeof piece === 'string' ? lower(piece) : piece)),
      value: value === null ? null : Number(value.toPrecision(12)),
    })),
  };
}
