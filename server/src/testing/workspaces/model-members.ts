/** What the rules say about members who are changed, leave or are removed, and about accounts that are deleted. */
import {
  type Call,
  emailOf,
  enter,
  FORMER,
  type Member,
  type Model,
  memberOf,
  monthOf,
  note,
  type Outcome,
  otherOwner,
  Refused,
  type Right,
  type Role,
  rightsOf,
  type Space,
  type Thing,
} from './model.ts';

export interface MemberChange {
  readonly role?: Role;
  readonly rights?: readonly Right[];
  readonly export_limit?: number | null;
}
export type Choice = 'hand_over' | 'delete' | undefined;

export const exportsOf = (model: Model, space: Space, person: number) => space.exported.get(`${monthOf(model)} ${person}`) ?? 0;

export const describeMember = (model: Model, space: Space, member: Member) => ({
  account_id: member.person,
  email: emailOf(model, member.person),
  role: member.role,
  rights: rightsOf(member),
  exports: exportsOf(model, space, member.person),
  export_limit: member.exportLimit,
});

/** Refuses what only owners may do to owners. */
function requireOwnerFor({ role }: Member, concerned: readonly (Role | undefined)[]): void {
  if (concerned.includes('owner') && role !== 'owner') throw new Refused('WORKSPACE.ROLE_MISSING');
}

export function changeMember(model: Model, call: Call, person: number, change: MemberChange): Outcome {
  const { space, member } = enter(model, call, { role: 'admin' });
  if (space.isPersonal) throw new Refused('WORKSPACE.PERSONAL');
  const target = memberOf(space, person);
  if (target === undefined) throw new Refused('WORKSPACE.MEMBER_NOT_FOUND');
  requireOwnerFor(member, [target.role, change.role]);
  const { role = target.role, rights = target.rights, export_limit: exportLimit = target.exportLimit } = change;
  if (target.role === 'owner' && role !== 'owner' && otherOwner(space, person) === undefined)
    throw new Refused('WORKSPACE.LAST_OWNER');
  const changed = { ...target, role, rights: [...rights].sort(), exportLimit };
  const listed = (names: readonly Right[]) => [...names].sort().join(', ') || 'none';
  const apply = () => {
    const was = { ...target };
    Object.assign(target, changed);
    const line = (what: string) => note(space, call.by, { action: 'member.changed', about: person, target: what });
    if (was.role !== role) line(`role: ${role}`);
    if (listed(was.rights) !== listed(rights)) line(`rights: ${listed(rights)}`);
    if (was.exportLimit !== exportLimit) line(`export limit: ${exportLimit ?? 'none'}`);
  };
  return { answer: describeMember(model, space, changed), apply };
}

function freeName(space: Space, { kind, name }: Thing, heir: number): string {
  const isTaken = (wanted: string) =>
    space.things.some(
      (one) =>
        one.kind === kind &&
        one.by === heir &&
        !one.isShared &&
        one.deletedAt === null &&
        one.name.toLowerCase() === wanted.toLowerCase(),
    );
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name} (${number})`)) return `${name} (${number})`;
}

/** Things whose name is free are handed over first. What was the default or pinned was a choice of who left. */
function handOver(space: Space, own: readonly Thing[], heir: number): void {
  const isKept = (thing: Thing) =>
    thing.kind === 'alert' || thing.deletedAt !== null || freeName(space, thing, heir) === thing.name;
  const [free, taken] = [own.filter(isKept), own.filter((thing) => !isKept(thing))];
  const theirs = { by: heir, isDefault: false, isPinned: false };
  for (const thing of free) Object.assign(thing, theirs);
  for (const thing of taken) Object.assign(thing, { name: freeName(space, thing, heir), ...theirs });
}

const askAbout = (count: number) =>
  count === 1
    ? 'There is 1 private view, list or alert. Say whether it is handed over to an owner or deleted.'
    : `There are ${count} private views, lists and alerts. Say whether they are handed over to an owner or deleted.`;

/** @returns how the membership ends */
function end(space: Space, person: number, choice: Choice): () => void {
  const heir = otherOwner(space, person);
  if (memberOf(space, person)?.role === 'owner' && heir === undefined) throw new Refused('WORKSPACE.LAST_OWNER');
  const own = space.things.filter(({ by, isShared }) => by === person && !isShared);
  const asked = own.filter(({ deletedAt }) => deletedAt === null).length;
  if (choice === undefined && asked > 0) throw new Refused('WORKSPACE.PRIVATE_OBJECTS', { message: askAbout(asked) });
  return () => {
    if (choice === 'hand_over' && heir !== undefined) handOver(space, own, heir.person);
    else space.things = space.things.filter((thing) => !own.includes(thing));
    space.members = space.members.filter((member) => member.person !== person);
    space.invites = space.invites.filter(({ by }) => by !== person);
    space.keys = space.keys.filter(({ by }) => by !== person);
  };
}

export function removeMember(model: Model, call: Call, person: number, choice: Choice): Outcome {
  const { space, member } = enter(model, call, { role: 'admin' });
  if (space.isPersonal) throw new Refused('WORKSPACE.PERSONAL');
  const target = memberOf(space, person);
  if (target === undefined) throw new Refused('WORKSPACE.MEMBER_NOT_FOUND');
  requireOwnerFor(member, [target.role]);
  const ending = end(space, person, choice);
  const apply = () => {
    ending();
    const action = person === call.by ? 'member.left' : 'member.removed';
    note(space, call.by, { action, about: person, target: '' });
  };
  return { apply };
}

export function leave(model: Model, call: Call, choice: Choice): Outcome {
  const { space } = enter(model, call);
  if (space.isPersonal) throw new Refused('WORKSPACE.PERSONAL');
  const ending = end(space, call.by, choice);
  const apply = () => {
    ending();
    note(space, call.by, { action: 'member.left', about: call.by, target: '' });
  };
  return { apply };
}

/** Private things go to owners. What the account wrote and shared stays, as a former member's. */
export function deleteAccount(model: Model, by: number): Outcome {
  const email = emailOf(model, by);
  const joined = [...model.spaces.values()].filter((space) => !space.isPersonal && memberOf(space, by) !== undefined);
  const endings = joined.map((space) => ({ space, ending: end(space, by, 'hand_over') }));
  const apply = () => {
    for (const { space, ending } of endings) {
      ending();
      note(space, by, { action: 'member.left', about: by, target: '' });
    }
    for (const space of model.spaces.values()) {
      space.invites = space.invites.filter((invite) => invite.email !== email);
      const isInvitation = ({ action }: { readonly action: string }) => ['member.invited', 'invite.withdrawn'].includes(action);
      for (const line of space.lines) if (isInvitation(line) && line.target === email) line.target = FORMER;
    }
    model.spaces.delete(by);
    model.people.delete(by);
  };
  return { apply };
}
