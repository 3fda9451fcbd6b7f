/** The message object for nodemailer, for both mailers. */
import type { SendMailOptions } from 'nodemailer';
import { BRAND_MARK_ID, brandMark } from './brand-mark.ts';
import type { Mail } from './mailer.ts';

export function toMimeMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object, so that an address is never read as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: [
      {
        cid: BRAND_MARK_ID,
        filename: brandMark.fileName,
        contentType: brandMark.contentType,
        contentDisposition: 'inline',
        content: brandMark.base64,
        encoding: 'base64',
      },
    ],
    // Keeps out-of-office replies away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Headers with which one press in the mail program ends the mails. */
function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
