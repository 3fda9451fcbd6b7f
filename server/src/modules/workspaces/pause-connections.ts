/**
 * Webhooks lead out of a workspace. Those of a member who goes, or may no longer connect, pause until somebody who may connect
 * confirms them. All owners are told by mail, and the activity names each. Scheduled exports go on: their files stay inside.
 */
import { rightsOf } from '@leadloom/shared/contract/workspace-roles';
import type { Transaction } from '../../database/database.ts';
import type { Member } from '../../http/workspace-id.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { linkInto, type MailedWorkspace, readMailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { type MemberPause, pauseWebhooksOfMember } from '../events/pause-webhooks.service.ts';
import { listOwnersToTell, type MemberAccess } from './members.repository.ts';

/** What sends the mails. Whoever commits the transaction kicks the queue. */
export type Telling = Pick<Platform, 'config' | 'mailQueue'>;

/** Whether a member may no longer connect after a change. */
export function losesConnecting(before: MemberAccess, after: MemberAccess): boolean {
  const may = ({ role, rights }: MemberAccess) => rightsOf(role, rights).includes('connect');
  return may(before) && !may(after);
}

interface Pause {
  readonly member: Member;
  readonly why: MemberPause;
  /** Whoever changed the member; null: nobody, such as the sign-in at a provider. */
  readonly by: number | null;
  readonly at: Date;
}

/** Does nothing where the member has no active webhook in the workspace. */
export async function pauseConnections(
  { config, mailQueue }: Telling,
  transaction: Transaction,
  { member, why, by, at }: Pause,
): Promise<void> {
  const { workspaceId, accountId } = member;
  const urls = await pauseWebhooksOfMember(transaction, member, why, at);
  if (urls.length === 0) return;
  const hosts = urls.map((url) => new URL(url).host);
  for (const host of hosts)
    await noteActivity(transaction, { accountId: by, workspaceId }, { action: 'paused', target: `webhook to ${host}` }, at);
  const workspace = await readMailedWorkspace(transaction, workspaceId);
  for (const to of await listOwnersToTell(transaction, workspaceId, accountId))
    await mailQueue.enqueue(
      transaction,
      composePausedMail({ to, why, hosts, workspace, publicUrl: config.publicUrl }),
      noticeFor(workspaceId),
    );
}

interface PausedMail {
  readonly to: string;
  readonly why: MemberPause;
  /** Addresses often contain a secret, so the mail names hosts alone. */
  readonly hosts: readonly string[];
  readonly workspace: MailedWorkspace;
  readonly publicUrl: string;
}

const causes: Readonly<Record<MemberPause, string>> = {
  gone: 'is no longer in the workspace',
  unable: 'may no longer connect anything',
};

function composePausedMail({ to, why, hosts, workspace, publicUrl }: PausedMail): Mail {
  return composeMail({
    to,
    subject: `Webhooks of ${workspaceText(workspace)} are paused`,
    paragraphs: [
      `The member who made these webhooks ${causes[why]}, so they are paused. What happens meanwhile waits, and is sent once somebody who may connect confirms that the addresses are right.`,
    ],
    list: hosts,
    actions: [{ label: 'See the webhooks', url: linkInto(workspace, `${publicUrl}/app/webhooks`) }],
    closing: [`You get this email because you are an owner of ${workspaceText(workspace)}.`],
  });
}
