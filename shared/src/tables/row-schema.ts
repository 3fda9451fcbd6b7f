/** The schema of a table's row in API responses, made from the table's columns. */
import * as z from 'zod/mini';
import type { ColumnKind, RowOf, TableDefinition } from './define-table.ts';

function cellSchema(kind: ColumnKind): z.ZodMiniType {
  switch (kind) {
    case 'list':
      return z.array(z.string());
    case 'boolean':
      return z.boolean();
    case 'integer':
    case 'number':
    case 'money':
      return z.number();
    default:
      return z.string();
  }
}

/** One row: its id, the version of the table that made it so, and every column; null for a blank cell. */
export function rowSchema<const Definition extends TableDefinition>(definition: Definition): z.ZodMiniType<RowOf<Definition>> {
  const cells = definition.columns.map((column) => [column.field, z.nullable(cellSchema(column.kind))] as const);
  // The shape is built from the same columns as RowOf, which the compiler cannot follow through fromEntries.
  return z.object({ id: z.int(), changed_in: z.int(), ...Object.fromEntries(cells) }) as unknown as z.ZodMiniType<
    RowOf<Definition>
  >;
}

/** The account's marks of a row: its tags, the ids of its lists, the number of its notes. */
export const rowMarksSchema = z.object({ tags: z.array(z.string()), lists: z.array(z.int()), notes: z.int() });
export type RowMarks = z.infer<typeof rowMarksSchema>;

/** A row of a list: the same, and under `my` what the account keeps about it, which is no cell: see `rowMarksSchema`. */
export function listedRowSchema<const Definition extends TableDefinition>(
  definition: Definition,
): z.ZodMiniType<RowOf<Definition>> {
  const cells = definition.columns.map((column) => [column.field, z.nullable(cellSchema(column.kind))] as const);
  // The compiler cannot follow this shape either; see `rowSchema`.
  return z.object({
    id: z.int(),
    changed_in: z.int(),
    ...Object.fromEntries(cells),
    my: z.optional(rowMarksSchema),
  }) as unknown as z.ZodMiniType<RowOf<Definition>>;
}

/** The same for requests with `fields`: those columns, the id and the version. */
export function narrowRowSchema(definition: TableDefinition): z.ZodMiniObject {
  const cells = definition.columns.map((column) => [column.field, z.optional(z.nullable(cellSchema(column.kind)))] as const);
  return z.object({ id: z.int(), changed_in: z.int(), ...Object.fromEntries(cells) });
}
