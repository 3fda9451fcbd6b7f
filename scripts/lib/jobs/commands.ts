/** The subcommands of `pnpm jobs`. */
import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { COMMAND_LINE } from '../../../server/src/modules/audit/operator-audit.service.ts';
import { mailJob } from '../../../server/src/modules/mails/mail-sender.ts';
import { listFailedMails } from '../../../server/src/modules/mails/mails.service.ts';
import { retryJob } from '../../../server/src/modules/operator/jobs.service.ts';
import { listDeadLetters } from '../../../server/src/queue/dead-letters.ts';
import { createJobQueue, type JobQueue } from '../../../server/src/queue/job-queue.ts';
import { withDatabase } from '../data/open-database.ts';
import { readArguments, UsageError } from '../data/usage.ts';
import type { CommandSet } from '../run-command.ts';

const LIMIT = 1000;

const usage = `Work that the server does after an answer, such as sending mails. Works with and without a running server.

  pnpm jobs failed                  list what was given up: id, kind, time, tries and reason, tab-separated
  pnpm jobs again <id>…             do it again, with all tries; ids are those of the list
  pnpm jobs again all               do everything in the list again

  The settings are those of the server: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export const jobCommands: CommandSet = { name: 'pnpm jobs', commands: { failed: failedCommand, again: againCommand }, usage };

interface FailedWork {
  /** `mail-7`, or the job's own. */
  readonly id: string;
  readonly kind: string;
  readonly failedAt: Date | null;
  readonly tries: number;
  readonly reason: string;
}

/** Works also if no server of this version was started yet. */
async function openQueue(database: Database): Promise<JobQueue> {
  const queue = createJobQueue(database);
  await queue.prepare([mailJob]);
  return queue;
}

/** Mails first, each kind oldest first. */
async function listFailedWork(database: Database): Promise<FailedWork[]> {
  await openQueue(database);
  const mails = (await listFailedMails({ database })).map(({ id, failedAt, tries, lastError }) => ({
    id: `mail-${id}`,
    kind: 'mail',
    failedAt,
    tries,
    reason: lastError ?? '',
  }));
  const others = (await listDeadLetters(database, LIMIT)).map(({ job, ...letter }) => ({ ...letter, kind: job }));
  return [...mails, ...others];
}

/** @returns false if nothing with this id was given up */
async function doAgain(database: Database, id: string): Promise<boolean> {
  const queue = await openQueue(database);
  return retryJob({ database, queue, now: () => new Date() }, COMMAND_LINE, id);
}

/** Lists the jobs that were given up. */
async function failedCommand(args: readonly string[], config: Config): Promise<number> {
  const [unexpected] = readArguments(args, {}).positionals;
  if (unexpected !== undefined) throw new UsageError(`"${unexpected}" is an unexpected argument`);
  const failed = await withDatabase(config, listFailedWork, { command: 'pnpm jobs' });
  for (const { id, kind, failedAt, tries, reason } of failed) {
    process.stdout.write(`${[id, kind, failedAt?.toISOString() ?? '', tries, reason].join('\t')}\n`);
  }
  if (failed.length === 0) process.stderr.write('leadloom: Nothing was given up.\n');
  return 0;
}

/** Runs given-up jobs again. A running server does this at once; otherwise the next start. */
async function againCommand(args: readonly string[], config: Config): Promise<number> {
  const { positionals } = readArguments(args, {});
  if (positionals.length === 0) throw new UsageError('name what is to be done again: ids of "pnpm jobs failed", or all');
  return withDatabase(
    config,
    async (database) => {
      const isAll = positionals.length === 1 && positionals[0] === 'all';
      const ids = isAll ? (await listFailedWork(database)).map(({ id }) => id) : positionals;
      let missing = 0;
      for (const id of ids) {
        if (await doAgain(database, id)) continue;
        missing += 1;
        process.stderr.write(`leadloom: "${id}" was not given up\n`);
      }
      process.stdout.write(`${ids.length - missing}\n`);
      return missing > 0 ? 1 : 0;
    },
    { command: 'pnpm jobs' },
  );
}
