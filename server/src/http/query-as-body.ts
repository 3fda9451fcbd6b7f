/**
 * Some proxies drop the body of a DELETE. Such a request may use its query instead: `?ids=1&ids=2`. A query has only
 * texts, and a single value is not a list, so every reading that the schema may accept is tried.
 */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';

type Query = Readonly<Record<string, unknown>>;

const readings: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => [value].flat(),
  (value) => [value].flat().map((item) => (/^\d{1,15}$/.test(String(item)) ? Number(item) : item)),
];

/** What the schema validates: the body, or the query where there is no body. */
export function bodyOrQuery(row: EndpointDefinition, body: unknown, query: unknown): unknown {
  const isQueryMeant = row.method === 'DELETE' && row.query === undefined && body === undefined && isFilled(query);
  if (!isQueryMeant) return body;
  const asRead = readings.map((read) => Object.fromEntries(Object.entries(query).map(([key, value]) => [key, read(value)])));
  return asRead.find((reading) => row.body?.safeParse(reading).success) ?? asRead.at(-1);
}

function isFilled(query: unknown): query is Query {
  return typeof query === 'object' && query !== null && Object.keys(query).length > 0;
}
