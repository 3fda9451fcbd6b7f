/** Rows of signed-in browsers. Every change of state is one conditional statement. */
import { and, asc, desc, eq, exists, gt, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accounts, sessions } from '../../../schema/accounts.table.ts';
import { myRowVersions } from '../../../schema/my-rows.table.ts';
import { tableVersions } from '../../../schema/table-state.table.ts';
import { workspaceMembers, workspaces } from '../../../schema/workspaces.table.ts';
import { hasRunningSubscription } from '../../billing/running-subscription.service.ts';

/** Live sessions in a list. Ending all others ends those beyond it, too. */
const MAX_LISTED = 200;

export type RevocationReason = NonNullable<(typeof sessions.$inferSelect)['revokedReason']>;

export interface NewSession {
  readonly id: string;
  readonly accountId: number;
  readonly bindingHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** null: no second factor was shown. */
  readonly secondFactorAt: Date | null;
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** How an account was opened. */
export type ShownAtSignIn =
  | { readonly passwordHash: string }
  | { readonly oidcLinkId: string; readonly hasShownSecondFactor: boolean }
  | { readonly passkeyId: string };

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** What a token claims: an account, and a session of it. */
interface Claim {
  readonly accountId: number;
  readonly sessionId: string;
  /** The workspace of the request; null: the account's own. */
  readonly workspaceId: WorkspaceId | null;
  /** The data table that the request is about, by its name in the database; null: none. */
  readonly tableName: string | null;
}

/** The columns that decide whether a session is live, and what was shown in it. */
export const sessionColumns = {
  revokedAt: sessions.revokedAt,
  expiresAt: sessions.expiresAt,
  generation: sessions.generation,
  answerArrived: sessions.answerArrived,
  secondFactorAt: sessions.secondFactorAt,
  passkeyId: sessions.passkeyId,
  passkeyAt: sessions.passkeyAt,
};

/** What an account is in a workspace; all null: no member of it. */
export const membershipColumns = {
  workspaceId: workspaces.id,
  workspaceName: workspaces.name,
  personalAccountId: workspaces.personalAccountId,
  role: workspaceMembers.role,
  rights: workspaceMembers.rights,
  lastSeenAt: workspaceMembers.lastSeenAt,
  trialEndsAt: workspaces.trialEndsAt,
};

/** @param workspaceId null: the personal one, which has the id of its account */
export function isMembership(workspaceId: SQLWrapper): SQL {
  const id = sql`coalesce(${workspaceId}, ${accounts.id})`;
  return sql`${workspaceMembers.workspaceId} = ${id} and ${workspaceMembers.accountId} = ${accounts.id}`;
}

export function createSessionsRepository(database: Database) {
  const accountsWithSessions = database
    .select({
      claim: sql<string>`claim.number`,
      email: accounts.email,
      verifiedAt: accounts.verifiedAt,
      blockedAt: accounts.blockedAt,
      totpEnabledAt: accounts.totpEnabledAt,
      sessionId: sessions.id,
      ...sessionColumns,
      ...membershipColumns,
      isSubscribed: hasRunningSubscription(workspaces.id, sql.placeholder('provider'), sql.placeholder('now')),
      tableVersion: sql<string | null>`(select ${tableVersions.version} from ${tableVersions}
        where ${tableVersions.tableName} = claim.table_name)`,
      myVersion: sql<string | null>`(select ${myRowVersions.version} from ${myRowVersions}
        where ${myRowVersions.workspaceId} = ${workspaces.id} and ${myRowVersions.tableName} = claim.table_name)`,
    })
    .from(
      sql`unnest(${sql.placeholder('accountIds')}::bigint[], ${sql.placeholder('sessionIds')}::uuid[],
        ${sql.placeholder('tableNames')}::text[], ${sql.placeholder('workspaceIds')}::bigint[])
        with ordinality as claim (account_id, session_id, table_name, workspace_id, number)`,
    )
    .innerJoin(accounts, eq(accounts.id, sql`claim.account_id`))
    .leftJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sql`claim.session_id`)))
    .leftJoin(workspaceMembers, isMembership(sql`claim.workspace_id`))
    .leftJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .prepare('accounts_with_sessions');

  return {
    /**
     * Adds a session after the password with this hash, this passkey or this sign-in at the provider was shown. The lock puts this and a password reset
     * in one order.
     * @returns false if the password was changed, the passkey or the link removed, the second factor turned on or the account
     *   blocked in the meantime
     */
    async add(session: NewSession, shown: ShownAtSignIn): Promise<boolean> {
      const { id, accountId, bindingHash, secondFactorAt, userAgent, address } = session;
      const createdAt = session.createdAt.toISOString();
      const passkeyId = 'passkeyId' in shown ? shown.passkeyId : null;
      // The account is always locked first, as in a password reset, so that neither waits for the other.
      const owner = ownerOpenedBy(accountId, shown);
      const { rowCount } = await database.execute(sql`
        with owner as (${owner})
        insert into sessions
          (id, account_id, binding_hash, created_at, rotated_at, proved_at, expires_at, second_factor_at,
            user_agent, address, passkey_id, passkey_at)
        select ${id}::uuid, owner.id, ${bindingHash}::bytea,
          ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${createdAt}::timestamptz,
          ${session.expiresAt.toISOString()}::timestamptz, ${secondFactorAt?.toISOString() ?? null}::timestamptz,
          ${userAgent}::text, ${address}::text, ${passkeyId}::uuid,
          ${passkeyId === null ? null : createdAt}::timestamptz
        from owner`);
      return rowCount === 1;
    },

    /**
     * Reads each account, with the session if it has that one, and its membership of the workspace if it has one, to authorise
     * a request, and the versions of the table that the request is about. null: no such account.
     */
    async findAccountsWithSessions(claims: readonly Claim[], { provider, now }: { provider: string; now: Date }) {
      const accountIds = claims.map(({ accountId }) => accountId);
      const sessionIds = claims.map(({ sessionId }) => sessionId);
      const tableNames = claims.map(({ tableName }) => tableName);
      const workspaceIds = claims.map(({ workspaceId }) => workspaceId);
      const given = { accountIds, sessionIds, tableNames, workspaceIds, provider, now: now.toISOString() };
      const rows = await accountsWithSessions.execute(given);
      const byClaim = new Map(rows.map((row) => [Number(row.claim), row]));
      return claims.map((_, index) => byClaim.get(index + 1) ?? null);
    },

    /**
     * Advances a live session by one generation. Of several parallel calls one succeeds. Returns null for the
     * others, and for a session that is revoked, expired, bound to another browser, or of a blocked account.
     * @param lastingHours from its start, after which it ends whatever `expiresAt` says
     */
    async advance(claim: {
      readonly sessionId: string;
      readonly generation: number;
      readonly bindingHash: Buffer;
      readonly now: Date;
      readonly expiresAt: Date;
      readonly lastingHours: number;
    }) {
      const end = sql`${sessions.createdAt} + make_interval(hours => ${claim.lastingHours})`;
      const isOpen = database
        .select({ one: sql`1` })
        .from(accounts)
        .where(and(eq(accounts.id, sessions.accountId), isNull(accounts.blockedAt)));
      const [row] = await database
        .update(sessions)
        .set({
          generation: sql`${sessions.generation} + 1`,
          rotatedAt: sql`now()`,
          answerArrived: false,
          expiresAt: sql`least(${claim.expiresAt.toISOString()}::timestamptz, ${end})`,
          lastUsedAt: sql`date_trunc('minute', ${claim.now.toISOString()}::timestamptz)`,
        })
        .where(
          and(
            eq(sessions.id, claim.sessionId),
            eq(sessions.generation, claim.generation),
            eq(sessions.bindingHash, claim.bindingHash),
            isNull(sessions.revokedAt),
            gt(sessions.expiresAt, claim.now),
            gt(end, claim.now.toISOString()),
            exists(isOpen),
          ),
        )
        .returning({ accountId: sessions.accountId, generation: sessions.generation });
      return row ?? null;
    },

    /** Records that the response of the refresh to this generation reached its browser. */
    async markArrived(sessionId: string, generation: number): Promise<void> {
      await database
        .update(sessions)
        .set({ answerArrived: true })
        .where(and(eq(sessions.id, sessionId), eq(sessions.generation, generation), eq(sessions.answerArrived, false)));
    },

    /** @param graceSeconds how long after a rotation `isInGrace` is true, by the clock of the database */
    async find(sessionId: string, graceSeconds = 0) {
      const [row] = await database
        .select({
          accountId: sessions.accountId,
          generation: sessions.generation,
          answerArrived: sessions.answerArrived,
          isInGrace: sql<boolean>`${sessions.rotatedAt} > now() - make_interval(secs => ${graceSeconds})`,
          bindingHash: sessions.bindingHash,
          expiresAt: sessions.expiresAt,
          revokedAt: sessions.revokedAt,
          blockedAt: accounts.blockedAt,
        })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.accountId))
        .where(eq(sessions.id, sessionId));
      return row ?? null;
    },

    /** Notes that a member is there, precise to the hour. */
    async noteSeen(workspaceId: WorkspaceId, accountId: number, now: Date): Promise<void> {
      await database
        .update(workspaceMembers)
        .set({ lastSeenAt: sql`date_trunc('hour', ${now.toISOString()}::timestamptz)` })
        .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.accountId, accountId)));
    },

    /** The first reason is kept. */
    async revoke(sessionId: string, reason: RevocationReason, now: Date): Promise<void> {
      await database
        .update(sessions)
        .set({ revokedAt: now, revokedReason: reason })
        .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
    },

    /** Live sessions, newest first, at most MAX_LISTED. */
    listLive(accountId: number, now: Date) {
      return database
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          userAgent: sessions.userAgent,
          address: sessions.address,
        })
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.createdAt), asc(sessions.id))
        .limit(MAX_LISTED);
    },

    /** Ends live sessions of one account: the given one, or all others. @returns how many */
    async endOwn(accountId: number, which: { only: string } | { except: string }, now: Date): Promise<number> {
      const named = 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.except);
      const { rowCount } = await database
        .update(sessions)
        .set({ revokedAt: now, revokedReason: 'logout' })
        .where(and(eq(sessions.accountId, accountId), named, isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
      return rowCount ?? 0;
    },

    async deleteEndedBefore(time: Date): Promise<void> {
      await database.delete(sessions).where(or(lt(sessions.expiresAt, time), lt(sessions.revokedAt, time)));
    },
  };
}

function ownerOpenedBy(accountId: number, shown: ShownAtSignIn): SQL {
  if ('passkeyId' in shown) {
    return sql`select a.id from accounts a join passkeys p on p.account_id = a.id
      where a.id = ${accountId} and p.id = ${shown.passkeyId}::uuid and a.blocked_at is null
      for share of a for key share of p`;
  }
  if ('oidcLinkId' in shown) {
    return sql`select a.id from accounts a join oidc_links l on l.account_id = a.id
      where a.id = ${accountId} and l.id = ${shown.oidcLinkId}::uuid and a.blocked_at is null
        and (a.totp_enabled_at is null or ${shown.hasShownSecondFactor}::boolean)
      for share of a for key share of l`;
  }
  return sql`select id from accounts
    where id = ${accountId} and password_hash = ${shown.passwordHash} and blocked_at is null
    for share`;
}
