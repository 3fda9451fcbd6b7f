/** The errors of a call. */
import type { ErrorCode, Problem } from './types/answers.ts';

/** The server refused a call or failed. `message` is the server's text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code, for programs. `UNKNOWN` if a proxy answered instead of the server. */
  readonly code: ErrorCode;
  /** The exceeded limits, by their names in `RateLimit-Policy`; `exports` or `previews`: too many at once. */
  readonly violatedPolicies: readonly string[];
  /** Seconds after which the same call may succeed; null: the server did not say. */
  readonly retryAfter: number | null;
  /** Identifies the response in the server's log. */
  readonly requestId: string | null;
  /** The whole problem document; null if the response was not problem+json. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null, retryAfter: number | null) {
    super(problem?.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = problem?.code ?? 'UNKNOWN';
    this.violatedPolicies = problem?.['violated-policies'] ?? [];
    this.retryAfter = retryAfter;
    this.requestId = problem?.request_id ?? null;
    this.problem = problem;
  }
}

/** No response arrived, or it was incomplete. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
  }
}

export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiError(response.status, isProblem(body) ? body : null, readRetryAfter(response.headers));
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && isText(body, 'code') && isText(body, 'message') && isText(body, 'request_id')
  );
}

function isText(body: object, name: string): boolean {
  return typeof Object.getOwnPropertyDescriptor(body, name)?.value === 'string';
}

/** Seconds; the server writes no dates. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
