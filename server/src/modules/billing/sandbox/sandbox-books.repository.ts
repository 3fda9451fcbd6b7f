/**
 * The sandbox's own data. Every change of a subscription locks its row, increments its revision, and writes the
 * invoices that belong to it in the same transaction.
 */
import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Currency } from '../../../config.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { sandboxCheckouts, sandboxInvoices, sandboxSubscriptions } from '../../../schema/billing.table.ts';
import { billingDateAfter, nextStep, PAST_DUE_DAYS, type SandboxState, UNPAID_DAYS } from './sandbox-clock.ts';

const DAY = 24 * 3600 * 1000;
const CHECKOUT_HOURS = 24;
/** No real use needs more renewals. */
const STEP_LIMIT = 600;

export type SandboxCheckout = typeof sandboxCheckouts.$inferSelect;
export type SandboxSubscription = typeof sandboxSubscriptions.$inferSelect;
export type SandboxInvoice = typeof sandboxInvoices.$inferSelect;
interface Offer {
  readonly workspaceId: WorkspaceId;
  readonly customerId: string;
  readonly currency: Currency;
  readonly amount: number;
  readonly plan: string;
}

export type SandboxBooks = ReturnType<typeof createSandboxBooks>;

export function createSandboxBooks(database: Database) {
  async function change(id: string, alter: (state: SandboxState) => SandboxState | null, time: Date): Promise<void> {
    await database.transaction(async (transaction) => {
      const locked = await lockSubscription(transaction, id);
      const next = locked === null ? null : alter(locked.state);
      if (locked === null || next === null) return;
      const paid = locked.state.owedSince !== null && next.owedSince === null && next.status === 'active';
      if (paid) await payOwed(transaction, id, time);
      await writeSubscription(transaction, locked.row, next);
    });
  }

  return {
    /** Returns an open checkout for the same offer if there is one, and closes others of the customer. */
    async openCheckout(offer: Offer, now: Date): Promise<SandboxCheckout> {
      return database.transaction(async (transaction) => {
        await lockForTransaction(transaction, `sandbox:${offer.customerId}`);
        const open = await transaction
          .select()
          .from(sandboxCheckouts)
          .where(
            and(
              eq(sandboxCheckouts.customerId, offer.customerId),
              eq(sandboxCheckouts.status, 'open'),
              gt(sandboxCheckouts.expiresAt, now),
            ),
          );
        const same = open.find(
          ({ currency, amount, plan }) => currency === offer.currency && amount === offer.amount && plan === offer.plan,
        );
        if (same !== undefined) return same;
        await closeCheckouts(transaction, offer.customerId);
        const [checkout] = await transaction
          .insert(sandboxCheckouts)
          .values({
            id: newId('cs'),
            ...offer,
            createdAt: now,
            expiresAt: new Date(now.getTime() + CHECKOUT_HOURS * 3600 * 1000),
          })
          .returning();
        if (checkout === undefined) throw new Error('an insert returned no row');
        return checkout;
      });
    },

    async findCheckout(id: string): Promise<SandboxCheckout | null> {
      const [row] = await database.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, id));
      return row ?? null;
    },

    closeCheckouts: (customerId: string): Promise<void> => closeCheckouts(database, customerId),

    /** Takes the test money. Returns false if the checkout is no longer open. */
    async payCheckout(id: string, now: Date): Promise<boolean> {
      return database.transaction(async (transaction) => {
        const [checkout] = await transaction.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, id)).for('update');
        if (checkout === undefined || checkout.status !== 'open' || checkout.expiresAt <= now) return false;
        const { workspaceId, customerId, currency, amount, plan } = checkout;
        const subscriptionId = newId('sub');
        const currentPeriodEnd = billingDateAfter(now, now);
        await transaction.insert(sandboxSubscriptions).values({
          id: subscriptionId,
          workspaceId,
          customerId,
          currency,
          amount,
          plan,
          status: 'active',
          startedAt: now,
          currentPeriodEnd,
        });
        const period = { periodStart: now, periodEnd: currentPeriodEnd, paidAt: now };
        await addInvoice(transaction, { ...checkout, id: subscriptionId }, period, now);
        await transaction.update(sandboxCheckouts).set({ status: 'complete', subscriptionId }).where(eq(sandboxCheckouts.id, id));
        return true;
      });
    },

    async findSubscription(id: string): Promise<SandboxSubscription | null> {
      const [row] = await database.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id));
      return row ?? null;
    },

    /** The account's newest. */
    async findSubscriptionOf(workspaceId: WorkspaceId): Promise<SandboxSubscription | null> {
      const [row] = await database
        .select()
        .from(sandboxSubscriptions)
        .where(eq(sandboxSubscriptions.workspaceId, workspaceId))
        .orderBy(desc(sandboxSubscriptions.startedAt))
        .limit(1);
      return row ?? null;
    },

    /** Only a running subscription can be cancelled or resumed. */
    setCancelled: (id: string, isCancelled: boolean, now: Date): Promise<void> =>
      change(
        id,
        (state) =>
          state.status === 'canceled' || state.cancelAtPeriodEnd === isCancelled
            ? null
            : { ...state, cancelAtPeriodEnd: isCancelled },
        now,
      ),

    /** A working card pays at once what is due. */
    setCard: (id: string, isCardFailing: boolean, now: Date): Promise<void> =>
      change(
        id,
        (state) => {
          if (state.status === 'canceled') return null;
          const pays = !isCardFailing && state.owedSince !== null;
          return { ...state, isCardFailing, ...(pays ? { status: 'active' as const, owedSince: null } : {}) };
        },
        now,
      ),

    endNow: (id: string, now: Date): Promise<void> =>
      change(
        id,
        (state) => (state.status === 'canceled' ? null : { ...state, status: 'canceled', endedAt: now, owedSince: null }),
        now,
      ),

    /** Carries out what is due for one subscription. */
    async advanceSubscription(id: string, time: Date): Promise<void> {
      await database.transaction(async (transaction) => {
        const locked = await lockSubscription(transaction, id);
        if (locked === null) return;
        let { state } = locked;
        let steps = 0;
        for (let step = nextStep(state, time); step !== null && steps < STEP_LIMIT; step = nextStep(state, time)) {
          if (step.invoice !== null) await addInvoice(transaction, locked.row, step.invoice, step.invoice.periodStart);
          state = step.state;
          steps += 1;
        }
        if (steps > 0) await writeSubscription(transaction, locked.row, state);
      });
    },

    /** Subscriptions with something due; `sandbox-clock.ts` decides exactly. */
    async listDue(time: Date, workspaceId: WorkspaceId | null): Promise<string[]> {
      const owedAtMost = new Date(time.getTime() - Math.min(PAST_DUE_DAYS, UNPAID_DAYS) * DAY);
      const owes = sql`exists (select 1 from ${sandboxInvoices} where ${sandboxInvoices.subscriptionId} = ${sandboxSubscriptions.id}
        and ${sandboxInvoices.paidAt} is null and ${sandboxInvoices.periodStart} <= ${owedAtMost.toISOString()}::timestamptz)`;
      const rows = await database
        .select({ id: sandboxSubscriptions.id })
        .from(sandboxSubscriptions)
        .where(
          and(
            inArray(sandboxSubscriptions.status, ['active', 'past_due', 'unpaid']),
            or(lte(sandboxSubscriptions.currentPeriodEnd, time), owes),
            ...(workspaceId === null ? [] : [eq(sandboxSubscriptions.workspaceId, workspaceId)]),
          ),
        );
      return rows.map(({ id }) => id);
    },

    /** Subscriptions whose last change no event has reported, with the unpaid invoice. */
    async listUndelivered() {
      return database
        .select({ subscription: sandboxSubscriptions, owedInvoiceId: sandboxInvoices.id })
        .from(sandboxSubscriptions)
        .leftJoin(
          sandboxInvoices,
          and(eq(sandboxInvoices.subscriptionId, sandboxSubscriptions.id), isNull(sandboxInvoices.paidAt)),
        )
        .where(gt(sandboxSubscriptions.revision, sandboxSubscriptions.deliveredRevision))
        .orderBy(asc(sandboxSubscriptions.startedAt));
    },

    async markDelivered({ id, revision }: SandboxSubscription): Promise<void> {
      await database
        .update(sandboxSubscriptions)
        .set({ deliveredRevision: sql`greatest(${sandboxSubscriptions.deliveredRevision}, ${revision})` })
        .where(eq(sandboxSubscriptions.id, id));
    },

    /** Lists invoices, newest first; paid ones, or all. */
    async listInvoices(customerId: string, which: 'paid' | 'all'): Promise<SandboxInvoice[]> {
      return database
        .select()
        .from(sandboxInvoices)
        .where(and(eq(sandboxInvoices.customerId, customerId), ...(which === 'paid' ? [isNotNull(sandboxInvoices.paidAt)] : [])))
        .orderBy(desc(sandboxInvoices.periodStart), desc(sandboxInvoices.createdAt));
    },

    async findInvoice(id: string): Promise<SandboxInvoice | null> {
      const [row] = await database.select().from(sandboxInvoices).where(eq(sandboxInvoices.id, id));
      return row ?? null;
    },
  };
}

function newId(kind: 'cs' | 'sub' | 'in'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

async function closeCheckouts(database: Database | Transaction, customerId: string): Promise<void> {
  await database
    .update(sandboxCheckouts)
    .set({ status: 'expired' })
    .where(and(eq(sandboxCheckouts.customerId, customerId), eq(sandboxCheckouts.status, 'open')));
}

async function lockSubscription(transaction: Transaction, id: string) {
  const [row] = await transaction.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update');
  if (row === undefined) return null;
  const [owed] = await transaction
    .select({ since: sandboxInvoices.periodStart })
    .from(sandboxInvoices)
    .where(and(eq(sandboxInvoices.subscriptionId, id), isNull(sandboxInvoices.paidAt)))
    .orderBy(asc(sandboxInvoices.periodStart))
    .limit(1);
  const isEnded = row.status === 'canceled';
  const state: SandboxState = { ...row, owedSince: isEnded ? null : (owed?.since ?? null) };
  return { row, state };
}

async function writeSubscription(transaction: Transaction, row: SandboxSubscription, state: SandboxState): Promise<void> {
  const { status, currentPeriodEnd, cancelAtPeriodEnd, isCardFailing, endedAt } = state;
  await transaction
    .update(sandboxSubscriptions)
    .set({ status, currentPeriodEnd, cancelAtPeriodEnd, isCardFailing, endedAt, revision: row.revision + 1 })
    .where(eq(sandboxSubscriptions.id, row.id));
}

async function payOwed(transaction: Transaction, subscriptionId: string, now: Date): Promise<void> {
  await transaction
    .update(sandboxInvoices)
    .set({ paidAt: now })
    .where(and(eq(sandboxInvoices.subscriptionId, subscriptionId), isNull(sandboxInvoices.paidAt)));
}

interface Period {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date | null;
}

async function addInvoice(
  transaction: Transaction,
  subscription: Pick<SandboxSubscription, 'id' | 'workspaceId' | 'customerId' | 'currency' | 'amount'>,
  period: Period,
  createdAt: Date,
): Promise<void> {
  const { id: subscriptionId, workspaceId, customerId, currency, amount } = subscription;
  const [row] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(sandboxInvoices)
    .where(eq(sandboxInvoices.customerId, customerId));
  const number = `TEST-${subscriptionId.slice(-6).toUpperCase()}-${String((row?.count ?? 0) + 1).padStart(4, '0')}`;
  const id = newId('in');
  await transaction
    .insert(sandboxInvoices)
    .values({ id, subscriptionId, workspaceId, customerId, currency, amount, number, createdAt, ...period });
}
