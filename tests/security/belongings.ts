/** Everything stored for one account, and every id by which a request could refer to it. */
import { randomUUID } from 'node:crypto';
import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { fillTables } from '@leadloom/server/testing/fill-tables';
import { makerOf } from '@leadloom/server/testing/key-holder';
import type { TestServer } from '@leadloom/server/testing/test-server';
import { z } from 'zod';
import { isNaming } from './sample-input.ts';
import type { Person } from './testing/security.fixture.ts';

const named = z.array(z.object({ name: z.string() }));
const rowsSchema = z.array(z.object({ row: z.record(z.string(), z.unknown()) }));

export interface Belongings {
  /** Occurs in every text that is stored of the account. */
  readonly mark: string;
  /** Values of its naming columns, in every table. */
  readonly ids: readonly string[];
  /** All rows of the account as they are now. */
  snapshot(): Promise<string>;
}

/** Fills every table for the account, which must be the first to have anything stored. */
export async function giveBelongings(server: TestServer, { id, tokens }: Person): Promise<Belongings> {
  const { database, platform } = server;
  const { mark, tables } = await fillTables(server, id);
  // Otherwise the server would note that it has mailed them.
  await database.$client.query('update alert_messages set is_mail_due = false');
  const ofProvider = named.parse(
    (
      await database.$client.query(
        "select table_name as name from information_schema.columns where column_name = 'provider' and table_schema = 'public'",
      )
    ).rows,
  );
  // The rows are marked as bought here, so that payment routes read these rows too.
  for (const { name } of ofProvider) await database.$client.query(`update "${name}" set provider = 'sandbox'`);
  await createKey(platform, makerOf(id));
  const ids = new Set<string>([String(id), tokens.refreshToken, tokens.binding]);
  for (const table of tables) {
    for (const { row } of await readRows(server, table))
      for (const [column, value] of Object.entries(row))
        if (isNaming(column) && (typeof value === 'string' || typeof value === 'number')) ids.add(String(value));
  }
  return { mark, ids: [...ids], snapshot: () => snapshotOf(server, id, mark, [...tables, 'accounts']) };
}

const unknownUuid = randomUUID();

/** An id of the same kind that does not exist. */
export function unknownLike(name: string, mark: string): string {
  if (name.includes(mark)) return name.replace(mark, `mark${'0'.repeat(mark.length - 4)}`);
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)) return unknownUuid;
  return /^\d+$/.test(name) ? '9'.repeat(name.length) : `${name.slice(0, -3)}000`;
}

async function readRows({ database }: TestServer, table: string) {
  const { rows } = await database.$client.query(`select to_jsonb(held) as row from "${table}" held order by held::text`);
  return rowsSchema.parse(rows);
}

async function snapshotOf(server: TestServer, accountId: number, mark: string, tables: readonly string[]): Promise<string> {
  const own = await Promise.all(
    tables.map(async (table) => {
      const found = await readRows(server, table);
      const isOwn = ({ row }: (typeof found)[number]) =>
        row.account_id === undefined && table !== 'accounts'
          ? JSON.stringify(row).includes(mark)
          : (row.account_id ?? row.id) === accountId;
      return found.filter(isOwn).map((row) => `${table} ${JSON.stringify(row)}`);
    }),
  );
  return own.flat().join('\n');
}
