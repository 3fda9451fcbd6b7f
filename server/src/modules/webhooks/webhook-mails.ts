/** What the owner of a webhook is told when it was disabled. Pure. */
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';

export const WEBHOOKS_PATH = '/app/webhooks';

interface DisabledMail {
  readonly to: string;
  readonly publicUrl: string;
  /** Of the webhook. */
  readonly url: string;
  readonly reason: string;
}

/** Names the host alone: addresses often contain a secret. */
export function disabledTitle({ url, reason }: Pick<DisabledMail, 'url' | 'reason'>): string {
  return `Your webhook to ${new URL(url).host} was disabled: ${reason}`;
}

export function composeDisabledMail({ to, publicUrl, url, reason }: DisabledMail): Mail {
  return composeMail({
    to,
    subject: `Your webhook to ${new URL(url).host} was disabled`,
    paragraphs: [
      disabledTitle({ url, reason }),
      'It gets no events until you enable it again. Its deliveries are kept for 30 days, and you can send each again.',
    ],
    actions: [{ label: 'See your webhooks', url: `${publicUrl}${WEBHOOKS_PATH}` }],
    closing: ['You get this email because a webhook of your account stopped.'],
  });
}
