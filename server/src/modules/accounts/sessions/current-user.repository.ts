/** Reads everything that `/me` returns, and the session, in one query, because every screen requests it first. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { accounts, sessions } from '../../../schema/accounts.table.ts';
import { usageMonths } from '../../../schema/usage.table.ts';
import { subscriptionColumns, subscriptionOf } from '../../billing/running-subscription.service.ts';
import { sessionColumns } from './sessions.repository.ts';

const {
  passwordHash,
  totpSecret,
  totpLastStep,
  credentialEpoch,
  passkeyUserId,
  storageFullAt,
  storageNotifiedAt,
  storageWarnedAt,
  ...accountColumns
} = getTableColumns(accounts);

interface Question {
  readonly accountId: number;
  /** null: no session is read. */
  readonly sessionId: string | null;
  /** The current payment provider. */
  readonly provider: string;
  /** First day of the current month. */
  readonly month: string;
  readonly now: Date;
}

export function createCurrentUserRepository(database: Database) {
  const newest = subscriptionOf(database, accounts.id, sql.placeholder('provider'), sql.placeholder('now'));
  const query = database
    .select({
      account: accountColumns,
      session: { id: sessions.id, ...sessionColumns },
      subscription: subscriptionColumns(newest),
      usage: { requestCount: usageMonths.requestCount, exportCount: usageMonths.exportCount },
    })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sql.placeholder('sessionId'))))
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(usageMonths, and(eq(usageMonths.accountId, accounts.id), eq(usageMonths.month, sql.placeholder('month'))))
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare('current_user');

  return {
    async find({ now, ...question }: Question) {
      const [row] = await query.execute({ ...question, now: now.toISOString() });
      return row === undefined ? null : { ...row, usage: row.usage ?? { requestCount: 0, exportCount: 0 } };
    },
  };
}
