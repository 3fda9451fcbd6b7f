/**
 * Writes the mails about failed payments. A notice is saved in the transaction that records the failure, so a
 * killed server loses none. It is settled in the transaction that queues its mail, so none is sent twice.
 */
import { noticeFor } from '../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { composePaymentFailedMail } from './billing-mails.ts';
import { claimNotices, settleNotice } from './billing-notices.repository.ts';
import type { BillingProvider } from './provider.ts';

const MINUTE = 60_000;
/** Longer than the provider takes to respond. */
const CLAIM_MINUTES = 10;
const NEWS_DAYS = 3;
const BATCH = 20;

/**
 * Queues the pending mails. If some fail, the first error is thrown after all were tried; they are tried again
 * later.
 */
export async function sendNotices({ config, database, mailQueue, now }: Platform, provider: BillingProvider): Promise<void> {
  const time = now();
  const claimed = await claimNotices(database, provider.name, {
    now: time,
    abandonedBefore: new Date(time.getTime() - CLAIM_MINUTES * MINUTE),
    createdAfter: new Date(time.getTime() - NEWS_DAYS * 24 * 60 * MINUTE),
    limit: BATCH,
  });
  const results = await Promise.allSettled(
    claimed.map(async ({ invoiceId, workspaceId, email }) => {
      const invoice = await provider.readInvoice(invoiceId);
      const { publicUrl, billing } = config;
      await database.transaction(async (transaction) => {
        const isFirst = await settleNotice(transaction, provider.name, invoiceId, now());
        if (!isFirst || invoice === null || invoice.paidAt !== null) return;
        const workspace = await readMailedWorkspace(transaction, workspaceId);
        const { url: invoiceUrl } = invoice;
        const mail = composePaymentFailedMail({ to: email, publicUrl, plan: billing.plan.name, invoiceUrl, workspace });
        await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
      });
    }),
  );
  mailQueue.kick();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
