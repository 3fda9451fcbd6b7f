/** An open endpoint in words, for the article. Pure. */
import { type EndpointDefinition, needsPlan } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import { describeAnswer } from '@leadloom/shared/reference/describe-answer';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import type { ApiExample } from '@leadloom/shared/reference/examples/example';
import { exampleFor } from '@leadloom/shared/reference/examples/examples';
import type { OpenEndpoint } from '@leadloom/shared/reference/open-endpoints';
import { type DescribedField, describeField, describeFields } from './describe-schema.ts';

export interface DescribedEndpoint {
  readonly name: string;
  readonly method: EndpointDefinition['method'];
  readonly path: string;
  readonly summary: string;
  /** Whether a success takes one request of the month. */
  readonly isCounted: boolean;
  readonly needsSubscription: boolean;
  /** Without the filters of its table, which are told apart. */
  readonly parameters: readonly DescribedField[];
  readonly takesFilters: boolean;
  readonly answer: readonly DescribedField[];
  /** Of an answer without fields of its own. */
  readonly answerText: string | null;
  /** What is answered where that is no JSON; null: JSON, or nothing. */
  readonly download: string | null;
  /** Beyond those every call may meet. */
  readonly errors: readonly { readonly code: ErrorCode; readonly status: number; readonly text: string }[];
  readonly example: ApiExample | null;
}

/** A row is told by the table's columns, so it is named and not spread out again. */
const asRow = { title: 'row' } as const;

export function describeEndpoint(endpoint: OpenEndpoint, origin: string): DescribedEndpoint {
  const { name, endpoint: row, definition } = endpoint;
  const { method, path, summary, success } = row;
  const parameters = describeParameters(endpoint);
  const answer = describeAnswer(endpoint, () => asRow);
  return {
    name,
    method,
    path,
    summary,
    isCounted: row.apiKey === 'counted',
    needsSubscription: needsPlan(row),
    parameters: parameters
      .filter(({ isFilter }) => !isFilter)
      .map((parameter) => describeField(parameter.name, parameter.schema, parameter.isRequired, parameter.text)),
    takesFilters: definition !== null && parameters.some(({ isFilter }) => isFilter),
    answer: answer === null ? [] : describeFields(answer),
    answerText: answer?.description ?? null,
    download: success.kind === 'csv' || success.kind === 'file' ? success.fileName : null,
    errors: row.errors.map((code) => ({ code, ...errorDefinitions[code] })),
    example: exampleFor(endpoint, origin),
  };
}
