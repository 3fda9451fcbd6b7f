/**
 * The one error of failed calls. Reads error bodies of any kind: problem+json, the same inside a Blob, an HTML
 * page of a proxy, or nothing because the server was not reached.
 */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import * as z from 'zod/mini';

/** Failures that never reached a handler, or whose response could not be read. */
export type ClientErrorCode = 'CLIENT.NETWORK' | 'CLIENT.ABORTED' | 'CLIENT.UNREADABLE';

/** Codes of the contract, our own, and whatever a newer server may send. */
export type ApiErrorCode = ErrorCode | ClientErrorCode | (string & {});

interface ApiErrorParts {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly msg?: string | null;
  readonly message?: string;
  readonly current?: unknown;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The server's own message, or null if it sent none. `message` is never empty. */
  readonly msg: string | null;
  /** What the server keeps instead of what it refused, unread; undefined: it did not say. */
  readonly current: unknown;

  constructor({ status, code, msg = null, message, current, cause }: ApiErrorParts) {
    super(msg ?? message ?? sentenceForStatus(status), { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.current = current;
  }
}

const problemBody = z.object({
  code: z.optional(z.string()),
  msg: z.optional(z.string()),
  message: z.optional(z.string()),
  /** Other servers put an object here, which says nothing to people. */
  error: z.optional(z.unknown()),
  current: z.optional(z.unknown()),
});

/** An answer outside 2xx. `body` is what arrived: text, or a Blob where a file was asked for. */
export async function errorFromAnswer(status: number, body: unknown): Promise<ApiError> {
  const parsed = problemBody.safeParse(parseJson(await bodyText(body)));
  if (!parsed.success) return new ApiError({ status, code: 'CLIENT.UNREADABLE' });
  const { code = 'CLIENT.UNREADABLE', msg, message, error, current } = parsed.data;
  return new ApiError({ status, code, msg: sentence(msg) ?? sentence(message) ?? sentence(error), current });
}

export function networkError(cause: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'CLIENT.NETWORK',
    message: 'The server cannot be reached. Check your connection and try again.',
    cause,
  });
}

export function abortedError(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'CLIENT.ABORTED', message: 'The request was cancelled.', cause });
}

/** A 2xx answer that is not what the endpoint promises, such as the sign-in page of a proxy. */
export function unreadableError(status: number, cause?: unknown): ApiError {
  return new ApiError({
    status,
    code: 'CLIENT.UNREADABLE',
    message: 'The server sent a response that could not be read.',
    cause,
  });
}

/** JSON's value, or undefined for anything that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bodyText(body: unknown): Promise<string> {
  if (typeof body === 'string') return body;
  if (!(body instanceof Blob)) return '';
  try {
    return await body.text();
  } catch {
    return '';
  }
}

function sentence(text: unknown): string | null {
  return typeof text !== 'string' || text.trim() === '' ? null : text;
}

function sentenceForStatus(status: number): string {
  if (status >= 500) return 'The service is not available right now. Please try again in a moment.';
  return `The request failed with status ${status}.`;
}
