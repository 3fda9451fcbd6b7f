import type { EndpointDefinition } from './endpoint.ts';
import { tableEndpoints } from './tables.ts';

/** The endpoints every data table has: `companies.list`, `companies.export` and so on. */
export const endpointsOfTables: Readonly<Record<string, EndpointDefinition>> = Object.fromEntries(
  Object.entries(tableEndpoints).flatMap(([name, ofTable]) =>
    Object.entries(ofTable).map(([operation, definition]): [string, EndpointDefinition] => [`${name}.${operation}`, definition]),
  ),
);
