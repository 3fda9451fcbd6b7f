/** The mails about scheduled exports. Pure. */
import { EXPORT_FILES_RETENTION_DAYS } from '@leadloom/shared/contract/scheduled-exports';
import { composeMail } from '../../../mail/compose-mail.ts';
import { linkInto, type MailedWorkspace, workspaceText } from '../../../mail/mailed-workspace.ts';
import type { Mail } from '../../../mail/mailer.ts';

interface MailParts {
  readonly to: string;
  readonly publicUrl: string;
  /** The name of the scheduled export. */
  readonly name: string;
  readonly workspace: MailedWorkspace;
}

export function composeWrittenMail(parts: MailParts, rows: number): Mail {
  const counted = rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`;
  return compose(parts, `${parts.name}: ${counted}`, [
    `Your export "${parts.name}" has been written, with ${counted}.`,
    `The file is kept for ${EXPORT_FILES_RETENTION_DAYS} days.`,
  ]);
}

/** @param reason a sentence */
export function composeNotWrittenMail(parts: MailParts, reason: string): Mail {
  return compose(parts, `${parts.name}: not written`, [`Your export "${parts.name}" was not written. ${reason}`]);
}

export function composeEndedMail(parts: MailParts): Mail {
  return compose(parts, `${parts.name}: ended`, [
    `The view or list of your export "${parts.name}" was deleted, so the export has ended.`,
  ]);
}

function compose({ to, publicUrl, name, workspace }: MailParts, subject: string, paragraphs: readonly string[]): Mail {
  return composeMail({
    to,
    subject,
    paragraphs: [...paragraphs],
    actions: [{ label: 'See your scheduled exports', url: linkInto(workspace, `${publicUrl}/app/scheduled-exports`) }],
    closing: [
      workspace.name === null
        ? `You get this email because you scheduled the export "${name}".`
        : `You get this email because the export "${name}" of ${workspaceText(workspace)} counts as yours.`,
    ],
  });
}
