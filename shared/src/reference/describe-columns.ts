/** A row of a table as JSON Schema, with the names of its columns and the format of its cells. Pure. */
import type { ColumnDefinition, TableDefinition } from '../tables/define-table.ts';
import type { JsonSchema } from './json-schema.ts';

/** @returns a schema that requires no column of the table, because `fields` may leave out any of them */
export function rowJsonSchema(definition: TableDefinition): JsonSchema {
  return {
    type: 'object',
    description: `One row of ${definition.title}. With \`fields\`, it has only \`id\`, \`changed_in\` and those columns. A blank cell is null.`,
    properties: {
      id: { type: 'integer', description: 'Id of the row; it never changes' },
      changed_in: {
        type: 'integer',
        description: 'Version of the table that made the row so: the one under which the feed of changes has it',
      },
      ...Object.fromEntries(definition.columns.map((column) => [column.field, cellJsonSchema(column)])),
    },
    required: ['id', 'changed_in'],
  };
}

function cellJsonSchema({ headerName, kind }: ColumnDefinition): JsonSchema {
  // The name of a money column already includes its unit.
  const description = kind === 'link' ? `${headerName}, with or without a scheme` : headerName;
  switch (kind) {
    case 'list':
      return { type: ['array', 'null'], items: { type: 'string' }, description };
    case 'boolean':
      return { type: ['boolean', 'null'], description };
    case 'integer':
      return { type: ['integer', 'null'], description };
    case 'number':
    case 'money':
      return { type: ['number', 'null'], description };
    case 'date':
      return { type: ['string', 'null'], format: 'date', description };
    case 'time':
      return { type: ['string', 'null'], format: 'date-time', description };
    default:
      return { type: ['string', 'null'], description };
  }
}
