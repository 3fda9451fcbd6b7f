/** The only error that services throw. The error plugin turns its code into a status. */
import { type ErrorCode, errorDefinitions, type Problem } from '@leadloom/shared/contract/errors';

interface AppErrorOptions {
  /** A sentence for the user, instead of the code's own. */
  readonly message?: string;
  /** The detail of the problem; the message if absent, unless that is the default of the code. */
  readonly detail?: string;
  readonly cause?: unknown;
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  readonly errors?: Problem['errors'];
  /** Which limits of the data API are used up. */
  readonly violatedPolicies?: readonly string[];
  /** The stored object that a change would have overwritten. */
  readonly current?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: Problem['errors'];
  readonly violatedPolicies: readonly string[] | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorDefinitions[code].text, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.errors = options.errors;
    this.violatedPolicies = options.violatedPolicies;
    this.current = options.current;
  }
}
