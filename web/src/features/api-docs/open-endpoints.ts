/** The endpoints an API key opens, read from the contract, so that the article names a new one by itself. */
import type { EndpointRow } from '@leadloom/shared/contract/endpoint';
import { type ErrorCode, errorRows } from '@leadloom/shared/contract/errors';
import { endpointRows } from '@leadloom/shared/contract/rows';
import { type DescribedField, describeFields } from './describe-schema.ts';

export interface OpenEndpoint {
  readonly name: string;
  readonly method: EndpointRow['method'];
  readonly path: string;
  readonly summary: string;
  /** Whether a success takes one request of the month. */
  readonly isCounted: boolean;
  readonly needsSubscription: boolean;
  readonly parameters: readonly DescribedField[];
  readonly answer: readonly DescribedField[];
  /** What is answered where that is no JSON; null: JSON, or nothing. */
  readonly download: string | null;
  /** Beyond those every call may meet. */
  readonly errors: readonly { readonly code: ErrorCode; readonly status: number; readonly text: string }[];
}

/** @param rows all of the contract where absent */
export function openEndpoints(rows: Readonly<Record<string, EndpointRow>> = endpointRows): readonly OpenEndpoint[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.apiKey === undefined ? [] : [describeEndpoint(name, row)]));
}

function describeEndpoint(name: string, row: EndpointRow): OpenEndpoint {
  const { method, path, summary, success } = row;
  return {
    name,
    method,
    path,
    summary,
    isCounted: row.apiKey === 'counted',
    needsSubscription: row.access === 'subscribed',
    parameters: [row.params, row.query, row.body].flatMap((part) => (part === undefined ? [] : describeFields(part, 'input'))),
    answer: success.kind === 'json' ? describeFields(success.body, 'output') : [],
    download: success.kind === 'csv' || success.kind === 'file' ? success.fileName : null,
    errors: row.errors.map((code) => ({ code, ...errorRows[code] })),
  };
}
