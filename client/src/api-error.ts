/** What a call may end with instead of an answer. */
import type { ErrorCode, Problem } from './types/answers.ts';

/** The server refused a call, or failed at it. `message` is its own sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Of HTTP. */
  readonly status: number;
  /** What happened, for programs. `UNKNOWN` where something on the way answered in the server's place. */
  readonly code: ErrorCode;
  /** Limits that are reached, by their names in `RateLimit-Policy`; `exports` or `previews`: too many at once. */
  readonly violatedPolicies: readonly string[];
  /** Seconds after which the same call may succeed; null: the server did not say. */
  readonly retryAfter: number | null;
  /** Names the answer in the server's log. */
  readonly requestId: string | null;
  /** All the server told; null where it was no problem+json. */
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

/** No answer came, or it broke off. `cause` says why. */
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
