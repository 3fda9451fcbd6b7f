/**
 * Readers of real servers over HTTP. Each answer has to be that of a version which the table had between the question and the answer.
 * Answers that a kill explains are counted; any other refusal is kept.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccount, type WritingAccount } from '../../../scripts/lib/cluster/writing-account.ts';
import { isAway, type Pool } from './checked-reads.ts';
import type { KnownStates } from './numbered-rows.ts';
import { randomServerQuestion } from './server-questions.ts';

export interface ServerReadCounts {
  readonly checked: number;
  /** Of these, answers while which the table changed, so that several versions were right. */
  readonly betweenVersions: number;
  /** Without an answer to check: a server or the database was killed, or the account had too many lists open. */
  readonly unanswered: number;
  readonly wrong: readonly string[];
  /** Answers that nothing explains. */
  readonly failed: readonly string[];
}

interface Readers {
  /** Origins, which stay the same when a server is started again. */
  readonly servers: readonly string[];
  readonly pool: Pool;
  readonly states: KnownStates;
  /** Whether, since a time, a server or the database was killed or was not back. @param since as `performance.now()` says it */
  readonly wasKilled: (server: string, since: number) => boolean;
}

const PAUSE_MILLISECONDS = 20;
const PAUSE_AFTER_REFUSAL = 250;
/** Far longer than any answer may take: one that does not come until then hangs. */
const PATIENCE = 45_000;
/** The server was busy; other load on the machine may be the reason. */
const BUSY = new Set(['LIST.TOO_SLOW', 'LIST.BUSY', 'SERVER.BUSY']);

export async function createServerReaders({ servers, pool, states, wasKilled }: Readers) {
  const wrong: string[] = [];
  const failed: string[] = [];
  let [checked, betweenVersions, unanswered] = [0, 0, 0];

  /** Signed in at each server. */
  async function openReader(): Promise<readonly WritingAccount[]> {
    const [first = '', ...others] = servers;
    const account = await openAccount(first, PATIENCE);
    return [account, ...(await Promise.all(others.map((server) => account.at(server))))];
  }

  async function readOnce(account: WritingAccount): Promise<void> {
    const question = randomServerQuestion();
    const before = await states.version();
    const begun = performance.now();
    const answer = await account.call('GET', question.path);
    if (answer.status !== 200) {
      unanswered += 1;
      await sleep(PAUSE_AFTER_REFUSAL);
      if (!BUSY.has(answer.code) && !wasKilled(account.server, begun))
        failed.push(`${answer.status} ${answer.code} to ${question.path}: ${JSON.stringify(answer.body)}`);
      return;
    }
    const is = question.read(answer.body);
    // The answer is there: it is checked, however long the database is away.
    const possible = await untilBack(async () => states.between(before, await states.version()));
    const should = new Map([...possible].map(([version, rows]) => [version, question.expected(rows)]));
    checked += 1;
    if (should.size > 1) betweenVersions += 1;
    if (![...should.values()].includes(is)) {
      const what = `${account.server} ${question.path}: ${is} instead of ${JSON.stringify(Object.fromEntries(should))}`;
      wrong.push(what);
      // A long run tells at once.
      process.stderr.write(`${what}\n`);
    }
  }

  return {
    open: async (count: number) => {
      const readers = await Promise.all(Array.from({ length: count }, openReader));
      await pool.query('update accounts set verified_at = now() where verified_at is null');
      return readers;
    },
    /** Reads until it is over, by turns of all servers. */
    run: async (reader: readonly WritingAccount[], isOver: () => boolean) => {
      while (!isOver()) {
        const account = reader[Math.floor(Math.random() * reader.length)];
        if (account !== undefined)
          await readOnce(account).catch((error: unknown) => {
            unanswered += 1;
            if (!isAway(error)) throw error;
          });
        await sleep(PAUSE_MILLISECONDS);
      }
    },
    counts: (): ServerReadCounts => ({ checked, betweenVersions, unanswered, wrong, failed }),
  };
}

async function untilBack<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(100);
    }
  }
}
