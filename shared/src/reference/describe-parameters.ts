/** The parameters of an open endpoint: where each stands, what it takes and what it means. Pure. */
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { describeFilters } from './describe-filter.ts';
import { asObject, type JsonSchema, jsonSchemaOf, parameterSchema } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';
import { orderText, type ParameterText, parameterTexts } from './parameter-texts.ts';

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** null: nobody wrote what it means. */
  readonly text: string | null;
  /** One of its table's filters, which mean the same in list, file and preview. */
  readonly isFilter: boolean;
}

type PlainEndpoint = Pick<OpenEndpoint, 'name' | 'row' | 'definition'>;

export function describeParameters(endpoint: PlainEndpoint): readonly Parameter[] {
  const { params, query } = endpoint.row;
  return [...partOf(endpoint, 'path', params), ...partOf(endpoint, 'query', query)];
}

function partOf(endpoint: PlainEndpoint, place: Parameter['place'], part: EndpointDefinition['query']): Parameter[] {
  if (part === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(part, 'input');
  const filters = endpoint.definition === null ? [] : describeFilters(endpoint.definition);
  return Object.entries(properties).map(([name, value]) => {
    const isRequired = place === 'path' || required.includes(name);
    const filter = filters.find((candidate) => candidate.name === name);
    if (filter !== undefined) return { ...filter, place, isRequired, isFilter: true };
    const schema = parameterSchema(asObject(value));
    const { description, ...plain } = schema;
    const written = textOf(endpoint, name);
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

function textOf({ name: row, definition }: PlainEndpoint, name: string): ParameterText | null {
  const ofOrder = definition === null ? null : orderText(definition, name);
  return ofOrder ?? parameterTexts[`${row}.${name}`] ?? parameterTexts[name] ?? null;
}
