/**
 * Confirmations: what an agent may do once it calls a tool again with the token of the preview. A confirmation is good for ten
 * minutes, once, for the key that got it, and for exactly the tool, the arguments and the rows of the preview. Only hashes of
 * the token and of these are stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import type { KeyHolder } from '../keys/keys.service.ts';
import * as repository from './confirmations.repository.ts';

const CONFIRMATION_MILLISECONDS = 10 * 60_000;
/** Confirmations that one key can have at once; further ones replace the oldest. */
export const MAX_CONFIRMATIONS = 100;
const TOKEN_BYTES = 24;

/** What is to be done: the name of the tool, its arguments, and the rows or objects that they mean now. */
export type MeantAction = readonly [tool: string, input: unknown, meant: unknown];

export interface Confirmations {
  /** @returns the token */
  readonly give: (action: MeantAction) => Promise<string>;
  /** Refuses a token that the key does not have, before anything is read for it. @throws {AppError} AGENT.CONFIRM_INVALID */
  readonly require: (token: string) => Promise<void>;
  /** Uses the token up. @throws {AppError} AGENT.CONFIRM_INVALID */
  readonly take: (token: string, action: MeantAction) => Promise<void>;
}

export function createConfirmations(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  { keyId, membership: { workspaceId } }: Pick<KeyHolder, 'keyId' | 'membership'>,
): Confirmations {
  return {
    give: async (action) => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = new Date(now().getTime() + CONFIRMATION_MILLISECONDS);
      const confirmation = { tokenHash: hashOf(token), workspaceId, keyId, digest: digestOf(action), expiresAt };
      await repository.addConfirmation(database, confirmation, MAX_CONFIRMATIONS);
      return token;
    },
    require: async (token) => {
      const isKnown = await repository.hasConfirmation(database, { tokenHash: hashOf(token), keyId }, now());
      if (!isKnown) throw new AppError('AGENT.CONFIRM_INVALID');
    },
    take: async (token, action) => {
      const wanted = { tokenHash: hashOf(token), keyId, digest: digestOf(action) };
      if (!(await repository.takeConfirmation(database, wanted, now()))) throw new AppError('AGENT.CONFIRM_INVALID');
    },
  };
}

export function forgetExpiredConfirmations({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  return repository.deleteExpiredConfirmations(database, now());
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The order in which an agent writes its arguments means nothing. */
function digestOf(action: MeantAction): Buffer {
  return hashOf(JSON.stringify(action, (_, value: unknown) => (isObject(value) ? sorted(value) : value)));
}

function sorted(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
