/** The mails to people who asked to be erased. Links always use the configured address. */
import { ERASURE_DAYS, ERASURE_LINK_DAYS } from '@leadloom/shared/contract/erasures';
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';

export function erasureConfirmationMail(to: string, publicUrl: string, code: string): Mail {
  return composeMail({
    to,
    subject: 'Confirm that you want to be removed from Leadloom',
    paragraphs: [
      'Someone, hopefully you, asked us to remove what we keep about the person with this email address.',
      `Nothing happens until you confirm it. We answer within ${ERASURE_DAYS} days.`,
    ],
    actions: [{ label: 'Confirm the request', url: `${publicUrl}/app/erasure/confirm/${code}` }],
    closing: [`The link works for ${ERASURE_LINK_DAYS} days. If it was not you, ignore this email.`],
  });
}

export function erasureDoneMail(to: string): Mail {
  return composeMail({
    to,
    subject: 'You were removed from Leadloom',
    paragraphs: [
      'We removed what we kept about you, and what our users had collected about you here.',
      'So that you are not added again, we keep a code made from your email, your profiles and your name with your employer. Nobody can read them from it.',
    ],
    actions: [],
    closing: ['If you have an account of your own, it stays. You can delete it in its settings.'],
  });
}

export function erasureRefusedMail(to: string, reason: string | null, supportEmail: string): Mail {
  return composeMail({
    to,
    subject: 'Your request to be removed from Leadloom',
    paragraphs: [
      'We did not carry out your request to be removed.',
      ...(reason === null || reason === '' ? [] : [`The reason: ${reason}`]),
    ],
    actions: [],
    closing: [`You can ask about it at ${supportEmail}, and complain to your data protection authority or go to court.`],
  });
}
