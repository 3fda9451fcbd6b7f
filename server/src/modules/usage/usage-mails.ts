/** The two mails about a monthly limit: nearly used, and used up. */
import { composeMail } from '../../mail/compose-mail.ts';
import { formatMailDay } from '../../mail/mail-date.ts';
import type { Mail } from '../../mail/mailer.ts';

interface UsageMail {
  readonly to: string;
  readonly kind: 'requests' | 'exports';
  readonly notice: 'warned' | 'exhausted';
  readonly limit: number;
  readonly periodEnd: Date;
  readonly publicUrl: string;
}

const things = { requests: 'API requests', exports: 'exported rows' } as const;

export function composeUsageMail({ to, kind, notice, limit, periodEnd, publicUrl }: UsageMail): Mail {
  const allowance = `${limit.toLocaleString('en')} ${things[kind]}`;
  const isExhausted = notice === 'exhausted';
  return composeMail({
    to,
    subject: isExhausted ? `You have used all your ${things[kind]} this month` : `You have used 80 % of your ${things[kind]}`,
    paragraphs: [
      isExhausted
        ? `All ${allowance} for this month are used. Further ones are refused until the count resets.`
        : `You have used at least 80 % of the ${allowance} you have this month.`,
    ],
    actions: [{ label: 'See your usage', url: `${publicUrl}/app/dashboard` }],
    closing: [`The count resets on ${formatMailDay(periodEnd)} at 00:00 UTC.`],
  });
}
