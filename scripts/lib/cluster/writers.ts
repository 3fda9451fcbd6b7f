/** Load: accounts that save views through the product's API, and record every acknowledged one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTableView, listTableViews, MAX_VIEWS_PER_TABLE } from '../../../shared/src/contract/table-views.ts';
import { type TableName, tableNames } from '../../../shared/src/tables/tables.ts';
import { openAccount, type WritingAccount } from './writing-account.ts';

/** Milliseconds between two writes of a writer, and after one that was refused. */
const PAUSE = 10;
const PAUSE_AFTER_REFUSAL = 100;

interface Acknowledgement {
  readonly table: TableName;
  readonly id: string;
  readonly name: string;
}

export interface Writers {
  /** The number of acknowledged writes so far. */
  acknowledged(): number;
  /** The failed responses of the servers, with counts. */
  refusals(): ReadonlyMap<string, number>;
  /** Resolves once every server has acknowledged a write that began after this call. @throws {Error} after the limit, in milliseconds */
  untilAllWrite(limit: number): Promise<void>;
  /** The longest time without an acknowledged write on one of the servers, in milliseconds. */
  longestPause(): number;
  /** Resolves once the last write was answered. */
  stop(): Promise<void>;
  /**
   * Reads every acknowledged write, each through a server that did not acknowledge it.
   * @returns the number of missing ones
   */
  countLost(): Promise<number>;
}

interface WriterOptions {
  /** Origins. */
  readonly servers: readonly string[];
  readonly writersPerServer: number;
}

/** @throws {Error} where the writers are awaited, when one of them fails permanently */
export function startWriters({ servers, writersPerServer }: WriterOptions): Writers {
  const kept = new Map<WritingAccount, Acknowledgement[]>();
  let acknowledged = 0;
  const refusals = new Map<string, number>();
  /** By server: when the last write was acknowledged, and when it began. */
  const latest = new Map<string, { readonly at: number; readonly begun: number }>();
  let longest = 0;
  let isStopping = false;

  function acknowledge(server: string, begun: number): void {
    const at = performance.now();
    longest = Math.max(longest, at - (latest.get(server)?.at ?? at));
    latest.set(server, { at, begun });
  }

  function keep(account: WritingAccount, written: Acknowledgement): void {
    acknowledged += 1;
    const ofAccount = kept.get(account);
    if (ofAccount === undefined) kept.set(account, [written]);
    else ofAccount.push(written);
  }

  async function write(server: string): Promise<void> {
    let account = await openAccount(server);
    let tables = [...tableNames];
    let saved = 0;
    while (!isStopping) {
      const [table] = tables;
      if (table === undefined) {
        account = await openAccount(server).catch(() => account);
        tables = [...tableNames];
        continue;
      }
      const begun = performance.now();
      const name = randomUUID();
      const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
      const answer = await account.call('POST', createTableView.path, { table, name, state, is_default: false });
      const view = createTableView.success.body.safeParse(answer.body);
      if (answer.status === 201 && view.success) {
        keep(account, { table, id: view.data.id, name });
        acknowledge(server, begun);
        saved += 1;
        await sleep(PAUSE);
      } else if (answer.code !== 'VIEW.LIMIT_REACHED') {
        const said = `${answer.status} ${answer.code}`;
        refusals.set(said, (refusals.get(said) ?? 0) + 1);
        await sleep(PAUSE_AFTER_REFUSAL);
      }
      if (saved === MAX_VIEWS_PER_TABLE || answer.code === 'VIEW.LIMIT_REACHED') {
        tables.shift();
        saved = 0;
      }
    }
  }

  const running = Promise.all(servers.flatMap((server) => Array.from({ length: writersPerServer }, () => write(server))));
  // The promise may reject while nobody awaits it.
  running.catch(() => undefined);

  return {
    acknowledged: () => acknowledged,
    refusals: () => refusals,
    longestPause: () => Math.max(longest, ...[...latest.values()].map(({ at }) => (isStopping ? 0 : performance.now() - at))),
    untilAllWrite: async (limit) => {
      const since = performance.now();
      while (!servers.every((server) => (latest.get(server)?.begun ?? 0) > since)) {
        const waited = performance.now() - since;
        if (waited > limit) throw new Error(`a server has acknowledged no write for ${Math.round(waited / 1000)} s`);
        // A writer that ended has failed.
        await Promise.race([sleep(PAUSE), running]);
      }
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
    countLost: async () => {
      let lost = 0;
      for (const [account, written] of kept) {
        const other = servers.find((server) => server !== account.server) ?? account.server;
        const reader = await account.at(other);
        for (const table of tableNames) {
          const wanted = written.filter((each) => each.table === table);
          if (wanted.length === 0) continue;
          const answer = await reader.call('GET', `${listTableViews.path}?table=${table}`);
          const { data } = listTableViews.success.body.parse(answer.body);
          const names = new Map(data.map((view) => [view.id, view.name]));
          lost += wanted.filter(({ id, name }) => names.get(id) !== name).length;
        }
      }
      return lost;
    },
  };
}
