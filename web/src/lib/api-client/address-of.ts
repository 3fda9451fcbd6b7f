import { type EndpointDefinition, fillPath } from '@leadloom/shared/contract/endpoint';
import { asRepeated } from '@leadloom/shared/tables/list-values';
import { API_BASE } from '../paths.ts';

/** What a request of an endpoint says. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a request. Lists travel as repeated keys: `?country=DE&country=FR`. */
export function addressOf({ path }: EndpointDefinition, { params = {}, query = {} }: RequestParts): URL {
  const url = new URL(`${API_BASE}${fillPath(path, params)}`, location.origin);
  for (const [key, value] of Object.entries(query)) {
    const values: readonly unknown[] = Array.isArray(value) ? asRepeated(value) : [value];
    for (const item of values) if (item !== undefined && item !== null) url.searchParams.append(key, String(item));
  }
  return url;
}
