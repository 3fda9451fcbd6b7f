/** The shape of a tool for agents. Its schemas are the only definition: they check what comes, and describe themselves. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import type { RowList } from '@leadloom/shared/contract/my-rows';
import type { TableView } from '@leadloom/shared/contract/table-views';
import { type JsonSchema, jsonSchemaOf } from '@leadloom/shared/reference/json-schema';
import type { TableName } from '@leadloom/shared/tables/tables';
import type * as z from 'zod/mini';
import { validate } from '../../http/validate.ts';
import type { Confirmations } from './confirmations.service.ts';
import type { CallDataApi } from './data-api-calls.ts';
import { filtersJsonSchema } from './table-guide.ts';

/** The account's views, or those of the sandbox. */
export interface AgentViews {
  readonly list: (table: TableName) => Promise<readonly TableView[]>;
  /** @throws {AppError} VIEW.NOT_FOUND */
  readonly open: (id: string) => Promise<TableView>;
}

export interface RowChoice {
  readonly ids?: readonly number[] | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
}

/** What tools that change something may use, for a live key with the right to write. */
export interface AgentActing {
  readonly confirmations: Confirmations;
  /** @throws {AppError} WORKSPACE.ROLE_MISSING, WORKSPACE.RIGHT_MISSING, AUTH.SUBSCRIPTION_REQUIRED */
  readonly requireAllowed: (endpoint: EndpointDefinition) => void;
  /** The first ids that the choice means, in ascending order. @throws {AppError} ROWS.NOT_FOUND, REQUEST.INVALID and others */
  readonly findIds: (table: TableName, choice: RowChoice, most: number) => Promise<readonly number[]>;
  /** The lists of the table that the member sees. */
  readonly findLists: (table: TableName) => Promise<readonly RowList[]>;
}

/** What one call of a tool may use. */
export interface AgentCall {
  readonly callDataApi: CallDataApi;
  readonly views: AgentViews;
  /** null: the key changes nothing, because it only reads, or is a test key. */
  readonly acting: AgentActing | null;
}

export type Answer = Readonly<Record<string, unknown>>;

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Whether it changes something. */
  readonly isActing: boolean;
  /** @throws {AppError} REQUEST.INVALID, VIEW.NOT_FOUND @throws {RefusedCall} */
  readonly run: (input: unknown, call: AgentCall) => Promise<Answer>;
}

interface ToolParts<Input extends z.ZodMiniObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The schema of the result, which is always an object. */
  readonly output: z.ZodMiniObject;
  readonly run: (input: z.output<Input>, call: AgentCall) => Promise<Answer>;
}

export function tool<Input extends z.ZodMiniObject>({ input, output, run, ...texts }: ToolParts<Input>): AgentTool {
  return {
    ...texts,
    inputSchema: describeInput(input),
    outputSchema: jsonSchemaOf(output, 'output'),
    isActing: false,
    run: async (value, call) => {
      validate(input, value, 'body');
      return run(input.parse(value ?? {}), call);
    },
  };
}

/** The meaning of arguments, by their names; a name means the same in every tool. */
const argumentTexts: Readonly<Record<string, string>> = {
  table: 'The table. The resource leadloom://tables/{table} describes its columns and filters.',
  fields: 'The columns to return; by default all. The id is always included.',
  sort: 'The column to sort by. Without it, rows come by id, and a walk with cursor misses and repeats none.',
  order: 'Ascending or descending.',
  limit: 'The maximum number of rows; by default 10.',
  rows: 'Lines to match, at most 1,000. Give each what you know of it.',
  cursor: 'The next_cursor of the previous answer to the same arguments; leave it out to start.',
  ids: 'The ids of the rows.',
  list: 'The id or the name of a list of the table.',
  tags: 'The tags to add, at most 20.',
  on: 'What happens to rows: added, changed, removed.',
  every: 'How often the alert may tell of it.',
  confirm: 'The confirm token of the preview. Leave it out to get a preview.',
};

export function describeInput(input: z.ZodMiniObject): JsonSchema {
  const { properties = {}, ...schema } = jsonSchemaOf(input, 'input');
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        if (name === 'filters') return [name, filtersJsonSchema()];
        const text = argumentTexts[name];
        return [name, typeof property === 'object' && text !== undefined ? { ...property, description: text } : property];
      }),
    ),
  };
}
