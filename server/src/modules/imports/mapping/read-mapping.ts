/**
 * An operator's mapping of a file, as JSON. The key is a header of the file or a column of the table:
 * `{"Firm": "name", "Notes": null, "Turnover": {"column": "revenue", "unit": "dollars"}}` by header,
 * `{"name": {"join": ["First", "Last"]}, "country": {"constant": "Norway"}}` by column.
 */
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { z } from 'zod';

const JOINED_LIMIT = 20;
const CONSTANT_LIMIT = 1_000;

/** Units of a plain number in a column of amounts, as powers of ten. */
export const amountUnits = { dollars: 0, thousands: 3, millions: 6, billions: 9 } as const;
export const unitNames = ['dollars', 'thousands', 'millions', 'billions'] as const;

export const mappingSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.null(),
    z.strictObject({ join: z.array(z.string()).check(z.minLength(1), z.maxLength(JOINED_LIMIT)) }),
    z.strictObject({ constant: z.string().check(z.maxLength(CONSTANT_LIMIT)) }),
    z.strictObject({ column: z.string(), unit: z.enum(unitNames) }),
  ]),
);
export type MappingFile = z.infer<typeof mappingSchema>;

/** Reads a mapping file; null: it is not an object of headers and their columns. */
export function readMapping(text: string): MappingFile | null {
  try {
    return mappingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function fileMapping(mapping: MappingFile): FileMapping {
  const headers: [string, string | null][] = [];
  const joins: [string, readonly string[]][] = [];
  const constants: [string, string][] = [];
  const units: [string, number][] = [];
  for (const [key, value] of Object.entries(mapping)) {
    if (value === null || typeof value === 'string') headers.push([key, value]);
    else if ('join' in value) joins.push([key, value.join]);
    else if ('constant' in value) constants.push([key, value.constant]);
    else {
      headers.push([key, value.column]);
      units.push([value.column, amountUnits[value.unit]]);
    }
  }
  return {
    headers: Object.fromEntries(headers),
    joins: Object.fromEntries(joins),
    constants: Object.fromEntries(constants),
    units: Object.fromEntries(units),
  };
}

/** Whether the operator's mapping says anything about the file's headers. */
export function namesHeaders({ headers, joins, constants }: FileMapping): boolean {
  return [headers, joins, constants].some((entries) => Object.keys(entries).length > 0);
}

/** Whether the operator's mapping reads the column or key of this name. */
export function isReadBy({ headers, joins }: FileMapping, name: string): boolean {
  return typeof headers[name] === 'string' || Object.values(joins).some((joined) => joined.includes(name));
}
