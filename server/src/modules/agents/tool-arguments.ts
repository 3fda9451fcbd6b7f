/** Arguments that several tools take, and what they mean. */
import { type EndpointDefinition, fillPath } from '@leadloom/shared/contract/endpoint';
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { FILTER_TEXT_LIMIT, FILTER_VALUES_LIMIT, WHERE_LIMIT } from '@leadloom/shared/tables/filter-limits';
import { filterShape } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { AppError } from '../../http/app-error.ts';
import type { AgentCall, Answer } from './agent-tool.ts';
import type { QueryValue } from './data-api-calls.ts';

export const table = z.enum(tableNames);
export const id = z.int().check(z.positive());
export const name = z.string().check(z.maxLength(60));
export const fieldNames = z.optional(z.array(name).check(z.maxLength(100)));
const value = z.union([z.string().check(z.maxLength(FILTER_TEXT_LIMIT)), z.number()]);
const values = z.array(value).check(z.maxLength(FILTER_VALUES_LIMIT));
/** The data API checks the values; a view's filters can be passed as they are. The longest is the expression `where`. */
export const filters = z.optional(
  z.record(name, z.union([z.string().check(z.maxLength(WHERE_LIMIT)), value, z.boolean(), values])),
);
export type ChosenFilters = z.output<typeof filters>;

export const anyObject = z.record(z.string(), z.unknown());
const counted = z.object({ total: z.int() });

/** @throws {RefusedCall} */
export async function read(
  { callDataApi }: AgentCall,
  { path }: EndpointDefinition,
  params: Readonly<Record<string, number>>,
  query: Readonly<Record<string, QueryValue | undefined>> = {},
): Promise<Answer> {
  return anyObject.parse(await callDataApi({ method: 'GET', path: fillPath(path, params), query }));
}

/** The number of rows that match, for one request of the month. @throws {RefusedCall} @throws {AppError} REQUEST.INVALID */
export async function countMatching(call: AgentCall, of: TableName, chosen: ChosenFilters): Promise<number> {
  const query = { ...filterQuery(of, chosen), fields: ['id'], per_page: 1, cursor: '' };
  return counted.parse(await read(call, endpointsByName(of).list, {}, query)).total;
}

/**
 * Passes only names of filters: other parameters of the list have arguments of their own.
 * @throws {AppError} REQUEST.INVALID
 */
export function filterQuery(of: TableName, chosen: ChosenFilters = {}) {
  const known = Object.keys(filterShape(tableByName(of)));
  const unknown = Object.keys(chosen).find((key) => !known.includes(key));
  if (unknown === undefined) return chosen;
  const detail = `is not a filter of ${of}. Its filters are ${known.join(', ')}.`;
  throw new AppError('REQUEST.INVALID', {
    message: `${unknown} ${detail}`,
    errors: [{ pointer: `/filters/${unknown.slice(0, 60)}`, detail }],
  });
}

/** The same filters as texts and lists of texts, as addresses, saved views and bodies have them. @throws {AppError} REQUEST.INVALID */
export function textFilters(of: TableName, chosen: ChosenFilters): Readonly<Record<string, string | string[]>> {
  const written = Object.entries(filterQuery(of, chosen)).map(([key, given]) => [
    key,
    Array.isArray(given) ? given.map(String) : String(given),
  ]);
  return Object.fromEntries(written);
}
