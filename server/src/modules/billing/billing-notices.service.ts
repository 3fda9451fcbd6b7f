/**
 * Writes the mails that failed payments call for. They were noted in the transaction that learnt of the failure, so
 * none is lost with a killed server; and a notice is settled in the transaction that writes its mail, so none is
 * written twice.
 */
import type { Platform } from '../../platform.ts';
import { composePaymentFailedMail } from './billing-mails.ts';
import { claimNotices, settleNotice } from './billing-notices.repository.ts';
import type { BillingProvider } from './provider.ts';

const MINUTE = 60_000;
/** Longer than the provider takes to answer. */
const CLAIM_MINUTES = 10;
const NEWS_DAYS = 3;
const BATCH = 20;

/** Writes what is owed. The first notice that fails is thrown after the others were tried; it is tried again later. */
export async function sendNotices({ config, database, mailQueue, now }: Platform, provider: BillingProvider): Promise<void> {
  const time = now();
  const claimed = await claimNotices(database, provider.name, {
    now: time,
    abandonedBefore: new Date(time.getTime() - CLAIM_MINUTES * MINUTE),
    createdAfter: new Date(time.getTime() - NEWS_DAYS * 24 * 60 * MINUTE),
    limit: BATCH,
  });
  const results = await Promise.allSettled(
    claimed.map(async ({ invoiceId, email }) => {
      const invoice = await provider.readInvoice(invoiceId);
      const { publicUrl, billing } = config;
      await database.transaction(async (transaction) => {
        const isFirst = await settleNotice(transaction, provider.name, invoiceId, now());
        if (!isFirst || invoice === null || invoice.paidAt !== null) return;
        const mail = composePaymentFailedMail({ to: email, publicUrl, plan: billing.plan.name, invoiceUrl: invoice.url });
        await mailQueue.enqueue(transaction, mail);
      });
    }),
  );
  mailQueue.kick();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
