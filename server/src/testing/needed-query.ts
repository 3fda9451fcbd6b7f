/** The parameters without which an endpoint of a table refuses every call. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';

/** As it follows the path, with its question mark; empty where nothing is needed. */
export function neededQuery({ path }: Pick<EndpointDefinition, 'path'>): string {
  if (path.endsWith('/suggest')) return '?filter=city&q=a';
  const table = tableNames.find((name) => path.startsWith(`/table/${name}/`));
  const parameter = path.endsWith('/facets') ? 'of' : path.endsWith('/summary') ? 'by' : null;
  if (table === undefined || parameter === null) return '';
  const [name = ''] = dimensionsOf(tableByName(table)).keys();
  return `?${parameter}=${name}`;
}
