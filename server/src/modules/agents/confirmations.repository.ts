/** Rows of confirmations. Every statement names the key, so that no other key can use or end them. */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { agentConfirmations } from '../../schema/keys.table.ts';

export interface Confirmation {
  /** The SHA-256 of the token. */
  readonly tokenHash: Buffer;
  readonly workspaceId: WorkspaceId;
  readonly keyId: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
}

/** Adds a confirmation and deletes the oldest ones of the key beyond `most`. */
export async function addConfirmation(database: Database, confirmation: Confirmation, most: number): Promise<void> {
  const { keyId } = confirmation;
  await database.transaction(async (transaction) => {
    await transaction.insert(agentConfirmations).values(confirmation);
    await transaction.execute(sql`
      delete from agent_confirmations where token_hash in (
        select token_hash from agent_confirmations where key_id = ${keyId} order by expires_at desc, token_hash offset ${most}
      )`);
  });
}

/** Whether the key has a confirmation of this token, whatever it is for. */
export async function hasConfirmation(
  database: Database,
  { tokenHash, keyId }: Pick<Confirmation, 'tokenHash' | 'keyId'>,
  now: Date,
): Promise<boolean> {
  const { tokenHash: hash, keyId: key, expiresAt } = agentConfirmations;
  const found = await database
    .select({ keyId: key })
    .from(agentConfirmations)
    .where(and(eq(hash, tokenHash), eq(key, keyId), gt(expiresAt, now)));
  return found.length > 0;
}

/** Deletes a confirmation of exactly this. Of several calls at once, one gets it. @returns whether there was one */
export async function takeConfirmation(
  database: Database,
  { tokenHash, keyId, digest }: Pick<Confirmation, 'tokenHash' | 'keyId' | 'digest'>,
  now: Date,
): Promise<boolean> {
  const taken = await database
    .delete(agentConfirmations)
    .where(
      and(
        eq(agentConfirmations.tokenHash, tokenHash),
        eq(agentConfirmations.keyId, keyId),
        eq(agentConfirmations.digest, digest),
        gt(agentConfirmations.expiresAt, now),
      ),
    );
  return taken.rowCount === 1;
}

export async function deleteExpiredConfirmations(database: Database, now: Date): Promise<void> {
  await database.delete(agentConfirmations).where(lte(agentConfirmations.expiresAt, now));
}
