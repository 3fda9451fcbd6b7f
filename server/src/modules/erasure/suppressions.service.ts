/** Asks the suppression list. Everything that could bring a person back asks here or in `hold-back.service.ts`. */
import { createHmac } from 'node:crypto';
import type { SecretRing } from '../../crypto/secret-ring.ts';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { type PersonFacts, personKeys } from './person/person-keys.ts';
import { openSuppressionKey } from './suppression-key.service.ts';
import { countSuppressions, findSuppressed, lockListShared, readSuppressions } from './suppressions.repository.ts';

export type { PersonFacts } from './person/person-keys.ts';

/** @param text with its kind, as `person-keys.ts` writes it */
export function hashKey(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The list in memory, for many rows. */
export interface SuppressionList {
  readonly size: number;
  readonly holds: (facts: PersonFacts) => boolean;
}

const EMPTY: SuppressionList = { size: 0, holds: () => false };

/**
 * @param key null: the caller has none @throws {Error} if the list is not empty then: rows must not be let through unchecked
 */
export async function loadSuppressionList(connection: Connection, key: Buffer | null): Promise<SuppressionList> {
  if ((await countSuppressions(connection)) === 0) return EMPTY;
  if (key === null) throw new Error('there is a suppression list, and no key to ask it');
  const hashes = new Set<string>();
  for await (const { hash } of readSuppressions(connection)) hashes.add(hash.toString('latin1'));
  return {
    size: hashes.size,
    holds: (facts) => personKeys(facts).some((text) => hashes.has(hashKey(key, text).toString('latin1'))),
  };
}

/** How writers of profiles and lists of an account ask, in their transaction. */
export interface SuppressionCheck {
  /** @returns for each of the people whether they are in the list, which stays as it is until the transaction ends */
  readonly ask: (transaction: Connection, people: readonly PersonFacts[]) => Promise<readonly boolean[]>;
}

export function createSuppressionCheck({ secrets }: { readonly secrets: SecretRing }): SuppressionCheck {
  return {
    ask: async (transaction, people) => {
      await lockListShared(transaction);
      if (people.length === 0 || (await countSuppressions(transaction)) === 0) return people.map(() => false);
      const key = await openSuppressionKey(transaction, secrets);
      const hashes = people.map((facts) => personKeys(facts).map((text) => hashKey(key, text)));
      const found = await findSuppressed(transaction, hashes.flat());
      return hashes.map((own) => own.some((hash) => found.has(hash.toString('hex'))));
    },
  };
}

/** @throws {AppError} PROFILE.SUPPRESSED */
export async function refuseSuppressed(
  platform: Pick<Platform, 'secrets'>,
  transaction: Connection,
  facts: PersonFacts,
): Promise<void> {
  const [isSuppressed] = await createSuppressionCheck(platform).ask(transaction, [facts]);
  if (isSuppressed === true) throw new AppError('PROFILE.SUPPRESSED');
}
