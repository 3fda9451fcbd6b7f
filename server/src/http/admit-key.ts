/** Decides whether a call with an API key is accepted. The keys module implements it, and authentication calls it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyCaller } from './route.ts';

interface Admission {
  readonly caller: KeyCaller;
  /** What the account may do. The key of an unverified account is not accepted. */
  readonly standing: { readonly isVerified: true; readonly isTrialRunning: boolean; readonly isSubscribed: boolean };
}

/** @throws {AppError} AUTH.KEY_INVALID, RATE.LIMITED */
export type AdmitKey = (request: FastifyRequest, reply: FastifyReply, text: string) => Promise<Admission>;
