/**
 * Assigns a code to every thrown value: our own errors keep theirs; errors of the framework, of PostgreSQL and of the system
 * are recognised by their codes; everything else is internal. Temporary failures are 503, so that clients try again.
 */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { AppError } from './app-error.ts';

const RETRY_AFTER_SECONDS = 5;

const codeRows: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'REQUEST.TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'REQUEST.UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'REQUEST.INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'REQUEST.MALFORMED_JSON',
  // PostgreSQL's codes for a text with NUL, and for JSON with an invalid escape.
  '22021': 'REQUEST.INVALID',
  '22P05': 'REQUEST.INVALID',
  // A statement that reached its time limit, a lock that was not granted in time, a conflict with a concurrent transaction.
  '57014': 'SERVER.BUSY',
  '55P03': 'SERVER.BUSY',
  '40001': 'SERVER.BUSY',
  '40P01': 'SERVER.BUSY',
  '25006': 'SERVER.UNAVAILABLE',
  ENOSPC: 'SERVER.UNAVAILABLE',
  EROFS: 'SERVER.UNAVAILABLE',
  EMFILE: 'SERVER.UNAVAILABLE',
  ENFILE: 'SERVER.UNAVAILABLE',
};

/** @param isPersonal whether the call is in a personal workspace, which ends with its account, or in none */
export function classifyError(thrown: unknown, isPersonal = true): AppError {
  if (thrown instanceof AppError) return withRetry(thrown);
  for (const error of causes(thrown)) {
    if (error instanceof AppError) return withRetry(error);
    const code = codeOf(error);
    const known = codeRows[code] ?? passingCodeOf(error, code, isPersonal);
    if (known !== undefined) return withRetry(new AppError(known, { cause: thrown }));
  }
  const status =
    thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
  return new AppError(status >= 400 && status < 500 ? 'REQUEST.INVALID' : 'SERVER.INTERNAL', { cause: thrown });
}

/** The error and what caused it, outermost first: the query builder wraps the driver's errors. */
export function causes(thrown: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = thrown; error instanceof Error && chain.length < 8; error = error.cause) chain.push(error);
  return chain;
}

export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Errors caused by concurrent changes that no code identifies. */
function passingCodeOf(error: Error, code: string, isPersonal: boolean): ErrorCode | undefined {
  if (isReferenceTo('accounts', error, code)) return 'AUTH.SESSION_EXPIRED';
  if (isReferenceTo('workspaces', error, code)) return isPersonal ? 'AUTH.SESSION_EXPIRED' : 'WORKSPACE.NOT_FOUND';
  return isDatabaseAway(error, code) ? 'SERVER.UNAVAILABLE' : undefined;
}

/** A row refers to an account or a workspace that was deleted in the meantime. Every other broken reference is a bug. */
function isReferenceTo(table: 'accounts' | 'workspaces', error: Error, code: string): boolean {
  const constraint = code === '23503' && 'constraint' in error ? String(error.constraint) : '';
  return new RegExp(`_(?:account_id|workspace_id|created_by|operator_id)_${table}_id_fk$`).test(constraint);
}

/** Connections that fail, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
function isDatabaseAway(error: Error, code: string): boolean {
  // It depends on whether the error message or the end of the socket arrives first which of these a broken connection
  // reports.
  if (/^(08|53|57P)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return true;
  // A stopped server has no socket file.
  if ('syscall' in error && error.syscall === 'connect') return true;
  // The driver gives these no code.
  return /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout exceeded when trying to connect|timeout expired)/.test(
    error.message,
  );
}

function withRetry(error: AppError): AppError {
  if (error.retryAfterSeconds !== undefined || !error.code.startsWith('SERVER.') || error.code === 'SERVER.INTERNAL')
    return error;
  return new AppError(error.code, { message: error.message, cause: error.cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
