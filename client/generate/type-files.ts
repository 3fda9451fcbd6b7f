/** The client's types, made from the contract: a file for each table, two for all of them, one for all other answers. Pure. */

import type { EndpointName } from '@leadloom/shared/contract/endpoints';
import { type ErrorCode, problemSchema } from '@leadloom/shared/contract/errors';
import { commonErrors } from '@leadloom/shared/reference/common-errors';
import { describeAnswer } from '@leadloom/shared/reference/describe-answer';
import { describeBody } from '@leadloom/shared/reference/describe-body';
import { rowJsonSchema } from '@leadloom/shared/reference/describe-columns';
import { describeFilters } from '@leadloom/shared/reference/describe-filter';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import { asObject, type JsonSchema, jsonSchemaOf } from '@leadloom/shared/reference/json-schema';
import { openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { membersText, typeText } from './type-text.ts';

const HEAD = '/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */\n';

/** All generated files, by their names below `src/types`. */
export function typeFiles(): ReadonlyMap<string, string> {
  return new Map([
    ...tableNames.map((name): [string, string] => [`${name}.ts`, tableFile(tableByName(name))]),
    ['tables.ts', tablesFile()],
    ['create-tables.ts', createTablesFile()],
    ['answers.ts', answersFile()],
  ]);
}

const typeName = ({ title }: TableDefinition) => title.replaceAll(' ', '');
/** `reddit-posts` → `redditPosts` */
const memberName = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function tableFile(definition: TableDefinition): string {
  const { properties = {} } = rowJsonSchema(definition);
  const filters = Object.fromEntries(
    describeFilters(definition).map(({ name, schema, text }) => [name, { ...oneOrMore(schema), description: text }]),
  );
  const body =
    `/** One row of ${definition.title}. */\n` +
    `export interface ${typeName(definition)}Row {\n${membersText(properties, new Set(Object.keys(properties)), '  ')}}\n\n` +
    `/** What rows of ${definition.title} can be narrowed by. */\n` +
    `export interface ${typeName(definition)}Filters {\n${membersText(filters, new Set(), '  ')}}\n`;
  return `${HEAD}${importsOf(body)}\n${body}`;
}

/** A list of one may be given as that one. */
function oneOrMore(schema: JsonSchema): JsonSchema {
  return schema.type === 'array' ? { anyOf: [asObject(Array.isArray(schema.items) ? undefined : schema.items), schema] } : schema;
}

function importsOf(body: string): string {
  return body.includes('AnyText') ? "import type { AnyText } from '../any-text.ts';\n" : '';
}

function tablesFile(): string {
  const definitions = tableNames.map(tableByName);
  const imports = definitions
    .map(
      (definition) =>
        `import type { ${typeName(definition)}Filters, ${typeName(definition)}Row } from './${definition.name}.ts';\n`,
    )
    .sort()
    .join('');
  const names = definitions.map(({ name }) => `  ${memberName(name)}: '${name}',\n`).join('');
  const types = definitions
    .map((definition) => {
      const type = typeName(definition);
      return `  readonly ${memberName(definition.name)}: { readonly row: ${type}Row; readonly filters: ${type}Filters };\n`;
    })
    .join('');
  return `${HEAD}${imports}
/** Each table's name in addresses. */
export const tableNames = {
${names}} as const satisfies Record<keyof Tables, string>;

export type TableName = (typeof tableNames)[keyof typeof tableNames];

export interface Tables {
${types}}
`;
}

function createTablesFile(): string {
  const members = tableNames
    .map((name) => `    ${memberName(name)}: createTableClient(transport, tableNames.${memberName(name)}),\n`)
    .join('');
  return `${HEAD}import { createTableClient, type TableClient } from '../table-client.ts';
import type { Transport } from '../transport.ts';
import { type Tables, tableNames } from './tables.ts';

export type TableClients = { readonly [Table in keyof Tables]: TableClient<Table> };

export function createTables(transport: Transport): TableClients {
  return {
${members}  };
}
`;
}

function answersFile(): string {
  const answers: readonly string[] = [
    declaration('Problem', 'What went wrong, as the server tells it.', jsonSchemaOf(problemSchema, 'output')),
    declaration('Usage', 'What the account used of its month.', answerOf('getUsage')),
    declaration('DeletedRow', 'A row that is gone.', itemOf(memberOf(answerOf('listDeletedRows'), 'data'))),
    declaration('ExportPreview', 'What an export would hold and cost.', answerOf('companies.previewExport')),
    declaration('ListedProfile', 'A collected profile, as the list has it.', itemOf(memberOf(answerOf('listProfiles'), 'data'))),
    declaration('Profile', 'A collected profile.', memberOf(answerOf('getProfile'), 'profile')),
    declaration('Trend', 'A trend among the videos of tracked users.', itemOf(answerOf('listTrends'))),
    declaration('MatchLine', 'A line of a list that is matched.', itemOf(memberOf(bodyOf('matchRows'), 'rows'))),
    declaration('MatchResult', 'The row that a line means.', itemOf(memberOf(answerOf('matchRows'), 'data'))),
    declaration('ProfileQuery', 'What a list of profiles takes.', withSingleValues(querySchemaOf('listProfiles'))),
  ];
  const codes = openCodes()
    .map((code) => `  | '${code}'\n`)
    .join('');
  const body = `/** What a program can tell errors apart by. Others may come. */\nexport type ErrorCode =\n${codes}  | AnyText;\n\n${answers.join('\n')}`;
  return `${HEAD}${importsOf(body)}\n${body}`;
}

/** A list of values is also written as one of them. */
function withSingleValues({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const entries = Object.entries(properties).map(([name, value]) => {
    const { description, ...several } = asObject(value);
    const items = asObject(Array.isArray(several.items) ? undefined : several.items);
    return [name, several.type === 'array' ? { description, anyOf: [items, several] } : value];
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** The error codes that a call with a key may meet. */
function openCodes(): readonly ErrorCode[] {
  const own = openEndpoints().flatMap(({ endpoint: row }) => row.errors);
  return [...new Set([...commonErrors.map(({ code }) => code), ...own])].sort();
}

function declaration(name: string, text: string, schema: JsonSchema): string {
  return `/** ${text} */\nexport interface ${name} ${typeText(schema)}\n`;
}

function endpointBy(name: EndpointName | 'companies.previewExport') {
  const endpoint = openEndpoints().find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`${name} is not open to keys`);
  return endpoint;
}

function answerOf(name: EndpointName | 'companies.previewExport'): JsonSchema {
  return describeAnswer(endpointBy(name)) ?? {};
}

function bodyOf(name: EndpointName): JsonSchema {
  return describeBody(endpointBy(name)) ?? {};
}

function querySchemaOf(name: EndpointName): JsonSchema {
  const properties = describeParameters(endpointBy(name)).map(({ name: key, schema, text }) => [
    key,
    { ...schema, ...(text === null ? {} : { description: text }) },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function memberOf({ properties }: JsonSchema, name: string): JsonSchema {
  return asObject(properties?.[name]);
}

function itemOf({ items }: JsonSchema): JsonSchema {
  return asObject(Array.isArray(items) ? undefined : items);
}
