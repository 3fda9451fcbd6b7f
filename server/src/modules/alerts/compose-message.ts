/** The words of messages and their mails. Pure. */
import { type AlertChange, type AlertMessage, MAX_MESSAGE_NAME } from '@leadloom/shared/contract/alert-messages';
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';

/** Rows a mail names. */
const MAIL_ROWS = 50;
const marks: Readonly<Record<AlertChange, string>> = { added: 'New', changed: 'Changed', removed: 'Removed' };

/** What a message calls a row. No character is cut in two. */
export function messageName(name: string): string {
  if (name.length <= MAX_MESSAGE_NAME) return name;
  return `${name.slice(0, MAX_MESSAGE_NAME - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** `Fintech in Germany: 3 added, 1 changed`. */
export function titleOf(name: string, counts: Readonly<Record<AlertChange, number>>): string {
  const parts = (['added', 'changed', 'removed'] as const).flatMap((change) =>
    counts[change] === 0 ? [] : [`${counts[change].toLocaleString('en')} ${change}`],
  );
  return `${name}: ${parts.join(', ')}`;
}

export function endTitle(name: string): string {
  return `${name}: what this alert watched was deleted, so the alert has ended`;
}

export function testTitle(name: string): string {
  return `${name}: this is a test`;
}

interface MailParts {
  readonly to: string;
  readonly publicUrl: string;
  readonly message: Pick<AlertMessage, 'title' | 'count' | 'rows' | 'link'>;
  /** Of the alert. */
  readonly name: string;
  /** Signed id of the alert. */
  readonly token: string;
}

export function composeAlertMail({ to, publicUrl, message: { title, count, rows, link }, name, token }: MailParts): Mail {
  const named = rows.slice(0, MAIL_ROWS).map(lineOf);
  const more = count - named.length;
  const mail = composeMail({
    to,
    subject: title,
    paragraphs: [title],
    list: more > 0 ? [...named, `and ${more.toLocaleString('en')} more`] : named,
    actions: [{ label: 'See these rows', url: `${publicUrl}${link}` }],
    closing: [
      `You get this email because of your alert "${name}". To stop these emails: ${publicUrl}/app/alerts/unsubscribe/${token}`,
    ],
  });
  return { ...mail, unsubscribeUrl: `${publicUrl}/api/v1/alerts/unsubscribe/${token}` };
}

function lineOf({ id, change, fields, name }: AlertMessage['rows'][number]): string {
  const shown = name ?? `row ${id}`;
  return fields === undefined
    ? `${marks[change]}: ${shown}`
    : `${marks[change]}: ${shown} (${fields.join(', ').replaceAll('_', ' ')})`;
}

export function linkOf(messageId: number): string {
  return `/app/alerts?message=${messageId}`;
}
