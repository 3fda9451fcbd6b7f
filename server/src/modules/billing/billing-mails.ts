/** The mails of billing to account owners. */
import { composeMail } from '../../mail/compose-mail.ts';
import { linkInto, type MailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';

interface PaymentFailedMail {
  readonly to: string;
  readonly publicUrl: string;
  readonly plan: string;
  /** The provider's page of the invoice; null if it has none. */
  readonly invoiceUrl: string | null;
  readonly workspace: MailedWorkspace;
}

/**
 * Pages of the provider's portal expire after minutes, so the link leads to our payment page, whose button
 * opens a new one.
 */
export function composePaymentFailedMail({ to, publicUrl, plan, invoiceUrl, workspace }: PaymentFailedMail): Mail {
  const whose = workspace.name === null ? '' : ` of ${workspaceText(workspace)}`;
  return composeMail({
    to,
    subject: 'Your Leadloom payment failed',
    paragraphs: [
      `Your card was not charged for the ${plan} subscription${whose}. Your service continues for now, and the payment will be tried again.`,
      'Please check your card: the payment page leads to the customer portal, where it can be changed.',
    ],
    actions: [
      { label: 'Update your card', url: linkInto(workspace, `${publicUrl}/app/payment`) },
      ...(invoiceUrl === null ? [] : [{ label: 'See the invoice', url: invoiceUrl }]),
    ],
    closing: ['If you have paid in the meantime, you can ignore this email.'],
  });
}
