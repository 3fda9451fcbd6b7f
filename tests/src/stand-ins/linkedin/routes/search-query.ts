/** The `query` of a search, in the two forms its filters are written in. */
import type { PeopleQuery } from '../model/people-search.ts';
import { isRestLiList, isRestLiObject, listField, type RestLi, type RestLiObject, textField } from '../wire/rest-li-reader.ts';

export type SearchQuery =
  | { readonly kind: 'people'; readonly query: PeopleQuery }
  | { readonly kind: 'companies'; readonly keywords: string };

/** @returns undefined when the filters are written in neither form */
export function readSearchQuery(query: RestLiObject): SearchQuery | undefined {
  const filters = readFilters(query.fields.get('queryParameters'));
  if (filters === undefined) return undefined;
  const of = (name: string) => filters.get(name) ?? [];
  const keywords = textField(query, 'keywords') ?? '';
  if (of('resultType').includes('COMPANIES')) return { kind: 'companies', keywords };
  return {
    kind: 'people',
    query: {
      keywords,
      currentCompany: of('currentCompany'),
      pastCompany: of('pastCompany'),
      geoUrn: of('geoUrn'),
      industry: of('industry'),
      network: of('network'),
      connectionOf: of('connectionOf'),
    },
  };
}

/** `List((key:network,value:List(F,S)))` of the registered query, `(network:List(F,S))` of the finder. */
function readFilters(written: RestLi | undefined): ReadonlyMap<string, readonly string[]> | undefined {
  if (isRestLiObject(written)) return new Map([...written.fields.keys()].map((name) => [name, listField(written, name)]));
  if (!isRestLiList(written)) return undefined;
  const filters = new Map<string, readonly string[]>();
  for (const pair of written) {
    const key = isRestLiObject(pair) ? textField(pair, 'key') : undefined;
    if (!isRestLiObject(pair) || key === undefined) return undefined;
    filters.set(key, listField(pair, 'value'));
  }
  return filters;
}
