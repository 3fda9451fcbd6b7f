/**
 * Which sign-ins at a provider open which account. Once joined, the issuer and its subject alone decide: an email that
 * changes at the provider opens no other account. Every change is one transaction that locks the account first.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, isNotNull, isNull, ne, notExists } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { accounts, oidcLinks, passkeys, sessions } from '../../../schema/accounts.table.ts';
import type { Account } from '../accounts.repository.ts';
import { beginAnew } from '../mailed-codes/begin-anew.repository.ts';

export type OidcLink = typeof oidcLinks.$inferSelect;

interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export interface Joining extends Subject {
  /** An address that the issuer verified; null: none. */
  readonly email: string | null;
  readonly mayCreate: boolean;
  readonly limit: number;
  readonly now: Date;
  /** The end of a trial that starts now. */
  readonly trialEndsAt: Date;
}

type Joined = { readonly account: Account; readonly linkId: string };

export type JoinOutcome =
  | (Joined & { readonly state: 'known' | 'joined' | 'begun anew' | 'created' })
  | { readonly state: 'blocked'; readonly account: Account }
  | { readonly state: 'no verified email' }
  | { readonly state: 'no account' }
  | { readonly state: 'full' };

/**
 * Finds the account of a subject, or joins the subject to the account of its email. An account that was never verified
 * loses everything first.
 * @param alongside runs in the same transaction if something was joined
 */
export async function joinAccount(
  database: Database,
  joining: Joining,
  alongside: (transaction: Connection, outcome: JoinOutcome & Joined) => Promise<void>,
): Promise<JoinOutcome> {
  return database.transaction(async (transaction): Promise<JoinOutcome> => {
    const known = await findJoined(transaction, joining);
    if (known !== null) return known;
    const { email, now, trialEndsAt } = joining;
    if (email === null) return { state: 'no verified email' };
    const created = joining.mayCreate
      ? await transaction
          .insert(accounts)
          .values({ email, passwordHash: null, createdAt: now, verifiedAt: now, trialEndsAt })
          .onConflictDoNothing()
          .returning({ id: accounts.id })
      : [];
    const [account] = await transaction.select().from(accounts).where(eq(accounts.email, email)).for('update');
    if (account === undefined) return { state: 'no account' };
    if (account.blockedAt !== null) return { state: 'blocked', account };
    if (account.verifiedAt === null) await beginAnew(transaction, account, { passwordHash: null, now, trialEndsAt });
    const current = account.verifiedAt === null ? await readAccount(transaction, account.id) : account;
    if ((await countLinks(transaction, account.id)) >= joining.limit) return { state: 'full' };
    const [link] = await transaction
      .insert(oidcLinks)
      .values({ id: randomUUID(), accountId: account.id, ...subjectOf(joining), email, createdAt: now, lastUsedAt: now })
      .onConflictDoNothing()
      .returning({ id: oidcLinks.id });
    // The same person has just been joined by a parallel sign-in.
    if (link === undefined) return (await findJoined(transaction, joining)) ?? { state: 'no account' };
    const state = created.length > 0 ? 'created' : account.verifiedAt === null ? 'begun anew' : 'joined';
    const outcome = { state, account: current, linkId: link.id } as const;
    await alongside(transaction, outcome);
    return outcome;
  });
}

async function findJoined(transaction: Transaction, joining: Joining): Promise<(Joined & { readonly state: 'known' }) | null> {
  const [link] = await transaction
    .update(oidcLinks)
    .set({ lastUsedAt: joining.now })
    .where(isSubject(joining))
    .returning({ id: oidcLinks.id, accountId: oidcLinks.accountId });
  if (link === undefined) return null;
  return { state: 'known', account: await readAccount(transaction, link.accountId), linkId: link.id };
}

async function readAccount(transaction: Transaction, id: number): Promise<Account> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id));
  if (account === undefined) throw new Error('a locked account has a row');
  return account;
}

async function countLinks(transaction: Transaction, accountId: number): Promise<number> {
  const [held] = await transaction.select({ total: count() }).from(oidcLinks).where(eq(oidcLinks.accountId, accountId));
  return held?.total ?? 0;
}

/** Newest first. */
export function listLinks(database: Connection, accountId: number): Promise<OidcLink[]> {
  return database
    .select()
    .from(oidcLinks)
    .where(eq(oidcLinks.accountId, accountId))
    .orderBy(desc(oidcLinks.createdAt), asc(oidcLinks.id));
}

/** The account that a link opens; null: the link was removed. */
export async function findLinkedAccount(database: Connection, linkId: string): Promise<Account | null> {
  const [row] = await database
    .select({ account: accounts })
    .from(oidcLinks)
    .innerJoin(accounts, eq(accounts.id, oidcLinks.accountId))
    .where(eq(oidcLinks.id, linkId));
  return row?.account ?? null;
}

interface Removal {
  readonly accountId: number;
  readonly linkId: string;
  /** The session that makes the removal. It is not ended. */
  readonly sessionId: string;
  readonly now: Date;
}

/**
 * Removes a link and ends the other sessions.
 * @param alongside runs in the same transaction
 */
export async function removeLink(
  database: Database,
  { accountId, linkId, sessionId, now }: Removal,
  alongside: (transaction: Connection) => Promise<void>,
): Promise<'removed' | 'not found' | 'needed'> {
  return database.transaction(async (transaction) => {
    const isOwn = and(eq(oidcLinks.accountId, accountId), eq(oidcLinks.id, linkId));
    const [account] = await transaction.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
    const [link] = await transaction.select({ id: oidcLinks.id }).from(oidcLinks).where(isOwn);
    if (account === undefined || link === undefined) return 'not found';
    if (account.passwordHash === null && (await countLinks(transaction, accountId)) === 1) {
      const [held] = await transaction.select({ total: count() }).from(passkeys).where(eq(passkeys.accountId, accountId));
      if ((held?.total ?? 0) === 0) return 'needed';
    }
    await transaction.delete(oidcLinks).where(isOwn);
    await transaction
      .update(sessions)
      .set({ revokedAt: now, revokedReason: 'oidc' })
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), isNull(sessions.revokedAt)));
    await alongside(transaction);
    return 'removed';
  });
}

interface LinkProof extends Subject {
  readonly accountId: number;
  readonly sessionId: string;
  readonly hasShownSecondFactor: boolean;
  readonly now: Date;
}

/** Renews a session's proof. @returns false if the session has ended, or the subject opens another account or none */
export async function proveByLink(database: Database, proof: LinkProof): Promise<boolean> {
  const { accountId, sessionId, hasShownSecondFactor, now } = proof;
  const withSecondFactor = database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.totpEnabledAt)));
  const { rowCount } = await database
    .update(sessions)
    .set({ provedAt: now, ...(hasShownSecondFactor ? { secondFactorAt: now } : {}) })
    .from(oidcLinks)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        eq(oidcLinks.accountId, sessions.accountId),
        isSubject(proof),
        // Without this condition, a proof from just before the second factor was turned on would be stored after it.
        ...(hasShownSecondFactor ? [] : [notExists(withSecondFactor)]),
      ),
    );
  return rowCount === 1;
}

function subjectOf({ issuer, subject }: Subject): Subject {
  return { issuer, subject };
}

function isSubject({ issuer, subject }: Subject) {
  return and(eq(oidcLinks.issuer, issuer), eq(oidcLinks.subject, subject));
}
