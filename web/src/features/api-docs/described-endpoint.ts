/** An endpoint open to keys, as the article describes it. Pure. */
import { type EndpointDefinition, needsPlan } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import { describeAnswer } from '@leadloom/shared/reference/describe-answer';
import { describeBody } from '@leadloom/shared/reference/describe-body';
import { describeParameters } from '@leadloom/shared/reference/describe-parameters';
import { exampleTitle } from '@leadloom/shared/reference/examples/example-titles';
import type { OpenEndpoint } from '@leadloom/shared/reference/open-endpoints';
import { type DescribedField, describeField, describeFields } from './describe-schema.ts';

export interface DescribedEndpoint {
  readonly name: string;
  readonly method: EndpointDefinition['method'];
  readonly path: string;
  readonly summary: string;
  /** Whether a successful call uses up one request of the month. */
  readonly isCounted: boolean;
  /** One request is counted for each so many rows sent; null: one for the call. */
  readonly rowsPerRequest: number | null;
  readonly needsSubscription: boolean;
  /** Whether only keys that may write can call it. */
  readonly needsWriting: boolean;
  /** The parameters without the filters of its table, which are described separately. */
  readonly parameters: readonly DescribedField[];
  readonly takesFilters: boolean;
  /** The fields of the JSON sent; empty if none is. */
  readonly body: readonly DescribedField[];
  readonly answer: readonly DescribedField[];
  /** The description of a response without fields. */
  readonly answerText: string | null;
  /** The type of a response that is not JSON; null: JSON, or none. */
  readonly download: string | null;
  /** The errors in addition to those that every call may get. */
  readonly errors: readonly { readonly code: ErrorCode; readonly status: number; readonly text: string }[];
  /** null: there is none. */
  readonly example: DescribedExample | null;
}

export interface DescribedExample {
  readonly title: string;
  /** Finds its programs. */
  readonly of: Pick<OpenEndpoint, 'name' | 'definition'>;
}

/** The table's columns describe a row, so it is named and not listed again. */
const asRow = { title: 'row' } as const;

export function describeEndpoint(endpoint: OpenEndpoint): DescribedEndpoint {
  const { name, endpoint: row, definition } = endpoint;
  const { method, path, summary, success } = row;
  const parameters = describeParameters(endpoint);
  const body = describeBody(endpoint);
  const title = exampleTitle(endpoint);
  const answer = describeAnswer(endpoint, () => asRow);
  return {
    name,
    method,
    path,
    summary,
    isCounted: row.apiKey === 'counted',
    rowsPerRequest: row.rowsPerRequest ?? null,
    needsSubscription: needsPlan(row),
    needsWriting: row.keyRight === 'write',
    parameters: parameters
      .filter(({ isFilter }) => !isFilter)
      .map((parameter) => describeField(parameter.name, parameter.schema, parameter.isRequired, parameter.text)),
    takesFilters: definition !== null && parameters.some(({ isFilter }) => isFilter),
    body: body === null ? [] : describeFields(body),
    answer: answer === null ? [] : describeFields(answer),
    answerText: answer?.description ?? null,
    download: success.kind === 'csv' || success.kind === 'file' ? success.fileName : null,
    errors: row.errors.map((code) => ({ code, ...errorDefinitions[code] })),
    example: title === null ? null : { title, of: { name, definition } },
  };
}
