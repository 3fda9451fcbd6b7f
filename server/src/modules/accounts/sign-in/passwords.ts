/**
 * Password hashes: argon2id in PHC strings, so that parameters can be raised while old hashes can still be
 * read. An unknown account costs the same hash as a known one.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { HashParameters } from '../../../crypto/hash-parameters.ts';
import { createHashQueue, type QueueLimits } from './hash-queue.ts';

/** 46 MiB, one pass, one lane; argon2id is the library's default algorithm. */
export const HASH_PARAMETERS: HashParameters = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Hashes run on libuv's four threads, one of which stays free for files and name look-ups. */
const queueLimits: QueueLimits = { running: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 128 };

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(parameters: HashParameters = HASH_PARAMETERS, limits: QueueLimits = queueLimits) {
  const run = createHashQueue(limits);
  let dummyHash: Promise<string> | null = null;

  function hashOfNobody(): Promise<string> {
    dummyHash ??= hash(randomBytes(32), parameters);
    return dummyHash;
  }

  return {
    /**
     * @param knownAs see `hash-queue.ts`
     * @throws {AppError} SERVER.BUSY
     */
    hash: (password: string, knownAs: string | null = null): Promise<string> =>
      run(() => hash(canonical(password), parameters), knownAs),

    /**
     * Whether the password matches this hash; null stands for no account and takes the same time.
     * @param knownAs see `hash-queue.ts`
     * @throws {AppError} SERVER.BUSY
     */
    async matches(storedHash: string | null, password: string, knownAs: string | null = null): Promise<boolean> {
      const nobody = await hashOfNobody();
      const isMatch = await run(() => verify(storedHash ?? nobody, canonical(password)), knownAs);
      return isMatch && storedHash !== null;
    },

    /** Whether the hash was made with weaker parameters than the current ones. */
    isOutdated(storedHash: string): boolean {
      const { memoryCost, timeCost } = parseOptions(storedHash);
      return memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
    },
  };
}

/** The same password may arrive composed or decomposed, depending on the system. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
