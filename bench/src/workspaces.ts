/**
 * What a workspace of a thousand members costs each of them: `/me`, their lists and a page of a table, beside the same calls of
 * somebody who works alone with as many lists. Both sides alternate in one process, against one real database.
 */
import { createAccountsRepository } from '@leadloom/server/modules/accounts/accounts.repository';
import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import type pg from 'pg';
import { withApp } from './app-in-process.ts';
import { median, milliseconds } from './tables/statistics.ts';

const MEMBERS = 1_000;
const LISTS_EACH = 10;
const GOAL = 1.2;
const CALLS = 1_000;
const WARM_UP_CALLS = 300;
const PASSWORD = 'a password of the benchmark';
const paths = ['/me', '/lists?table=companies', '/table/companies?per_page=25'] as const;

export async function benchWorkspaces(): Promise<void> {
  await withApp({ BILLING: 'off' }, async ({ app, database }) => {
    const passwordHash = await createPasswords().hash(PASSWORD);
    const repository = createAccountsRepository(database);
    const emails = ['alone@example.com', 'member@example.com'];
    const ids: number[] = [];
    for (const email of emails) ids.push((await repository.addOrFind(email, passwordHash, new Date())).id);
    const workspace = await fill(database.$client, ids);
    const signIn = async (email: string, place: number) => {
      const payload = { email, password: PASSWORD };
      const answer = await app.inject({ method: 'POST', url: '/api/v1/login', remoteAddress: `10.0.0.${place + 1}`, payload });
      if (answer.statusCode !== 200) throw new Error(`a sign-in answered ${answer.statusCode}`);
      return { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
    };
    const [alone, member] = await Promise.all(emails.map(signIn));
    if (alone === undefined || member === undefined) throw new Error('two accounts sign in');
    const shared = { ...member, [WORKSPACE_HEADER.toLowerCase()]: String(workspace) };
    const call = async (path: string, headers: Readonly<Record<string, string>>) => {
      const { statusCode, payload } = await app.inject({ url: `/api/v1${path}`, headers });
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${payload.slice(0, 200)}`);
    };
    for (const path of paths)
      await report(
        path,
        () => call(path, alone),
        () => call(path, shared),
      );
  });
}

/** Rows of a table; ten lists of the one account; and a workspace of a thousand members, each of whom has ten. @returns its id */
async function fill(client: pg.Pool, [aloneId, memberId]: readonly number[]): Promise<number> {
  await client.query(`update accounts set verified_at = now(), trial_ends_at = now() + interval '7 days'`);
  await client.query(`insert into companies (name, canonical_key, source)
    select 'Company ' || n, 'name:company ' || n, 'bench' from generate_series(1, 20000) n`);
  await client.query(
    `insert into accounts (email, verified_at) select 'm' || n || '@example.com', now() from generate_series(1, $1) n`,
    [MEMBERS - 1],
  );
  const { rows } = await client.query(
    `insert into workspaces (name, created_by, trial_ends_at) values ('Everybody', $1, now() + interval '7 days') returning id`,
    [memberId],
  );
  const workspace = Number(rows[0]?.id);
  await client.query(
    `insert into workspace_members (workspace_id, account_id, role, rights)
      select $1, id, case when id = $2 then 'owner' else 'member' end, '{export,collect}' from accounts where id <> $3`,
    [workspace, memberId, aloneId],
  );
  const list = `insert into row_lists (account_id, created_by, table_name, name, created_at, updated_at)`;
  await client.query(`${list} select $1, $1, 'companies', 'List ' || n, now(), now() from generate_series(1, $2) n`, [
    aloneId,
    LISTS_EACH,
  ]);
  await client.query(
    `${list} select $1, member.account_id, 'companies', 'List ' || n, now(), now()
      from workspace_members member, generate_series(1, $2) n where member.workspace_id = $1`,
    [workspace, LISTS_EACH],
  );
  await client.query('analyze');
  return workspace;
}

async function report(path: string, alone: () => Promise<void>, shared: () => Promise<void>): Promise<void> {
  const times: { readonly alone: number[]; readonly shared: number[] } = { alone: [], shared: [] };
  for (let index = 0; index < WARM_UP_CALLS + CALLS; index += 1) {
    const one = await milliseconds(alone);
    const other = await milliseconds(shared);
    if (index < WARM_UP_CALLS) continue;
    times.alone.push(one);
    times.shared.push(other);
  }
  const [one, other] = [median(times.alone), median(times.shared)];
  const ratio = other / one;
  console.log(
    `workspaces: ${path} of a member of ${MEMBERS} with ${MEMBERS * LISTS_EACH} lists ${ratio.toFixed(2)} times that of somebody alone (p50 ${other.toFixed(2)} ms to ${one.toFixed(2)} ms, goal at most ${GOAL})`,
  );
  if (ratio > GOAL) process.exitCode = 1;
}
