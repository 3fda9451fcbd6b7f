/**
 * Sends the mails that failed payments call for. They were noted in the transaction that learnt of the
 * failure, so none is lost with a killed server. One that dies between sending and noting so sends twice;
 * any other order could send none.
 */
import type { Platform } from '../../platform.ts';
import { composePaymentFailedMail } from './billing-mails.ts';
import { claimNotices, settleNotice } from './billing-notices.repository.ts';
import type { BillingProvider } from './provider.ts';

const MINUTE = 60_000;
/** Longer than a mail takes with all its retries. */
const CLAIM_MINUTES = 10;
const NEWS_DAYS = 3;
const BATCH = 20;

/** Sends what is owed. The first mail that fails is thrown after the others were tried; it is tried again later. */
export async function sendNotices({ config, database, mailer, now }: Platform, provider: BillingProvider): Promise<void> {
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
      if (invoice !== null && invoice.paidAt === null) {
        const { publicUrl, billing } = config;
        await mailer.send(composePaymentFailedMail({ to: email, publicUrl, plan: billing.plan.name, invoiceUrl: invoice.url }));
      }
      await settleNotice(database, provider.name, invoiceId, now());
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
