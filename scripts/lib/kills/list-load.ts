/** Load for kills: accounts that put rows on lists, many at a time, so that a million writes are acknowledged in an hour. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addListRows, createRowList } from '../../../shared/src/contract/my-row-changes.ts';
import type { WritingAccount } from '../cluster/writing-account.ts';
import type { KillLoad } from './kill-load.ts';
import { openDatabase, openOwner } from './owner.ts';

const ACCOUNTS = 4;
/** Rows of the table, which each list takes up in turn. */
const TABLE_ROWS = 5_000;
const ROWS_A_REQUEST = 500;
/** Milliseconds between two requests of an account: it may send 120 a minute. */
const PAUSE = 550;
const LOOK = 50;

/** @param server its origin @param dataDir of the server */
export async function startListLoad(server: string, dataDir: string): Promise<KillLoad> {
  const { ids, accounts } = await prepare(server, dataDir);
  /** How many of each list's ids, from the first on, are acknowledged to be on it. */
  const listed = new Map<number, number>();
  let acknowledged = 0;
  /** When the last acknowledged request began. */
  let latest = 0;
  let isStopping = false;

  async function write(account: WritingAccount): Promise<void> {
    let list: number | null = null;
    while (!isStopping) {
      const begun = performance.now();
      if (list === null) {
        const answer = await account.call('POST', createRowList.path, { name: randomUUID(), table: 'companies' });
        const made = createRowList.success.body.safeParse(answer.body);
        if (answer.status === 201 && made.success) list = made.data.id;
      } else {
        const from = listed.get(list) ?? 0;
        const chosen = ids.slice(from, from + ROWS_A_REQUEST);
        const answer = await account.call('POST', addListRows.path.replace('{list_id}', String(list)), { ids: chosen });
        if (answer.status === 200) {
          listed.set(list, from + chosen.length);
          acknowledged += chosen.length;
          latest = Math.max(latest, begun);
          if (from + chosen.length === ids.length) list = null;
        }
      }
      await sleep(PAUSE);
    }
  }

  const running = Promise.all(accounts.map(write));
  // The promise may reject while nobody awaits it.
  running.catch(() => undefined);

  return {
    acknowledged: () => acknowledged,
    untilAllWrite: async (limit) => {
      const since = performance.now();
      while (latest <= since) {
        if (performance.now() - since > limit) throw new Error(`no rows were put on a list for ${Math.round(limit / 1000)} s`);
        await Promise.race([sleep(LOOK), running]);
      }
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
    countLost: async () => {
      const database = await openDatabase(dataDir);
      try {
        let lost = 0;
        for (const [list, count] of listed) {
          const { rows } = await database.$client.query<{ row_id: string }>(
            'select row_id from row_list_rows where list_id = $1',
            [list],
          );
          const found = new Set(rows.map(({ row_id }) => Number(row_id)));
          lost += ids.slice(0, count).filter((id) => !found.has(id)).length;
        }
        return lost;
      } finally {
        await database.$client.end();
      }
    },
  };
}

async function prepare(server: string, dataDir: string) {
  const database = await openDatabase(dataDir);
  try {
    await database.$client.query(
      `insert into companies (name, canonical_key, source)
       select 'Company ' || n, 'kills ' || n, 'kills' from generate_series(1, $1::int) n`,
      [TABLE_ROWS],
    );
    const { rows } = await database.$client.query<{ id: string }>(`select id from companies where source = 'kills' order by id`);
    const accounts: WritingAccount[] = [];
    for (let made = 0; made < ACCOUNTS; made += 1) accounts.push((await openOwner(server, database)).account);
    return { ids: rows.map(({ id }) => Number(id)), accounts };
  } finally {
    await database.$client.end();
  }
}
