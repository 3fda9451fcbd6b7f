/** Checks a mailed code. React runs effects twice in development and people reload: one code is one request at a time. */
import { ApiError } from './api-client/api-error.ts';

export type CodeOutcome =
  | { readonly isAccepted: true }
  /** `isFinal`: the code itself was refused, so that a retry would fail in the same way. */
  | { readonly isAccepted: false; readonly isFinal: boolean; readonly reason: string };
/** The statuses of a malformed, an incorrect and an expired code. */
const FINAL_STATUSES: readonly number[] = [400, 403, 409];

export type CodeCheck = (code: string) => Promise<CodeOutcome>;

/** @param request tells the server the code; fails with an ApiError when it is refused */
export function createCodeCheck(request: (code: string) => Promise<unknown>): CodeCheck {
  const underWay = new Map<string, Promise<CodeOutcome>>();
  return (code) => {
    const running = underWay.get(code);
    if (running !== undefined) return running;
    const started = outcomeOf(request(code)).finally(() => underWay.delete(code));
    underWay.set(code, started);
    return started;
  };
}

async function outcomeOf(answered: Promise<unknown>): Promise<CodeOutcome> {
  try {
    await answered;
    return { isAccepted: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { isAccepted: false, isFinal: FINAL_STATUSES.includes(error.status), reason: reasonFor(error) };
  }
}

function reasonFor(error: ApiError): string {
  if (error.status === 409) return 'Expired verification code';
  if (error.status === 403) return 'Incorrect verification code';
  return error.message;
}
