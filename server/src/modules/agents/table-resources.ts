/** `leadloom://tables/{table}`: the columns and filters of a table. Reading them is free. */
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import type { Resource, ResourceTemplate, TextResourceContents } from '@modelcontextprotocol/sdk/types.js';
import { tableGuide } from './table-guide.ts';

const MIME_TYPE = 'application/json';
const PREFIX = 'leadloom://tables/';

export function listTableResources(): Resource[] {
  return tableNames.map((table) => {
    const { title } = tableGuide(table);
    return {
      uri: `${PREFIX}${table}`,
      name: table,
      title,
      description: `The columns and filters of ${title}`,
      mimeType: MIME_TYPE,
    };
  });
}

export const tableResourceTemplate: ResourceTemplate = {
  uriTemplate: `${PREFIX}{table}`,
  name: 'table',
  title: 'Table',
  description: 'The columns and filters of a table',
  mimeType: MIME_TYPE,
};

/** The resource at an address; null: there is no such table. */
export function readTableResource(uri: string): TextResourceContents | null {
  const table = tableNames.find((name) => uri === `${PREFIX}${name}`);
  return table === undefined ? null : { uri, mimeType: MIME_TYPE, text: JSON.stringify(describeTable(table)) };
}

function describeTable(table: TableName) {
  const { title, columns, filters } = tableGuide(table);
  return {
    table,
    title,
    columns: Object.entries(columns.properties ?? {}).map(([name, schema]) => ({ name, schema })),
    filters: filters.map(({ name, schema, text }) => ({ name, schema, description: text })),
  };
}
