/** The mails to owners of destinations. They name kind and name alone: addresses may contain a secret. Pure. */
import { type DestinationKind, destinationLabels } from '@leadloom/shared/contract/destinations';
import { composeMail } from '../../mail/compose-mail.ts';
import { linkInto, type MailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';

export const DESTINATIONS_PATH = '/app/destinations';

interface NamedDestination {
  readonly kind: DestinationKind;
  readonly name: string;
}

interface DestinationMail {
  readonly to: string;
  readonly publicUrl: string;
  readonly workspace: MailedWorkspace;
  readonly destination: NamedDestination;
}

/** `S3 destination “Archive”`, as mails, notices and the activity call it. */
export function nameOf({ kind, name }: NamedDestination): string {
  return `${destinationLabels[kind]} destination “${name}”`;
}

export function disabledTitle(destination: NamedDestination, reason: string): string {
  return `Your ${nameOf(destination)} was disabled: ${reason}`;
}

export function composeDisabledMail(parts: DestinationMail, reason: string): Mail {
  const { to, workspace, destination } = parts;
  return composeMail({
    to,
    subject: `Your ${nameOf(destination)} was disabled`,
    paragraphs: [
      disabledTitle(destination, reason),
      'Nothing is sent to it until you enable it again. What failed is kept for 30 days, and you can send each again.',
    ],
    actions: [seeDestinations(parts)],
    closing: [
      workspace.name === null
        ? 'You get this email because a destination of your account stopped.'
        : `You get this email because a destination of ${workspaceText(workspace)} stopped.`,
    ],
  });
}

export function composeAddedMail(parts: DestinationMail): Mail {
  const { to, publicUrl, workspace, destination } = parts;
  const whose = workspace.name === null ? 'your account' : workspaceText(workspace);
  return composeMail({
    to,
    subject: `A destination was added to ${workspaceText(workspace)}`,
    paragraphs: [
      `The ${nameOf(destination)} was added. Scheduled exports, alerts or records of ${whose} can be sent there from now on.`,
    ],
    actions: [seeDestinations(parts)],
    closing: [deleteAtOnce(publicUrl)],
  });
}

/** @param changes a sentence each */
export function composeChangedMail(parts: DestinationMail, changes: readonly string[]): Mail {
  const { to, publicUrl, workspace, destination } = parts;
  return composeMail({
    to,
    subject: `A destination was changed in ${workspaceText(workspace)}`,
    paragraphs: [`${workspace.name === null ? 'Your' : 'The'} ${nameOf(destination)} was changed.`],
    list: changes,
    actions: [seeDestinations(parts)],
    closing: [deleteAtOnce(publicUrl)],
  });
}

function seeDestinations({ publicUrl, workspace }: DestinationMail) {
  return { label: 'See your destinations', url: linkInto(workspace, `${publicUrl}${DESTINATIONS_PATH}`) };
}

function deleteAtOnce(publicUrl: string): string {
  return `If it was not you, delete the destination and reset your password at once: ${publicUrl}/app/reset-password`;
}
