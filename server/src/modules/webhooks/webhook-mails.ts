/** The mail about a webhook that was disabled. Pure. */
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';

interface DisabledMail {
  readonly to: string;
  readonly publicUrl: string;
  /** Of the webhook. */
  readonly url: string;
  readonly reason: string;
}

/** Names the host alone: addresses often contain a secret. */
export function composeDisabledMail({ to, publicUrl, url, reason }: DisabledMail): Mail {
  const { host } = new URL(url);
  return composeMail({
    to,
    subject: `Your webhook to ${host} was disabled`,
    paragraphs: [
      `Your webhook to ${host} was disabled: ${reason}`,
      'It is told nothing until you enable it again. Its deliveries are kept for 30 days, and you can send each again.',
    ],
    actions: [{ label: 'See your webhooks', url: `${publicUrl}/app/webhooks` }],
    closing: ['You get this mail because a webhook of your account stopped.'],
  });
}
