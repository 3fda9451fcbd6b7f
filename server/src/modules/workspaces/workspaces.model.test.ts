/**
 * Random members, roles, rights, shares, invitations and leavings against a plain model in memory. The model knows the rules of
 * the contract and nothing of the database; every answer, and what is left in the end, must be the same in both.
 */
import {
  firstRights,
  isRoleEnough,
  rightsOf,
  type WorkspaceRight,
  type WorkspaceRole,
} from '@leadloom/shared/contract/workspace-access';
import { workspaceRights, workspaceRoles } from '@leadloom/shared/contract/workspace-roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { addBelonging, type BelongingKind, belongingKinds, findBelongings } from '../../testing/member-belongings.ts';
import { createRandom, type Random } from '../../testing/questions/random.ts';
import { createSharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { acceptInvite, inviteToWorkspace } from './workspace-invites.service.ts';

const STEPS = thoroughOr(4_000, 250);
const NAMES = ['Norway', 'NORWAY', 'Sweden', 'Norway (2)'];

interface Person extends TestAccount {
  readonly id: number;
}
interface Member {
  readonly id: number;
  role: WorkspaceRole;
  rights: readonly WorkspaceRight[];
}
interface Thing {
  readonly kind: BelongingKind;
  name: string;
  by: number;
  isPrivate: boolean;
}
interface Invite {
  readonly role: WorkspaceRole;
  readonly by: number;
  readonly code: string;
}
/** Members in the order in which they joined. */
interface Model {
  readonly id: WorkspaceId;
  members: Member[];
  things: Thing[];
  readonly invites: Map<number, Invite>;
}

const memberOf = (model: Model, id: number) => model.members.find((member) => member.id === id);
const otherOwner = (model: Model, id: number) => model.members.find((member) => member.role === 'owner' && member.id !== id);

/** What the contract says about an admin's or an owner's call; null: it goes on. */
function refusal(model: Model, actor: number, lowest: WorkspaceRole): string | null {
  const member = memberOf(model, actor);
  if (member === undefined) return 'WORKSPACE.NOT_FOUND';
  return isRoleEnough(member.role, lowest) ? null : 'WORKSPACE.ROLE_MISSING';
}

function freeName(model: Model, { kind, name }: Thing, heir: number): string {
  if (kind === 'alert') return name;
  const isTaken = (wanted: string) =>
    model.things.some(
      (one) => one.kind === kind && one.by === heir && one.isPrivate && one.name.toLowerCase() === wanted.toLowerCase(),
    );
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name} (${number})`)) return `${name} (${number})`;
}

/** Things whose name is free go first, as the server hands them over in one statement. */
function end(model: Model, id: number, choice: string | undefined): string | null {
  const heir = otherOwner(model, id);
  if (memberOf(model, id)?.role === 'owner' && heir === undefined) return 'WORKSPACE.LAST_OWNER';
  const own = model.things.filter((thing) => thing.by === id && thing.isPrivate);
  if (choice === undefined && own.length > 0) return 'WORKSPACE.PRIVATE_OBJECTS';
  if (choice === 'delete') model.things = model.things.filter((thing) => !own.includes(thing));
  if (choice === 'hand_over' && heir !== undefined) {
    const isFree = (thing: Thing) => freeName(model, thing, heir.id) === thing.name;
    const [free, taken] = [own.filter(isFree), own.filter((thing) => !isFree(thing))];
    for (const thing of free) thing.by = heir.id;
    for (const thing of taken) {
      thing.name = freeName(model, thing, heir.id);
      thing.by = heir.id;
    }
  }
  model.members = model.members.filter((member) => member.id !== id);
  for (const [to, { by }] of model.invites) if (by === id) model.invites.delete(to);
  return null;
}

describe('workspaces against a plain model', () => {
  let server: TestServer;
  let people: Person[];
  beforeAll(async () => {
    server = await startTestServer();
    people = [];
    for (let count = 0; count < 5; count += 1) {
      const account = await createVerifiedAccount(server);
      people.push({ ...account, id: Number(await accountIdOf(server, account.email)) });
    }
  });
  afterAll(() => server.close());

  const codeOf = ({ status, body }: { status: number; body: { code?: string } | null }) => (status < 300 ? null : body?.code);
  const thrown = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );

  /** One random step in both. @returns what the model and the server say of it */
  async function step(random: Random, model: Model): Promise<readonly [what: string, expected: unknown, got: unknown]> {
    const joined = people.filter(({ id }) => memberOf(model, id) !== undefined);
    // Mostly members act, since all else is refused.
    const [actor, whom] = [random.pick(random.chance(0.7) ? joined : people), random.pick(people)];
    const own = memberOf(model, actor.id);
    const target = memberOf(model, whom.id);
    const call = (method: Method, path: string, body?: object) =>
      callApi(server, actor, method, `/workspaces/${model.id}${path}`, body);
    const choice = random.pick([undefined, 'hand_over', 'delete'] as const);
    const going = choice === undefined ? {} : { private: choice };
    const kind = random.pick(['role', 'rights', 'remove', 'leave', 'invite', 'accept', 'thing', 'share', 'read', 'read invites']);
    const what = `${actor.email} ${kind} ${whom.email} ${choice}`;

    if (kind === 'role' || kind === 'rights') {
      const role = kind === 'role' ? random.pick(workspaceRoles) : undefined;
      const rights = kind === 'rights' ? random.some(workspaceRights, 0, 4) : undefined;
      const got = codeOf(await call('PATCH', `/members/${whom.id}`, { ...(role && { role }), ...(rights && { rights }) }));
      const refused = refusal(model, actor.id, 'admin');
      if (refused !== null) return [what, refused, got];
      if (target === undefined) return [what, 'WORKSPACE.MEMBER_NOT_FOUND', got];
      if ((role === 'owner' || target.role === 'owner') && own?.role !== 'owner') return [what, 'WORKSPACE.ROLE_MISSING', got];
      if (target.role === 'owner' && role !== undefined && role !== 'owner' && otherOwner(model, target.id) === undefined)
        return [what, 'WORKSPACE.LAST_OWNER', got];
      target.role = role ?? target.role;
      target.rights = rights ?? target.rights;
      return [what, null, got];
    }
    if (kind === 'remove') {
      const got = codeOf(await call('DELETE', `/members/${whom.id}`, going));
      const refused = refusal(model, actor.id, 'admin');
      if (refused !== null) return [what, refused, got];
      if (target === undefined) return [what, 'WORKSPACE.MEMBER_NOT_FOUND', got];
      if (target.role === 'owner' && own?.role !== 'owner') return [what, 'WORKSPACE.ROLE_MISSING', got];
      return [what, end(model, whom.id, choice), got];
    }
    if (kind === 'leave') {
      const got = codeOf(await call('POST', '/leave', going));
      return [what, own === undefined ? 'WORKSPACE.NOT_FOUND' : end(model, actor.id, choice), got];
    }
    if (kind === 'invite') {
      const role = random.pick(workspaceRoles);
      const sent = server.mails.filter(({ to, subject }) => to === whom.email && subject.includes('invites you')).length;
      await server.database.execute(sql`delete from attempts`);
      const inviter = { accountId: actor.id, workspaceId: model.id, email: actor.email };
      const got = await thrown(inviteToWorkspace(server.platform, inviter, { email: whom.email, role }));
      if (own === undefined) return [what, 'WORKSPACE.NOT_FOUND', got];
      if (!isRoleEnough(own.role, role)) return [what, 'WORKSPACE.ROLE_MISSING', got];
      if (target !== undefined) return [what, 'WORKSPACE.ALREADY_MEMBER', got];
      const code = /\/app\/join\/([\w-]+)/.exec((await waitForMail(server, whom.email, /invites you/, sent)).text)?.[1] ?? '';
      model.invites.set(whom.id, { role, by: actor.id, code });
      return [what, null, got];
    }
    if (kind === 'accept') {
      const [to, invite] = random.pick([...model.invites, [0, { role: 'viewer', by: 0, code: 'invented' }] as const]);
      const got = await thrown(acceptInvite(server.platform, { accountId: actor.id, email: actor.email }, invite.code));
      const inviter = memberOf(model, invite.by);
      if (to !== actor.id || inviter === undefined) return [what, 'WORKSPACE.INVITE_INVALID', got];
      if (!rightsOf(inviter.role, inviter.rights).includes('invite') || !isRoleEnough(inviter.role, invite.role))
        return [what, 'WORKSPACE.INVITE_INVALID', got];
      model.invites.delete(to);
      if (own === undefined) model.members.push({ id: actor.id, role: invite.role, rights: firstRights });
      return [what, null, got];
    }
    if (kind === 'thing' || kind === 'share') {
      const thing: Thing = {
        kind: random.pick(belongingKinds),
        name: random.pick(NAMES),
        by: actor.id,
        isPrivate: kind === 'thing',
      };
      const isTaken = model.things.some(
        (one) =>
          one.kind === thing.kind &&
          one.name.toLowerCase() === thing.name.toLowerCase() &&
          (kind === 'share' || one.by === actor.id),
      );
      if (own === undefined || isTaken) return [what, null, null];
      const visibility = thing.isPrivate ? 'private' : 'workspace';
      await addBelonging(server, thing.kind, { workspaceId: model.id, createdBy: actor.id, name: thing.name, visibility });
      model.things.push(thing);
      return [what, null, null];
    }
    const mayRead = kind === 'read' ? true : rightsOf(own?.role ?? 'viewer', own?.rights ?? []).includes('invite');
    const got = codeOf(await call('GET', kind === 'read' ? '/members' : '/invites'));
    const expected = own === undefined ? 'WORKSPACE.NOT_FOUND' : mayRead ? null : 'WORKSPACE.RIGHT_MISSING';
    return [what, expected, got];
  }

  async function expectSame(model: Model): Promise<void> {
    const members = await server.database.execute(
      sql`select account_id, role, rights from workspace_members where workspace_id = ${model.id} order by joined_at, account_id`,
    );
    const stored = members.rows.map((row) => [Number(row.account_id), row.role, [...(row.rights as string[])].sort()]);
    expect(stored.sort()).toEqual(model.members.map(({ id, role, rights }) => [id, role, [...rights].sort()]).sort());
    const found = (await findBelongings(server, model.id)).map(({ kind, name, createdBy, visibility }) =>
      JSON.stringify([kind, name, createdBy, visibility === 'private']),
    );
    const known = model.things.map(({ kind, name, by, isPrivate }) => JSON.stringify([kind, name, by, isPrivate]));
    expect(found.sort()).toEqual(known.sort());
    const invites = await server.database.execute(sql`select 1 from workspace_invites where workspace_id = ${model.id}`);
    expect(invites.rows).toHaveLength(model.invites.size);
    expect(model.members.some(({ role }) => role === 'owner')).toBe(true);
  }

  it('every answer and what is left are the same', async () => {
    const random = createRandom(42);
    const [first] = people;
    if (first === undefined) throw new Error('there is nobody');
    const { id } = await createSharedWorkspace(server, first);
    const model: Model = { id, members: [{ id: first.id, role: 'owner', rights: [] }], things: [], invites: new Map() };
    const done = new Map<string, number>();
    for (let count = 1; count <= STEPS; count += 1) {
      // Who joined first is known by the time, and sessions stay open.
      server.clock.advance(10);
      const [what, expected, got] = await step(random, model);
      expect(got, `step ${count}: ${what}`).toBe(expected);
      done.set(String(expected), (done.get(String(expected)) ?? 0) + 1);
      if (count % 10 === 0) await expectSame(model);
    }
    await expectSame(model);
    // Steps that are all refused would show nothing.
    expect(done.get('null')).toBeGreaterThan(STEPS / 4);
    expect(done.size).toBeGreaterThan(6);
  });
});
