/**
 * Mails messages of alerts. A message that is to be mailed says so in its row, written with the message; here, the messages
 * of the alerts that one account made become at most five mails a minute and 200 a day, in whatever workspaces they are; each
 * transaction is for one account. Messages that a killed
 * server left are found again, and no message is mailed twice.
 */

import type { Connection } from '../../database/database.ts';
import { type Member, personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { bulkFor } from '../../mail/mail-queue.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { addNotice } from '../events/notices.service.ts';
import * as repository from './alert-mails.repository.ts';
import { composeAlertMail, composeFoldedMail, LAST_OF_DAY, linkOf } from './compose-message.ts';
import { planMails } from './plan-mails.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const ACCOUNTS_AT_ONCE = 200;
const ALERTS_PATH = '/app/alerts';

/** An account as its alerts need it. */
export interface Recipient {
  readonly email: string;
  /** Whether the account is verified, not blocked, and has an active trial or subscription. */
  readonly mayBeNotified: boolean;
}

export interface MailerParts {
  readonly platform: Platform;
  /** A member; null: their account is gone, or no member any more. */
  readonly readRecipient: (workspaceId: WorkspaceId, memberId: number) => Promise<Recipient | null>;
}

export function createMessageMailer({ platform, readRecipient }: MailerParts) {
  const { database, mailQueue, now, secrets, config } = platform;
  const tokens = createUnsubscribeTokens(secrets);
  const { publicUrl } = config;

  async function mailAccount(workspaceId: WorkspaceId): Promise<void> {
    for (const author of await repository.listDueAuthors(database, workspaceId)) await mailAuthor(author);
    mailQueue.kick();
  }

  async function mailAuthor(author: Member): Promise<void> {
    const { accountId, workspaceId } = author;
    const recipient = await readRecipient(workspaceId, accountId);
    await database.transaction(async (transaction) => {
      const time = now();
      const known = await repository.lockMailCounts(transaction, accountId, time);
      const due = await repository.listDueMessages(transaction, author);
      if (due.length === 0) return;
      const wanted = recipient?.mayBeNotified === true ? due.filter(({ isMailed }) => isMailed) : [];
      const plan = wanted.length === 0 || known === null ? null : planMails(wanted.length, known, time);
      if (plan?.kind === 'wait') return;
      await repository.settleMessages(
        transaction,
        workspaceId,
        due.map(({ id }) => id),
      );
      if (plan?.kind !== 'send' || recipient === null) return;
      const mails = await compose(transaction, { ...author, to: recipient.email }, wanted, plan);
      for (const mail of mails) await mailQueue.enqueue(transaction, mail, bulkFor(accountId));
      await repository.storeMailCounts(transaction, accountId, plan.counts);
      // Nobody else is told: the mails are one account's.
      const notice = { workspaceId: personalWorkspaceOf(accountId), title: LAST_OF_DAY, link: ALERTS_PATH, at: time };
      if (plan.isLastOfDay) await addNotice(transaction, notice);
    });
  }

  async function compose(
    transaction: Connection,
    { accountId, workspaceId, to }: Member & { readonly to: string },
    messages: readonly repository.DueMessage[],
    { single, isLastOfDay }: { readonly single: number; readonly isLastOfDay: boolean },
  ): Promise<readonly Mail[]> {
    const sharedId = workspaceId === personalWorkspaceOf(accountId) ? null : workspaceId;
    const alone = messages.slice(0, single);
    const folded = messages.slice(single);
    const rows = await repository.readRows(
      transaction,
      workspaceId,
      alone.map(({ id }) => id),
    );
    const parts = alone.map(({ id, title, alertId, alertName }) => {
      const { count, rows: named } = rows.get(id) ?? { count: 0, rows: [] };
      return {
        to,
        publicUrl,
        sharedId,
        name: alertName,
        token: tokens.issue(alertId),
        message: { title, count, rows: named, link: linkOf(id) },
      };
    });
    const isLast = (at: number) => isLastOfDay && folded.length === 0 && at === parts.length - 1;
    const mails = parts.map((each, at) => composeAlertMail({ ...each, isLastOfDay: isLast(at) }));
    if (folded.length === 0) return mails;
    return [...mails, composeFoldedMail({ to, publicUrl, sharedId, titles: folded.map(({ title }) => title), isLastOfDay })];
  }

  return {
    /** Mails the messages of one workspace. */
    mailAccount,
    /** Mails the messages of all workspaces, those with the lowest ids first. */
    async mailAll(stopping?: AbortSignal): Promise<void> {
      let after = 0;
      while (stopping?.aborted !== true) {
        const workspaceIds = await repository.listDueWorkspaces(database, after, ACCOUNTS_AT_ONCE);
        for (const workspaceId of workspaceIds) await mailAccount(workspaceId);
        const last = workspaceIds.at(-1);
        if (last === undefined || workspaceIds.length < ACCOUNTS_AT_ONCE) return;
        after = last;
      }
    },
  };
}
