/** Pending mails about failed payments. */
import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { isImplausible } from '../../database/plausible-time.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { billingNotices } from '../../schema/billing.table.ts';
import { firstOwnerOf } from '../../schema/workspaces.table.ts';
import type { ProviderName } from './provider.ts';

interface Claim {
  readonly now: Date;
  /** Claims from before this time may be taken over. */
  readonly abandonedBefore: Date;
  /** Older notices are not sent, because they are out of date. */
  readonly createdAfter: Date;
  readonly limit: number;
}

/** Whether a server whose clock was ahead claimed the notice. */
function isClaimedLater({ now, abandonedBefore }: Claim): SQL {
  return isImplausible(billingNotices.claimedAt, now, now.getTime() - abandonedBefore.getTime());
}

/** Claims notices to be sent. Of several parallel callers, each notice goes to one. */
export async function claimNotices(database: Database, provider: ProviderName, claim: Claim) {
  const open = database
    .select({ invoiceId: billingNotices.invoiceId })
    .from(billingNotices)
    .where(
      and(
        eq(billingNotices.provider, provider),
        isNull(billingNotices.settledAt),
        gt(billingNotices.createdAt, claim.createdAfter),
        or(isNull(billingNotices.claimedAt), lt(billingNotices.claimedAt, claim.abandonedBefore), isClaimedLater(claim)),
      ),
    )
    .orderBy(billingNotices.createdAt)
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  return database
    .update(billingNotices)
    .set({ claimedAt: claim.now })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, firstOwnerOf(billingNotices.workspaceId)),
        eq(billingNotices.provider, provider),
        inArray(billingNotices.invoiceId, sql`(${open})`),
      ),
    )
    .returning({ invoiceId: billingNotices.invoiceId, workspaceId: billingNotices.workspaceId, email: accounts.email });
}

/** @returns false if it was settled before */
export async function settleNotice(database: Connection, provider: ProviderName, invoiceId: string, now: Date): Promise<boolean> {
  const { rowCount } = await database
    .update(billingNotices)
    .set({ settledAt: now })
    .where(and(eq(billingNotices.provider, provider), eq(billingNotices.invoiceId, invoiceId), isNull(billingNotices.settledAt)));
  return rowCount === 1;
}
