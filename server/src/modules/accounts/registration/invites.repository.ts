/** Rows of invites. The first address that uses an invite takes it, by one conditional statement. */
import { and, asc, count, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { invites } from '../../../schema/accounts.table.ts';

export interface StoredInvite {
  readonly id: string;
  /** The only address that may use the code; null: anyone with the code may. */
  readonly email: string | null;
  readonly expiresAt: Date;
  /** The address it was used with; null: still valid. */
  readonly usedBy: string | null;
}

interface NewInvite extends Omit<StoredInvite, 'usedBy'> {
  readonly codeHash: Buffer;
  readonly createdAt: Date;
  /** The account that created it; null: the command did. */
  readonly createdBy: number | null;
}

interface Use {
  readonly codeHash: Buffer;
  /** Lower-cased. */
  readonly email: string;
  readonly now: Date;
}

const listedColumns = { id: invites.id, email: invites.email, expiresAt: invites.expiresAt, usedBy: invites.usedBy };

export async function addInvite(database: Connection, invite: NewInvite): Promise<void> {
  await database.insert(invites).values(invite);
}

/** Lists invites, those that expire first at the top. The total counts all. */
export async function listInvites(
  database: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: StoredInvite[]; readonly total: number }> {
  const rows = await database
    .select(listedColumns)
    .from(invites)
    .orderBy(asc(invites.expiresAt), asc(invites.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await database.select({ total: count() }).from(invites);
  return { rows, total: counted?.total ?? 0 };
}

/** @returns what it was, or null if there is none with this id */
export async function deleteInvite(database: Connection, id: string): Promise<StoredInvite | null> {
  const [row] = await database.delete(invites).where(eq(invites.id, id)).returning(listedColumns);
  return row ?? null;
}

/** Whether an invite is valid now. */
export async function isInviteGood(database: Connection, { codeHash, email, now }: Use): Promise<boolean> {
  const rows = await database
    .select({ id: invites.id })
    .from(invites)
    .where(
      and(
        eq(invites.codeHash, codeHash),
        or(eq(invites.usedBy, email), and(isNull(invites.usedAt), gt(invites.expiresAt, now), isFor(email))),
      ),
    );
  return rows.length > 0;
}

/**
 * Uses an invite.
 * @returns `again` if this address has used it before; null if it is not valid for this address
 */
export async function spendInvite(transaction: Connection, { codeHash, email, now }: Use): Promise<'first' | 'again' | null> {
  const { rowCount } = await transaction
    .update(invites)
    .set({ usedAt: now, usedBy: email })
    .where(and(eq(invites.codeHash, codeHash), isNull(invites.usedAt), gt(invites.expiresAt, now), isFor(email)));
  if (rowCount === 1) return 'first';
  const again = await transaction
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.codeHash, codeHash), eq(invites.usedBy, email)));
  return again.length > 0 ? 'again' : null;
}

export async function deleteInvitesExpiredBefore(database: Database, time: Date): Promise<void> {
  await database.delete(invites).where(lt(invites.expiresAt, time));
}

function isFor(email: string) {
  return or(isNull(invites.email), eq(invites.email, email));
}
