/** The body of every error: RFC 9457 problem+json with `msg` and `message`, so that one body serves every client. */
import { errorRows, type Problem } from '@leadloom/shared/contract/errors';
import type { AppError } from './app-error.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export function toProblem(error: AppError, requestId: string): Problem {
  const { status, text } = errorRows[error.code];
  return {
    type: `urn:leadloom:error:${error.code.toLowerCase().replace('.', ':')}`,
    title: text,
    status,
    code: error.code,
    request_id: requestId,
    msg: error.message,
    message: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}
