/** The words of messages and their mails. Pure. */

import { type AlertChange, type AlertMessage, MAX_MESSAGE_NAME } from '@leadloom/shared/contract/alert-messages';
import { fieldChangeText } from '@leadloom/shared/tables/field-change-text';
import { addressIn } from '../../http/workspace-address.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mailer.ts';
import { MAILS_A_DAY, MAILS_A_MINUTE } from './plan-mails.ts';

/** Rows a mail names. */
const MAIL_ROWS = 50;
/** Messages a mail of several names. */
const MAIL_TITLES = 50;
/** Shown in the last mail of the day, and under the bell. */
export const LAST_OF_DAY = `${MAILS_A_DAY} emails about your alerts were sent today. Until midnight UTC, new messages are in the app only.`;
const marks: Readonly<Record<AlertChange, string>> = { added: 'New', changed: 'Changed', removed: 'Removed' };

/** The name of a row in a message, or another text of it. No character is cut in two. */
export function messageName(name: string, most = MAX_MESSAGE_NAME): string {
  if (name.length <= most) return name;
  return `${name.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
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
  /** The shared workspace that the alert is in; null: the recipient's own. */
  readonly sharedId: WorkspaceId | null;
  readonly message: Pick<AlertMessage, 'title' | 'count' | 'rows' | 'link'>;
  /** The name of the alert. */
  readonly name: string;
  /** Signed id of the alert. */
  readonly token: string;
  /** Whether no more mails of alerts follow today. */
  readonly isLastOfDay: boolean;
}

export function composeAlertMail(parts: MailParts): Mail {
  const { to, publicUrl, sharedId, message, name, token, isLastOfDay } = parts;
  const { title, count, rows, link } = message;
  const named = rows.slice(0, MAIL_ROWS).map(lineOf);
  const more = count - named.length;
  const mail = composeMail({
    to,
    subject: title,
    paragraphs: [title],
    list: more > 0 ? [...named, `and ${more.toLocaleString('en')} more`] : named,
    actions: [{ label: 'See these rows', url: addressIn(`${publicUrl}${link}`, sharedId) }],
    closing: [
      ...(isLastOfDay ? [LAST_OF_DAY] : []),
      `You get this email because of your alert "${name}". To stop these emails: ${publicUrl}/app/alerts/unsubscribe/${token}`,
    ],
  });
  return { ...mail, unsubscribeUrl: `${publicUrl}/api/v1/alerts/unsubscribe/${token}` };
}

interface FoldedParts extends Pick<MailParts, 'to' | 'publicUrl' | 'sharedId' | 'isLastOfDay'> {
  /** Titles of messages, at least one. */
  readonly titles: readonly string[];
}

/** One mail about several messages. */
export function composeFoldedMail({ to, publicUrl, sharedId, titles, isLastOfDay }: FoldedParts): Mail {
  const more = titles.length - MAIL_TITLES;
  const named = titles.slice(0, MAIL_TITLES);
  const count = titles.length.toLocaleString('en');
  return composeMail({
    to,
    subject: titles.length === 1 ? (titles[0] ?? '') : `${count} messages of your alerts`,
    paragraphs: [`Your alerts had more than ${MAILS_A_MINUTE} messages within a minute. These are in one email:`],
    list: more > 0 ? [...named, `and ${more.toLocaleString('en')} more`] : named,
    actions: [{ label: 'See the messages', url: addressIn(`${publicUrl}/app/alerts`, sharedId) }],
    closing: [
      ...(isLastOfDay ? [LAST_OF_DAY] : []),
      'You get this email because of your alerts. Each can be told daily or weekly instead, or without emails.',
    ],
  });
}

/** A row as one line of a mail or a chat. */
export function lineOf({ id, change, fields, name }: AlertMessage['rows'][number]): string {
  const shown = name ?? `row ${id}`;
  return fields === undefined
    ? `${marks[change]}: ${shown}`
    : `${marks[change]}: ${shown} (${fields.map(fieldChangeText).join(', ')})`;
}

export function linkOf(messageId: number): string {
  return `/app/alerts?message=${messageId}`;
}
