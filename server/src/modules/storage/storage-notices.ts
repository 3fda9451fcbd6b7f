/**
 * Follows the ledger of stored bytes: adds changes up, and notifies the first owners of workspaces whose storage becomes full, under the bell and by
 * mail. What the account is notified of is stored in the transaction that notes it, so a killed server repeats nothing.
 */

import type { WorkspaceId } from '../../http/workspace-id.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { linkInto, type MailedWorkspace, readMailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { addNotice } from '../events/notices.service.ts';
import * as repository from './account-storage.repository.ts';
import { inMegabytes, judgeStorage, STORAGE_WARNING_PERCENT, type StorageUse } from './storage-limits.ts';

const CHANGES_AT_ONCE = 5_000;
const DASHBOARD = '/app/dashboard';

export function createStorageNotices(platform: Platform) {
  const { config, database, mailQueue, now } = platform;

  async function notify(workspaceId: WorkspaceId, use: StorageUse): Promise<void> {
    const standing = { isFull: use.isFull, percent: (100 * use.usedBytes) / use.limitBytes };
    await database.transaction(async (transaction) => {
      const at = now();
      const due = await repository.claimNotices(transaction, workspaceId, standing, {
        now: at,
        warningPercent: STORAGE_WARNING_PERCENT,
      });
      if (!due.warned && !due.full) return;
      const workspace = await readMailedWorkspace(transaction, workspaceId);
      const storage = workspace.name === null ? 'Your storage' : 'The storage of this workspace';
      const title = due.full
        ? `${storage} is full: ${inMegabytes(use.limitBytes)} are used. Alerts, webhooks, destinations and scheduled exports store nothing until you delete something.`
        : `${storage} is nearly full: ${inMegabytes(use.usedBytes)} of ${inMegabytes(use.limitBytes)} are used.`;
      await addNotice(transaction, { workspaceId, title, link: DASHBOARD, at });
      if (due.email === null) return;
      const mail = composeStorageMail({ to: due.email, publicUrl: config.publicUrl, workspace }, use);
      await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
    });
  }

  return {
    /** Sends notices until no changes are left. */
    async follow(stopping?: AbortSignal): Promise<void> {
      for (;;) {
        const { workspaceIds, changes } = await repository.foldChanges(database, CHANGES_AT_ONCE);
        for (const [workspaceId, totals] of await repository.readTotals(database, workspaceIds))
          await notify(workspaceId, judgeStorage(config, totals));
        if (workspaceIds.length > 0) mailQueue.kick();
        if (changes < CHANGES_AT_ONCE || stopping?.aborted === true) return;
      }
    },
  };
}

interface StorageMail {
  readonly to: string;
  readonly publicUrl: string;
  readonly workspace: MailedWorkspace;
}

function composeStorageMail({ to, publicUrl, workspace }: StorageMail, { usedBytes, limitBytes, isFull }: StorageUse): Mail {
  const isOwn = workspace.name === null;
  const storage = isOwn ? 'your storage' : `the storage of ${workspaceText(workspace)}`;
  const who = isOwn ? 'Your account' : `The workspace “${workspace.name}”`;
  const used = `${inMegabytes(usedBytes)} of ${inMegabytes(limitBytes)}`;
  return composeMail({
    to,
    subject: isFull
      ? `${isOwn ? 'Your storage' : `The storage of ${workspaceText(workspace)}`} is full`
      : `You have used ${STORAGE_WARNING_PERCENT} % of ${storage}`,
    paragraphs: [
      isFull
        ? `${who} stores ${used}. You can read, export and delete everything, but nothing new is stored: alerts, webhooks, destinations and scheduled exports pause until you delete something. What they miss meanwhile is not made up for.`
        : `${who} stores ${used}. When it is full, nothing new is stored.`,
    ],
    actions: [{ label: 'See your usage', url: linkInto(workspace, `${publicUrl}${DASHBOARD}`) }],
    closing: ['Delete collected people, alerts, webhooks, lists or scheduled exports that you no longer need.'],
  });
}
