/** The parameters without which an endpoint refuses every call. */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';

/** As it follows the path, with its question mark; empty where nothing is needed. */
export function neededQuery({ path }: Pick<EndpointDefinition, 'path'>): string {
  if (path.endsWith('/suggest')) return '?filter=city&q=a';
  const table = tableNames.find((name) => path.startsWith(`/table/${name}/`));
  const parameter = path.endsWith('/facets') ? 'of' : path.endsWith('/summary') ? 'by' : null;
  const definition = table !== undefined ? tableByName(table) : path.startsWith('/linkedin/users/') ? collectedPeople : null;
  if (definition === null || parameter === null) return '';
  const [name = ''] = dimensionsOf(definition).keys();
  return `?${parameter}=${name}`;
}
