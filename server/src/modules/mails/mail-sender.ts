/**
 * Sends the mails that are due, a few at once, sharing them with every other server on the database: on demand, and
 * every few seconds. A row is claimed for longer than an attempt may take, and released when the server stops first.
 */
import type { Database } from '../../database/database.ts';
import type { DeferredWork } from '../../mail/mail-queue.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { createRepeatedJob } from '../../schedule/repeated-job.ts';
import { describeMailFailure, isRefusedForGood } from './mail-failure.ts';
import * as repository from './mails.repository.ts';
import { GIVE_UP_AFTER, retryDelay } from './retry-delay.ts';
import type { MailSeal } from './sealed-mail.ts';

const SECOND = 1000;
const AT_ONCE = 5;
const LOOK_EVERY = 5 * SECOND;
const TRY_LIMIT = 60 * SECOND;
/** Longer than a try may take. */
const LEASE = 90 * SECOND;
/** How long a stop waits for what is on its way. */
const STOP_PATIENCE = 700;

const SEALED_ELSEWHERE = 'It was encrypted with a different secret than those of this server.';

export interface MailLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface SenderParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly now: () => Date;
  readonly seal: MailSeal;
  readonly handlers: ReadonlyMap<string, DeferredWork>;
}

export interface MailSender {
  /** @param isAlone no other server sends from this database, so what seems to be under way is not */
  start(log: MailLog, options: { readonly isAlone: boolean }): Promise<void>;
  kick(): void;
  /** Waits a moment for what is on its way; what has not left by then is due at the next start. */
  stop(): Promise<void>;
}

export function createMailSender({ database, mailer, now, seal, handlers }: SenderParts): MailSender {
  const underWay = new Map<number, { readonly row: repository.ClaimedMail; readonly run: Promise<void> }>();
  let log: MailLog | null = null;
  let isMoreDue = false;
  const job = createRepeatedJob({ name: 'sending mails', intervalMilliseconds: LOOK_EVERY, run: claimDue });

  const later = (milliseconds: number): Date => new Date(now().getTime() + milliseconds);

  async function claimDue(): Promise<void> {
    const room = AT_ONCE - underWay.size;
    // Whichever ends first asks for the rest.
    isMoreDue = room === 0;
    if (isMoreDue) return;
    const except = [...underWay.keys()];
    const rows = await repository.claimMails(database, { now: now(), until: later(LEASE), limit: room, except });
    isMoreDue = rows.length === room;
    for (const row of rows) startAttempt(row);
  }

  function startAttempt(row: repository.ClaimedMail): void {
    const run = attempt(row)
      .catch((error: unknown) => log?.error({ err: error, mail: row.id }, 'the outcome of a mail could not be saved'))
      .finally(() => {
        underWay.delete(row.id);
        if (isMoreDue) job.runSoon();
      });
    underWay.set(row.id, { row, run });
  }

  async function attempt(row: repository.ClaimedMail): Promise<void> {
    const content = seal.open(row.content);
    if (content === null) return giveUp(row, SEALED_ELSEWHERE);
    const work = 'mail' in content ? mailer.send(content.mail) : carryOut(row, content.deferred, content.details);
    const failure = await within(TRY_LIMIT, work).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure !== null) return handleFailure(row, failure.error);
    if ('mail' in content) await repository.removeMail(database, row.id);
  }

  async function carryOut(row: repository.ClaimedMail, kind: string, details: unknown): Promise<void> {
    const work = handlers.get(kind);
    if (work === undefined) throw new Error(`this version writes nothing of the kind "${kind}"`);
    await database.transaction(async (transaction) => {
      if (await repository.removeMail(transaction, row.id)) await work(transaction, details);
    });
    job.runSoon();
  }

  async function handleFailure(row: repository.ClaimedMail, error: unknown): Promise<void> {
    const reason = describeMailFailure(error);
    const isTooOld = now().getTime() - row.createdAt.getTime() >= GIVE_UP_AFTER;
    if (isTooOld || isRefusedForGood(error)) return giveUp(row, reason);
    log?.warn({ mail: row.id, tries: row.tries, reason }, 'a mail could not be sent yet');
    await repository.postponeMail(database, row, { error: reason, nextTryAt: later(retryDelay(row.tries)) });
  }

  async function giveUp(row: repository.ClaimedMail, reason: string): Promise<void> {
    log?.error({ mail: row.id, tries: row.tries, reason }, 'a mail was given up');
    await repository.failMail(database, row, reason, now());
  }

  return {
    kick: job.runSoon,
    async start(to, { isAlone }) {
      await repository.hastenMails(database, now(), isAlone);
      log = to;
      job.start(to);
    },
    async stop() {
      log = null;
      await job.stop();
      await within(STOP_PATIENCE, Promise.allSettled([...underWay.values()].map(({ run }) => run))).catch(() => undefined);
      for (const { row } of underWay.values())
        await repository.postponeMail(database, row, { error: 'The server stopped.', nextTryAt: now() });
    },
  };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no end after ${milliseconds / SECOND} s`)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
