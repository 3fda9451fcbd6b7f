/** The two mails about a monthly limit: nearly used, and used up. */
import { composeMail } from '../../mail/compose-mail.ts';
import { formatMailDay } from '../../mail/mail-date.ts';
import { linkInto, type MailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';

interface UsageMail {
  readonly to: string;
  readonly kind: 'requests' | 'exports';
  readonly notice: 'warned' | 'exhausted';
  readonly limit: number;
  readonly periodEnd: Date;
  readonly publicUrl: string;
  readonly workspace: MailedWorkspace;
}

const things = { requests: 'API requests', exports: 'exported rows' } as const;

export function composeUsageMail({ to, kind, notice, limit, periodEnd, publicUrl, workspace }: UsageMail): Mail {
  const allowance = `${limit.toLocaleString('en')} ${things[kind]}`;
  const isExhausted = notice === 'exhausted';
  const { name } = workspace;
  const who = name === null ? 'You have' : `The workspace “${name}” has`;
  const [whose, here] = name === null ? ['your', 'you have'] : ['its', 'it has'];
  return composeMail({
    to,
    subject: isExhausted ? `${who} used all ${whose} ${things[kind]} this month` : `${who} used 80 % of ${whose} ${things[kind]}`,
    paragraphs: [
      isExhausted
        ? `All ${allowance}${name === null ? '' : ` of ${workspaceText(workspace)}`} for this month are used. Further ones are refused until the count resets.`
        : `${who} used at least 80 % of the ${allowance} ${here} this month.`,
    ],
    actions: [{ label: 'See your usage', url: linkInto(workspace, `${publicUrl}/app/dashboard`) }],
    closing: [`The count resets on ${formatMailDay(periodEnd)} at 00:00 UTC.`],
  });
}
