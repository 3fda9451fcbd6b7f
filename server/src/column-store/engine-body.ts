/** How a statement with its parameters and rows is put into a request of ClickHouse's HTTP interface. */
import type { Readable } from 'node:stream';
import { FormData } from 'undici';
import type { EngineLimits, EngineStatement } from './engine-client.ts';

/** Longer parameters do not travel in the address. */
const MAX_ADDRESS_CHARACTERS = 4_000;
const NAME = /^[a-z_][a-z0-9_]*$/i;

/**
 * The body, beside what it adds to the address: with rows, the statement stands there; otherwise the body is the statement, or a
 * form with the parameters where they are long.
 */
export function requestBody(
  { text, parameters }: EngineStatement,
  rows: Readable | undefined,
  search: URLSearchParams,
): Readable | string | FormData {
  const values = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as const);
  const isLong = new URLSearchParams(Object.fromEntries(values)).toString().length > MAX_ADDRESS_CHARACTERS;
  if (isLong && rows === undefined) {
    const form = new FormData();
    form.set('query', text);
    for (const [name, value] of values) form.set(name, value);
    return form;
  }
  for (const [name, value] of values) search.set(name, value);
  if (rows === undefined) return text;
  search.set('query', text);
  return rows;
}

export function limitSettings({ seconds, megabytes, isUnpatched }: EngineLimits): Readonly<Record<string, string>> {
  return {
    ...(seconds === undefined ? {} : { max_execution_time: String(seconds), timeout_overflow_mode: 'throw' }),
    ...(isUnpatched === true ? { query_plan_direct_read_from_text_index: '1' } : {}),
    ...(megabytes === undefined ? {} : { max_memory_usage: String(megabytes * 1_000_000) }),
  };
}

/** A name, or a database's and a table's. @throws {TypeError} where it has other characters than names have */
export function quoteTable(name: string): string {
  const parts = name.split('.');
  if (!parts.every((part) => NAME.test(part))) throw new TypeError(`${name} is not the name of a table.`);
  return parts.map((part) => `"${part}"`).join('.');
}
