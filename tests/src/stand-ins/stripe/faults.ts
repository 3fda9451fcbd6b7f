/** Failures on demand, in the API's own form. */
import type { FaultRule } from '../fault-book.ts';

export const faultKinds = ['card declined', 'refused', 'server error', 'rate limited', 'bad key', 'silence'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Failure {
  readonly status: number;
  readonly error: { readonly type: string; readonly code?: string; readonly message: string };
}

/** `silence` never answers. */
export const failures: Readonly<Record<Exclude<FaultKind, 'silence'>, Failure>> = {
  'card declined': { status: 402, error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
  refused: {
    status: 400,
    error: { type: 'invalid_request_error', message: 'This customer has no active currency for this price.' },
  },
  'server error': { status: 500, error: { type: 'api_error', message: 'An unexpected error occurred.' } },
  'rate limited': { status: 429, error: { type: 'rate_limit_error', message: 'Too many requests hit the API too quickly.' } },
  'bad key': {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****ented' },
  },
};

export function missing(kind: string, id: string): Failure {
  return { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` } };
}

export function refused(message: string, code?: string): Failure {
  return { status: 400, error: { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) } };
}

export interface StripeFault extends FaultRule {
  readonly kind: FaultKind;
}
