import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcGroup } from '../../config.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { addBelonging, findBelongings } from '../../testing/member-belongings.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createFollowGroups } from './workspace-groups.service.ts';

const provider = {
  OIDC_ISSUER: 'https://id.northwind.example',
  OIDC_CLIENT_ID: 'leadloom',
  OIDC_CLIENT_SECRET: 'an invented secret',
};

describe('membership by the groups of the provider', () => {
  let server: TestServer;
  let owner: TestAccount;
  let account: TestAccount;
  let accountId: number;
  let id: WorkspaceId;
  let other: WorkspaceId;
  let warnings: string[];
  beforeAll(async () => {
    server = await startTestServer({ environment: provider });
    owner = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
    accountId = await accountIdOf(server, account.email);
    id = (await createSharedWorkspace(server, owner)).id;
    other = (await createSharedWorkspace(server, owner)).id;
    warnings = [];
  });

  const settings = (): readonly OidcGroup[] => [
    { group: 'readers', role: 'viewer', workspaceId: id },
    { group: 'leads', role: 'admin', workspaceId: id },
    { group: 'sales', role: 'member', workspaceId: id },
    { group: 'sales', role: 'viewer', workspaceId: other },
  ];
  async function follow(held: readonly string[], groups = settings(), who = accountId) {
    const { config, ...platform } = server.platform;
    if (config.oidc === null) throw new Error('the provider is set');
    const follower = createFollowGroups({ ...platform, config: { ...config, oidc: { ...config.oidc, groups } } }, (message) =>
      warnings.push(message),
    );
    await follower(who, held);
  }
  async function roles(who = accountId) {
    const { rows } = await server.database.execute(sql`select workspace_id, role from workspace_members
      where account_id = ${who} and workspace_id in (${id}, ${other})`);
    return Object.fromEntries(rows.map((row) => [Number(row.workspace_id) === id ? 'id' : 'other', row.role]));
  }

  it('the highest role of all groups counts, and each sign-in follows them anew', async () => {
    await follow(['readers', 'sales', 'unknown']);
    expect(await roles()).toEqual({ id: 'member', other: 'viewer' });
    await follow(['readers', 'leads', 'sales']);
    expect(await roles()).toEqual({ id: 'admin', other: 'viewer' });
    await follow(['readers']);
    expect(await roles()).toEqual({ id: 'viewer' });
    await follow([]);
    expect(await roles()).toEqual({});
    const { rows } = await server.database.execute(
      sql`select account_id, action from workspace_activity where workspace_id = ${id} order by id`,
    );
    expect(rows).toEqual(
      ['member.joined', 'member.changed', 'member.changed', 'member.removed'].map((action) => ({ account_id: null, action })),
    );
    expect(warnings).toEqual([]);
  });

  it('what does not change is not noted', async () => {
    await follow(['sales']);
    await follow(['sales']);
    const { rows } = await server.database.execute(sql`select 1 from workspace_activity where workspace_id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  it('private things of somebody whose groups ended go to an owner', async () => {
    await follow(['sales']);
    await addBelonging(server, 'view', { workspaceId: id, createdBy: accountId, name: 'Norway' });
    await follow([]);
    const createdBy = await accountIdOf(server, owner.email);
    expect(await findBelongings(server, id)).toMatchObject([{ name: 'Norway', createdBy }]);
  });

  it('owners follow their groups too, but for the last one', async () => {
    const ownerId = await accountIdOf(server, owner.email);
    await follow(['sales'], settings(), ownerId);
    expect(await roles(ownerId)).toEqual({ id: 'owner', other: 'owner' });
    expect(warnings).toHaveLength(2);
    await server.database.execute(sql`insert into workspace_members (workspace_id, account_id, role, rights)
      values (${id}, ${accountId}, 'owner', '{}')`);
    await follow(['sales'], settings(), ownerId);
    expect(await roles(ownerId)).toEqual({ id: 'member', other: 'owner' });
  });

  it('a workspace that does not exist, and a personal one, are named in the log, and the others followed', async () => {
    const personal = await accountIdOf(server, owner.email);
    const groups = [personal, 999_999_999].map((workspaceId) => ({ group: 'sales', role: 'admin' as const, workspaceId }));
    await follow(['sales'], [...groups, ...settings()]);
    expect(await roles()).toEqual({ id: 'member', other: 'viewer' });
    expect(warnings).toHaveLength(2);
    const { rows } = await server.database.execute(sql`select 1 from workspace_members where workspace_id = ${personal}`);
    expect(rows).toHaveLength(1);
  });

  it('nobody gets a 21st workspace by a group', async () => {
    await server.database.execute(sql`
      with made as (insert into workspaces (name, created_by) select 'W' || number, ${accountId} from generate_series(1, 20) number
        returning id)
      insert into workspace_members (workspace_id, account_id, role, rights) select id, ${accountId}, 'owner', '{}' from made`);
    await follow(['sales']);
    expect(await roles()).toEqual({});
    expect(warnings.every((warning) => warning.includes('20'))).toBe(true);
  });

  it('sign-ins of many at once end well', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => accountIdOf(server, (await createVerifiedAccount(server)).email)),
    );
    await Promise.all(ids.flatMap((who) => [follow(['sales'], settings(), who), follow(['leads'], settings(), who)]));
    for (const who of ids) expect(['member', 'admin']).toContain((await roles(who)).id);
  });
});
