/** The parameters of an open endpoint: where each is sent, what it accepts and what it means. Pure. */
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { collectedPeople } from '../tables/collected-people.ts';
import { operationOf } from './describe-answer.ts';
import { describeFilters } from './describe-filter.ts';
import { asObject, type JsonSchema, jsonSchemaOf, parameterSchema } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';
import { type ParameterText, parameterTexts, tableText } from './parameter-texts.ts';

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** The description; null: there is none. */
  readonly text: string | null;
  /** A filter of the endpoint's table, if it serves one; it means the same in list, file and preview. */
  readonly isFilter: boolean;
}

/** Their filters are described like those of a table. */
const COLLECTED_PEOPLE_PATHS: ReadonlySet<string> = new Set([
  '/linkedin/users',
  '/linkedin/users/facets',
  '/linkedin/users/summary',
]);

type PlainEndpoint = Pick<OpenEndpoint, 'name' | 'endpoint' | 'definition'>;

export function describeParameters(open: PlainEndpoint): readonly Parameter[] {
  const { params, query } = open.endpoint;
  return [...partOf(open, 'path', params), ...partOf(open, 'query', query)];
}

function partOf(open: PlainEndpoint, place: Parameter['place'], part: EndpointDefinition['query']): Parameter[] {
  if (part === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(part, 'input');
  const definition = open.definition ?? (COLLECTED_PEOPLE_PATHS.has(open.endpoint.path) ? collectedPeople : null);
  const filters = definition === null ? [] : describeFilters(definition);
  return Object.entries(properties).map(([name, value]) => {
    const isRequired = place === 'path' || required.includes(name);
    const filter = filters.find((candidate) => candidate.name === name);
    if (filter !== undefined) return { ...filter, place, isRequired, isFilter: open.definition !== null };
    const schema = parameterSchema(asObject(value));
    const { description, ...plain } = schema;
    const written = textOf(open, name);
    return {
      name,
      place,
      isRequired,
      schema: written?.schema ?? plain,
      text: description ?? written?.text ?? null,
      isFilter: false,
    };
  });
}

function textOf({ name: endpoint, definition }: PlainEndpoint, name: string): ParameterText | null {
  const ofTable = definition === null ? null : tableText(definition, name);
  const texts = [`${endpoint}.${name}`, `${operationOf(endpoint)}.${name}`, name].map((key) => parameterTexts[key]);
  return ofTable ?? texts.find((text) => text !== undefined) ?? null;
}
