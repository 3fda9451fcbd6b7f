/** The body of every error: RFC 9457 problem+json with `msg`, `message` and `error`, so that one body serves every client. */
import { errorDefinitions, type Problem } from '@leadloom/shared/contract/errors';
import type { AppError } from './app-error.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** Registered by draft-ietf-httpapi-ratelimit-headers for bodies that name `violated-policies`. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

export function toProblem(error: AppError, requestId: string): Problem {
  const { status, text } = errorDefinitions[error.code];
  const { violatedPolicies, current, detail = error.message === text ? undefined : error.message } = error;
  return {
    type: violatedPolicies === undefined ? `urn:leadloom:error:${error.code.toLowerCase().replace('.', ':')}` : QUOTA_EXCEEDED,
    title: text,
    status,
    code: error.code,
    request_id: requestId,
    msg: error.message,
    message: error.message,
    error: error.message,
    ...(detail === undefined ? {} : { detail }),
    ...(violatedPolicies === undefined ? {} : { 'violated-policies': [...violatedPolicies] }),
    ...(current === undefined ? {} : { current }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}
