/** Creates and removes accounts without mail, for the sample account. */
import type { Platform } from '../../../platform.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import { createPasswords } from '../sign-in/passwords.ts';

const DAY = 24 * 3600 * 1000;

interface Credentials {
  /** Lower-cased. */
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a verified account that has finished the collector's onboarding. An existing one keeps its data and
 * gets the given password.
 * @returns the account's id
 */
export async function ensureVerifiedAccount(
  { config, database, now, hashParameters }: Platform,
  { email, password }: Credentials,
): Promise<number> {
  const repository = createAccountsRepository(database);
  const passwords = createPasswords(hashParameters);
  const known = await repository.findByEmail(email);
  if (known !== null && (await passwords.matches(known.passwordHash, password))) return known.id;
  const hash = await passwords.hash(password);
  const { id } = await repository.addOrFind(email, hash, now());
  if (known !== null) await repository.replaceHash(id, known.passwordHash, hash);
  const time = now();
  await repository.markVerified(id, time, new Date(time.getTime() + config.trial.days * DAY));
  await repository.markLinkedInOnboarded(id);
  return id;
}

/** Removes the account and everything it owns; a missing one is not an error. */
export async function removeAccount({ database }: Platform, email: string): Promise<void> {
  await createAccountsRepository(database).remove(email);
}
