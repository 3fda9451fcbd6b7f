/** A workspace that several accounts share, for tests. */
import type { WorkspaceRight, WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { firstRights } from '@leadloom/shared/contract/workspace-roles';
import { WORKSPACE_HEADER } from '@leadloom/shared/domain/workspace-names';
import { sql } from 'drizzle-orm';
import type { WorkspaceId } from '../http/workspace-id.ts';
import { accountIdOf, type TestAccount } from './accounts.ts';
import type { TestServer } from './test-server.ts';

export interface TestMember {
  readonly account: TestAccount;
  readonly role: WorkspaceRole;
  /** Those of a new member where absent. */
  readonly rights?: readonly WorkspaceRight[];
}

export interface SharedWorkspace {
  readonly id: WorkspaceId;
  /** Headers for `app.inject` with which an account calls in this workspace. */
  readonly headersOf: (account: TestAccount) => Readonly<Record<string, string>>;
}

/** Creates a workspace with the trial of its owner. The owner joined first, the members in their order. */
export async function createSharedWorkspace(
  server: TestServer,
  owner: TestAccount,
  members: readonly TestMember[] = [],
  name = 'Northwind',
): Promise<SharedWorkspace> {
  const { database, clock } = server;
  const ownerId = await accountIdOf(server, owner.email);
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into workspaces (name, created_by, trial_ends_at)
      select ${name}::text, ${ownerId}::bigint, trial_ends_at from workspaces where id = ${ownerId} returning id`);
  const id = Number(rows[0]?.id) as WorkspaceId;
  const all: readonly TestMember[] = [{ account: owner, role: 'owner', rights: [] }, ...members];
  for (const [place, { account, role, rights = firstRights }] of all.entries()) {
    const joinedAt = new Date(clock.now().getTime() + place).toISOString();
    await database.execute(sql`
      insert into workspace_members (workspace_id, account_id, role, rights, joined_at)
        values (${id}, ${await accountIdOf(server, account.email)}, ${role}, ${sql.param([...rights])}::text[], ${joinedAt})`);
  }
  return { id, headersOf: ({ headers }) => ({ ...headers, [WORKSPACE_HEADER.toLowerCase()]: String(id) }) };
}
