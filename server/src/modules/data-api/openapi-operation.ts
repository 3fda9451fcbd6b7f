/** One open endpoint as an operation of the OpenAPI document. */

import { exportHeaders } from '@leadloom/shared/contract/api-headers';
import { hasEntityTag, needsPlan } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import { mediaTypes } from '@leadloom/shared/domain/file-format';
import { type CommonError, commonErrors } from '@leadloom/shared/reference/common-errors';
import { describeAnswer, operationOf } from '@leadloom/shared/reference/describe-answer';
import { describeBody } from '@leadloom/shared/reference/describe-body';
import { describeParameters, type Parameter } from '@leadloom/shared/reference/describe-parameters';
import { type ExampleLanguage, exampleLanguages, languageLabels } from '@leadloom/shared/reference/examples/example';
import { exampleFor } from '@leadloom/shared/reference/examples/examples';
import type { EndpointGroup, OpenEndpoint } from '@leadloom/shared/reference/open-endpoints';
import {
  filterReference,
  headerReference,
  limitHeaderNames,
  problemReference,
  queryParameter,
  rowReference,
} from './openapi-components.ts';

export const groupTags = {
  tables: { name: 'Data tables', description: 'Rows, files and values of the tables.' },
  match: { name: 'Matching', description: 'Rows of a table for the lines of a list.' },
  lookups: { name: 'Lookups', description: 'Suggestions for filters that take values from a table.' },
  own: { name: 'Own data', description: 'What the account itself collected and found.' },
  marks: { name: 'Lists, tags and notes', description: 'What the account keeps about rows.' },
  views: { name: 'Views and alerts', description: 'Saved filters, and what tells of rows that match them.' },
  connections: { name: 'Webhooks and scheduled exports', description: 'What sends data to other programs.' },
  service: { name: 'The API itself', description: 'Usage, and deleted rows.' },
} as const satisfies Record<EndpointGroup, { readonly name: string; readonly description: string }>;

const DOWNLOAD = { type: 'string', format: 'binary' } as const;
const sampleLanguages: Readonly<Record<ExampleLanguage, string>> = { curl: 'Shell', typescript: 'TypeScript', python: 'Python' };

/** @param origin of the server, as its examples name it */
export function openApiOperation(endpoint: OpenEndpoint, origin: string) {
  const { name, endpoint: row, group } = endpoint;
  const example = exampleFor(endpoint, origin);
  return {
    operationId: operationId(endpoint),
    summary: row.summary,
    description: chargeText(endpoint),
    tags: [groupTags[group].name],
    parameters: [
      ...describeParameters(endpoint).map((parameter) => operationParameter(endpoint, parameter)),
      ...(hasEntityTag(endpoint.endpoint) ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
    ],
    ...requestBody(endpoint),
    responses: { [row.success.status]: successResponse(endpoint), ...unchangedResponse(endpoint), ...errorResponses(endpoint) },
    ...(example === null
      ? {}
      : {
          'x-codeSamples': exampleLanguages.map((language) => ({
            lang: sampleLanguages[language],
            label: languageLabels[language],
            source: example.code[language],
          })),
        }),
    'x-row': name,
  };
}

/** `listCompanies` for `companies.list`; an endpoint that serves no table keeps its own name. */
function operationId({ name, definition }: OpenEndpoint): string {
  if (definition === null) return name;
  return operationOf(name) + definition.title.replaceAll(' ', '');
}

function chargeText({ endpoint: row }: OpenEndpoint): string {
  const per = row.rowsPerRequest === undefined ? '' : ` for each ${row.rowsPerRequest} rows begun`;
  const charge =
    row.apiKey === 'counted' ? `Each success counts as one request of the month${per}.` : 'Free: it counts as no request.';
  const plan = needsPlan(row) ? ' Needs a running trial or a subscription.' : '';
  return row.keyRight === 'write' ? `${charge}${plan} Needs a live key that may write.` : `${charge}${plan}`;
}

function requestBody(endpoint: OpenEndpoint) {
  const schema = describeBody(endpoint);
  return schema === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function operationParameter({ definition }: OpenEndpoint, parameter: Parameter) {
  const { name, place, isRequired, schema, text, isFilter } = parameter;
  if (isFilter && definition !== null) return filterReference(definition, name);
  const described = queryParameter(name, schema, text);
  return isRequired ? { ...described, in: place, required: true } : described;
}

function successResponse(endpoint: OpenEndpoint) {
  const { endpoint: row, name } = endpoint;
  const { success } = row;
  const schema = describeAnswer(endpoint, rowReference);
  const own = [...(hasEntityTag(endpoint.endpoint) ? ['ETag'] : []), ...(headersOf[operationOf(name)] ?? []), 'X-Sandbox'];
  const types =
    success.kind === 'csv' ? Object.values(mediaTypes) : [success.kind === 'file' ? success.contentType : 'application/json'];
  return {
    description: success.kind === 'csv' || success.kind === 'file' ? `A file, ${success.fileName}` : 'Success',
    headers: headers([...limitHeaderNames, ...own]),
    ...(success.kind === 'empty'
      ? {}
      : { content: Object.fromEntries(types.map((type) => [type, { schema: schema ?? DOWNLOAD }])) }),
  };
}

/** Headers of an operation's successful responses in addition to the common ones. */
const headersOf: Readonly<Record<string, readonly string[]>> = {
  list: ['Link'],
  listProfiles: ['Link'],
  export: exportHeaders.flatMap(({ names }) => names),
};

function unchangedResponse(endpoint: OpenEndpoint) {
  if (!hasEntityTag(endpoint.endpoint)) return {};
  return { 304: { description: 'Nothing has changed; not counted', headers: headers([...limitHeaderNames, 'ETag']) } };
}

/** Error responses by status, each with its error codes. */
function errorResponses({ endpoint: row }: OpenEndpoint) {
  const own = row.errors.map((code) => ({ code, text: errorDefinitions[code].text }));
  const common = commonErrors.filter((error) => !row.errors.includes(error.code) && meets(row, error));
  const byStatus = Map.groupBy([...common, ...own], ({ code }) => errorDefinitions[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => [
      status,
      {
        description: errors.map(({ code, text }) => `\`${code}\`: ${text}`).join('\n\n'),
        headers: headers(errorHeaders(status)),
        content: { 'application/problem+json': { schema: problemReference } },
      },
    ]),
  );
}

function meets(row: OpenEndpoint['endpoint'], { isOf }: CommonError): boolean {
  if (isOf === undefined) return true;
  if (isOf === 'write') return row.keyRight === 'write';
  return (isOf === 'counted' && row.apiKey === 'counted') || (isOf === 'plan' && needsPlan(row));
}

/** An unknown key has no limits to report. */
function errorHeaders(status: (typeof errorDefinitions)[ErrorCode]['status']): readonly string[] {
  if (status === 401) return ['X-Request-ID'];
  return status === 429 || status === 503 ? [...limitHeaderNames, 'Retry-After'] : limitHeaderNames;
}

function headers(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}
