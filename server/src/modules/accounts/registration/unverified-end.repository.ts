/** Accounts that are deleted because their email was never verified. Blocked ones stay, so that their addresses stay taken. */
import { and, asc, eq, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { accounts } from '../../../schema/accounts.table.ts';
import { subscriptions } from '../../../schema/billing.table.ts';
import { isRunningSql } from '../../billing/running-subscription.service.ts';

interface Moment {
  readonly now: Date;
  /** Addresses whose accounts stay. */
  readonly operators: ReadonlySet<string>;
}

interface Found {
  readonly id: number;
  readonly email: string;
}

/** Sets the end of accounts that were registered before a time whose owners do not know it yet, the oldest first. */
export async function setEnds(
  transaction: Transaction,
  {
    registeredBefore,
    ageAtEnd,
    notice,
    max,
    ...moment
  }: Moment & {
    readonly registeredBefore: Date;
    /** Milliseconds from the registration, and from now at least. */
    readonly ageAtEnd: number;
    readonly notice: number;
    readonly max: number;
  },
): Promise<readonly (Found & { readonly endAt: Date })[]> {
  const chosen = await transaction
    .select({ id: accounts.id, email: accounts.email, createdAt: accounts.createdAt })
    .from(accounts)
    .where(and(mayEnd(moment), isNull(accounts.unverifiedEndAt), lte(accounts.createdAt, registeredBefore)))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(max)
    .for('no key update', { skipLocked: true });
  const ending = chosen.map(({ createdAt, ...account }) => {
    const endAt = new Date(Math.max(createdAt.getTime() + ageAtEnd, moment.now.getTime() + notice));
    return { ...account, endAt };
  });
  for (const { id, endAt } of ending)
    await transaction.update(accounts).set({ unverifiedEndAt: endAt }).where(eq(accounts.id, id));
  return ending;
}

/** Accounts whose end has come, the earliest first. */
export function findEnding(database: Database, moment: Moment, max: number): Promise<readonly Found[]> {
  return database
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(hasEnded(moment))
    .orderBy(asc(accounts.unverifiedEndAt), asc(accounts.id))
    .limit(max);
}

/** Whether the account's end has still come. The account stays as it is until the transaction ends. */
export async function lockEnding(connection: Connection, moment: Moment, id: number): Promise<boolean> {
  const found = await connection
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), hasEnded(moment)))
    .for('update');
  return found.length === 1;
}

function hasEnded(moment: Moment): SQL | undefined {
  return and(mayEnd(moment), isNotNull(accounts.unverifiedEndAt), lte(accounts.unverifiedEndAt, moment.now));
}

function mayEnd({ now, operators }: Moment): SQL | undefined {
  const isSubscribed = sql`exists (select 1 from ${subscriptions}
    where ${eq(subscriptions.workspaceId, accounts.id)} and ${isRunningSql(now.toISOString())})`;
  return and(
    isNull(accounts.verifiedAt),
    isNull(accounts.blockedAt),
    operators.size === 0 ? undefined : notInArray(accounts.email, [...operators]),
    sql`not ${isSubscribed}`,
  );
}
