/** Asks the suppression list. Everything that could bring a person back asks here or in `hold-back.service.ts`. */
import { createHmac } from 'node:crypto';
import type { SecretRing } from '../../crypto/secret-ring.ts';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { isKnownBy, lookupKeys, type PersonFacts } from './person/person-keys.ts';
import { openSuppressionKey } from './suppression-key.service.ts';
import {
  addSuppressions,
  countSuppressions,
  findSuppressed,
  lockList,
  lockListShared,
  readSuppressions,
} from './suppressions.repository.ts';

/** @param text with its kind, as `person-keys.ts` writes it */
export function hashKey(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The key by which somebody is on the list for one workspace alone. Its first word is older than workspaces. */
export function keyInWorkspace(workspaceId: WorkspaceId, text: string): string {
  return `account:${workspaceId} ${text}`;
}

/** The list in memory, for many rows. */
export interface SuppressionList {
  readonly size: number;
  /** @param workspaceId whose data it is; absent: data of all */
  readonly holds: (facts: PersonFacts, workspaceId?: WorkspaceId) => boolean;
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
    holds: (facts, workspaceId) =>
      isKnownBy(facts, (text) => {
        const has = (hashed: string) => hashes.has(hashKey(key, hashed).toString('latin1'));
        return has(text) || (workspaceId !== undefined && has(keyInWorkspace(workspaceId, text)));
      }),
  };
}

/** The check that writers of profiles and of lists of the collector make in their transaction. */
export interface SuppressionCheck {
  /**
   * @param owners the workspaces whose data it becomes
   * @returns for each of the people whether they are in the list, which stays as it is until the transaction ends
   */
  readonly ask: (
    transaction: Connection,
    owners: readonly WorkspaceId[],
    people: readonly PersonFacts[],
  ) => Promise<readonly boolean[]>;
}

export function createSuppressionCheck({ secrets }: { readonly secrets: SecretRing }): SuppressionCheck {
  return {
    ask: async (transaction, owners, people) => {
      await lockListShared(transaction);
      if (people.length === 0 || (await countSuppressions(transaction)) === 0) return people.map(() => false);
      const key = await openSuppressionKey(transaction, secrets);
      const hashesOf = (text: string) =>
        [text, ...owners.map((workspaceId) => keyInWorkspace(workspaceId, text))].map((hashed) => hashKey(key, hashed));
      const hashes = new Map(people.flatMap(lookupKeys).map((text) => [text, hashesOf(text)]));
      const found = await findSuppressed(transaction, [...hashes.values()].flat());
      const has = (text: string) => hashes.get(text)?.some((hash) => found.has(hash.toString('hex'))) ?? false;
      return people.map((facts) => isKnownBy(facts, has));
    },
  };
}

/** @throws {AppError} PROFILE.SUPPRESSED */
export async function refuseSuppressed(
  platform: Pick<Platform, 'secrets'>,
  transaction: Connection,
  workspaceId: WorkspaceId,
  facts: PersonFacts,
): Promise<void> {
  const [isSuppressed] = await createSuppressionCheck(platform).ask(transaction, [workspaceId], [facts]);
  if (isSuppressed === true) throw new AppError('PROFILE.SUPPRESSED');
}

/** Puts the hashes of a person's keys on the list, under its lock. @param key the list's own */
export async function suppressKeys(
  transaction: Connection,
  key: Buffer,
  { texts, erasureId, addedAt }: { readonly texts: readonly string[]; readonly erasureId: string; readonly addedAt: Date },
): Promise<void> {
  await lockList(transaction);
  const kindOf = (text: string): string => text.slice(0, text.indexOf(':'));
  await addSuppressions(
    transaction,
    texts.map((text) => ({ hash: hashKey(key, text), kind: kindOf(text), erasureId, addedAt })),
  );
}
