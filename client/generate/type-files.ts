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
    declaration(
      'AddedProfile',
      'What became of a profile that was added to the list of the collector.',
      answerOf('addCollectedPerson'),
    ),
    declaration('RowList', 'A list of rows.', itemOf(memberOf(answerOf('listRowLists'), 'data'))),
    declaration('NewRowList', 'A list to be made.', bodyOf('createRowList')),
    declaration('RowListChange', 'What is changed in a list; what is left out stays.', bodyOf('changeRowList')),
    declaration('RowsToAdd', 'Rows to put on a list: by their ids, or by filters.', bodyOf('addListRows')),
    declaration(
      'RowsToRemove',
      'Rows to take off a list: by their ids, by filters, or by what one call added.',
      bodyOf('removeListRows'),
    ),
    declaration('RowListAddition', 'A list after rows were put on it.', answerOf('addListRows')),
    declaration('RowListRemoval', 'A list after rows were taken off it.', answerOf('removeListRows')),
    declaration('TagCount', 'A tag, with the number of rows that carry it.', itemOf(memberOf(answerOf('listTags'), 'data'))),
    declaration('RowsToTag', 'Tags for rows: by their ids, or by filters.', bodyOf('tagRows')),
    declaration('Tagging', 'What adding tags did.', answerOf('tagRows')),
    declaration('Note', 'A note on a row.', itemOf(memberOf(answerOf('listRowNotes'), 'data'))),
    declaration('RowNoteChange', 'The new text of a note.', bodyOf('changeRowNote')),
    declaration('TableView', 'A saved view of a table.', answerOf('getTableView')),
    declaration('NewTableView', 'A view to be saved.', bodyOf('createTableView')),
    declaration('TableViewChange', 'What is changed in a view; what is left out stays.', bodyOf('changeTableView')),
    declaration('Alert', 'An alert.', itemOf(memberOf(answerOf('listAlerts'), 'data'))),
    declaration('NewAlert', 'An alert to be made.', bodyOf('createAlert')),
    declaration('AlertChange', 'What is changed in an alert; what is left out stays.', bodyOf('updateAlert')),
    declaration('AlertMessage', 'A message of an alert.', answerOf('testAlert')),
    declaration('Webhook', 'A webhook.', itemOf(memberOf(answerOf('listWebhooks'), 'data'))),
    declaration('NewWebhook', 'A webhook to be made.', bodyOf('createWebhook')),
    declaration('WebhookChange', 'What is changed in a webhook; what is left out stays.', bodyOf('updateWebhook')),
    declaration('WebhookWithSecret', 'A webhook with the secret that signs its requests.', answerOf('createWebhook')),
    declaration('WebhookDelivery', 'What a webhook was sent.', answerOf('testWebhook')),
    declaration('WebhookDeliveries', 'A page of deliveries.', answerOf('listWebhookDeliveries')),
    declaration('ScheduledExport', 'A scheduled export.', itemOf(memberOf(answerOf('listScheduledExports'), 'data'))),
    declaration('NewScheduledExport', 'A scheduled export to be made.', bodyOf('createScheduledExport')),
    declaration(
      'ScheduledExportChange',
      'What is changed in a scheduled export; what is left out stays.',
      bodyOf('updateScheduledExport'),
    ),
    declaration('ExportFile', 'A file of a scheduled export.', itemOf(memberOf(answerOf('listExportFiles'), 'data'))),
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
