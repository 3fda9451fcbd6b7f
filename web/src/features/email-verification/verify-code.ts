/** Checks a mailed code. React runs effects twice in development and people reload: one code is one request at a time. */
import { verify } from '@leadloom/shared/contract/accounts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';

export type VerificationOutcome = { readonly isVerified: true } | { readonly isVerified: false; readonly reason: string };

const underWay = new Map<string, Promise<VerificationOutcome>>();

export function verifyCode(code: string): Promise<VerificationOutcome> {
  const running = underWay.get(code);
  if (running !== undefined) return running;
  const started = requestVerification(code).finally(() => underWay.delete(code));
  underWay.set(code, started);
  return started;
}

async function requestVerification(code: string): Promise<VerificationOutcome> {
  try {
    await call(verify, { params: { verification_code: code } });
    return { isVerified: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { isVerified: false, reason: reasonFor(error) };
  }
}

function reasonFor(error: ApiError): string {
  if (error.status === 409) return 'Expired verification code';
  if (error.status === 403) return 'Incorrect verification code';
  return error.message;
}
