/**
 * Lines of the log about who signed in or proved to be the owner, by what, and who was refused and why. They name accounts by
 * their numbers. No email, password or code is in them.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import type { ShownFactor } from '../two-factor/two-factor.service.ts';

type Way = 'password' | 'passkey' | 'provider';

const words = {
  'sign-in': { done: 'signed in', refused: 'sign-in refused' },
  proof: { done: 'proved', refused: 'proof refused' },
} as const;

/** What is known about an attempt so far. A service fills it in, so that a refusal can name the account as well. */
export interface SignInTrace {
  /** null: unknown, or there is no account. */
  accountId: number | null;
  factor: ShownFactor;
}

/** @param work fills in the trace @throws whatever the work throws */
export async function logged<Result>(
  { log, ip }: FastifyRequest,
  { what, by, accountId = null }: { readonly what: keyof typeof words; readonly by: Way; readonly accountId?: number | null },
  work: (trace: SignInTrace) => Promise<Result>,
): Promise<Result> {
  const trace: SignInTrace = { accountId, factor: 'none' };
  const attempt = () => ({ account: trace.accountId, by, address: ip });
  try {
    const result = await work(trace);
    log.info({ ...attempt(), factor: trace.factor }, words[what].done);
    return result;
  } catch (error) {
    if (error instanceof AppError) log.info({ ...attempt(), problem: error.code }, words[what].refused);
    throw error;
  }
}
