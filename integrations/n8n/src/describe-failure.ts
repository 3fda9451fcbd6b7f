/** A failed call in the words of n8n's errors. Pure. */
import type { ApiError, ConnectionError } from '../../../client/src/api-error.ts';

export interface Failure {
  /** The sentence of the server. */
  readonly message: string;
  /** What is wrong with each parameter, the code, and the id of the response in the server's log. */
  readonly description: string;
  /** For programs. */
  readonly code: string;
  /** Absent where no answer arrived. */
  readonly httpCode?: string;
}

export function describeFailure(error: ApiError | ConnectionError): Failure {
  const { message } = error;
  if (error.name === 'ConnectionError') {
    const { cause } = error;
    return { message, description: cause instanceof Error ? cause.message : 'No answer arrived.', code: 'UNREACHABLE' };
  }
  const { problem, code, status, requestId, retryAfter } = error;
  const parts = [
    ...(problem?.errors ?? []).map(({ parameter, pointer, detail }) => [parameter ?? pointer, detail].filter(Boolean).join(': ')),
    ...(retryAfter === null ? [] : [`Wait ${retryAfter} seconds.`]),
    requestId === null ? code : `${code}, request ${requestId}`,
  ];
  return { message, description: parts.join('\n'), code, httpCode: String(status) };
}
