/**
 * Webhooks and destinations lead out of a workspace. Those of a member who goes, or may no longer connect, pause until somebody
 * who may connect confirms them. All owners are told by mail, and the activity names each. Scheduled exports go on: their files
 * stay inside, and leave it only through destinations.
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
import { pauseDestinationsOfMember } from '../events/pause-destinations.service.ts';
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

/** Does nothing where the member has no active webhook or destination in the workspace. */
export async function pauseConnections(
  { config, mailQueue }: Telling,
  transaction: Transaction,
  { member, why, by, at }: Pause,
): Promise<void> {
  const { workspaceId, accountId } = member;
  const webhooks = (await pauseWebhooksOfMember(transaction, member, why, at)).map((url) => `webhook to ${new URL(url).host}`);
  const destinations = (await pauseDestinationsOfMember(transaction, member, why, at)).map((name) => `destination “${name}”`);
  const paused = [...webhooks, ...destinations];
  if (paused.length === 0) return;
  for (const target of paused) await noteActivity(transaction, { accountId: by, workspaceId }, { action: 'paused', target }, at);
  const workspace = await readMailedWorkspace(transaction, workspaceId);
  const { publicUrl } = config;
  for (const to of await listOwnersToTell(transaction, workspaceId, accountId)) {
    const mail = composePausedMail({ to, why, webhooks, destinations, workspace, publicUrl });
    await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
  }
}

interface PausedMail {
  readonly to: string;
  readonly why: MemberPause;
  /** Addresses often contain a secret, so webhooks are named by their hosts alone. */
  readonly webhooks: readonly string[];
  readonly destinations: readonly string[];
  readonly workspace: MailedWorkspace;
  readonly publicUrl: string;
}

const causes: Readonly<Record<MemberPause, string>> = {
  gone: 'is no longer in the workspace',
  unable: 'may no longer connect anything',
};

function composePausedMail({ to, why, webhooks, destinations, workspace, publicUrl }: PausedMail): Mail {
  const kinds = [...(webhooks.length === 0 ? [] : ['webhooks']), ...(destinations.length === 0 ? [] : ['destinations'])];
  const what = kinds.join(' and ');
  return composeMail({
    to,
    subject: `${what.charAt(0).toUpperCase()}${what.slice(1)} of ${workspaceText(workspace)} are paused`,
    paragraphs: [
      `The member who made these ${what} ${causes[why]}, so they are paused. What happens meanwhile waits, and is sent once somebody who may connect confirms that the addresses are right.`,
    ],
    list: [...webhooks, ...destinations],
    actions: kinds.map((kind) => ({ label: `See the ${kind}`, url: linkInto(workspace, `${publicUrl}/app/${kind}`) })),
    closing: [`You get this email because you are an owner of ${workspaceText(workspace)}.`],
  });
}
