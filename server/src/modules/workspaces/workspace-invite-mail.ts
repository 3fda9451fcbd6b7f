/** The mail that invites somebody to a workspace. It goes to strangers, too, so it says who caused it. */
import type { WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { composeMail } from '../../mail/compose-mail.ts';
import { formatMailDay } from '../../mail/mail-date.ts';
import type { Mail } from '../../mail/mailer.ts';

interface MailedInvite {
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly expiresAt: Date;
  readonly code: string;
  /** Names of the workspace, and the address of the member who invites. */
  readonly workspace: string;
  readonly inviter: string;
}

const asRole: Record<WorkspaceRole, string> = {
  owner: 'as one of its owners',
  admin: 'as an admin, who manages its members',
  member: 'as a member',
  viewer: 'as a viewer, who reads everything and changes nothing',
};

/** @param publicUrl origin */
export function composeInviteMail(
  publicUrl: string,
  { email: to, role, expiresAt, code, workspace, inviter }: MailedInvite,
): Mail {
  return composeMail({
    to,
    subject: `${inviter} invites you to a workspace on Leadloom`,
    paragraphs: [
      `${inviter} invites you to the workspace “${workspace}”, ${asRole[role]}. Its members share lists, views, notes and collected people.`,
    ],
    actions: [{ label: 'Join the workspace', url: `${publicUrl}/app/join/${code}` }],
    closing: [
      `The link works once, until ${formatMailDay(expiresAt)}, for an account with this address.`,
      'If you do not know who invites you, ignore this email: nothing happens without you.',
    ],
  });
}
