/**
 * What the rules say about workspaces, in plain arrays and maps: who is where, what they may do, and what is left of somebody
 * who goes. It shares no code with the server and knows nothing of its database. An operation either refuses the call or says
 * what an answer to it does.
 */

/** Lowest first. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
export const rights = ['export', 'collect', 'connect', 'invite'] as const;
export type Right = (typeof rights)[number];
/** Of a new member, in alphabetical order like all that are kept. */
const FIRST_RIGHTS: readonly Right[] = ['collect', 'export'];
export const FORMER = 'a former member';
const INVITE_DAYS = 7;
export const DAY = 24 * 3600 * 1000;

export interface Person {
  readonly id: number;
  readonly email: string;
  /** Whether a workspace has taken over their trial. */
  hasSharedTrial: boolean;
}
export interface Member {
  readonly person: number;
  role: Role;
  rights: readonly Right[];
  exportLimit: number | null;
}
interface Invite {
  readonly id: string;
  readonly code: string;
  readonly email: string;
  readonly role: Role;
  readonly by: number;
  readonly until: number;
}
/** A line of activity. */
export interface Line {
  readonly by: number;
  readonly action: string;
  target: string;
  /** The person it was done to, whose email stands before the target. */
  readonly about?: number;
  readonly rows?: number;
}
export type Kind = 'view' | 'list' | 'alert';
export type Watch = { readonly kind: 'people' } | { readonly kind: 'view' | 'list'; readonly id: string | number };
/** A view, a list or an alert. */
export interface Thing {
  readonly kind: Kind;
  readonly id: string | number;
  name: string;
  by: number;
  isShared: boolean;
  /** Every `updated_at` that it had, the newest last. */
  readonly stamps: string[];
  /** Of a view. */
  isDefault: boolean;
  /** Of a view or a list: whether it stands in the sidebar of all who see it. */
  isPinned: boolean;
  /** Of a list. */
  note: string;
  /** Of a list. */
  readonly rows: Set<number>;
  /** Of a list; null: it is not deleted. */
  deletedAt: number | null;
  /** Of an alert. */
  watch: Watch | null;
}
export interface Note {
  readonly id: number;
  readonly row: number;
  readonly by: number;
  text: string;
  readonly stamps: string[];
}
export interface Key {
  readonly id: string;
  readonly text: string;
  readonly prefix: string;
  readonly by: number;
}
export interface Space {
  readonly id: number;
  name: string;
  readonly isPersonal: boolean;
  readonly hasPlan: boolean;
  /** In the order in which they joined. */
  members: Member[];
  /** Open ones, the newest last. */
  invites: Invite[];
  /** The newest last. */
  readonly lines: Line[];
  things: Thing[];
  notes: Note[];
  /** Spellings by folded tag, by row. */
  readonly tags: Map<number, Map<string, string>>;
  /** Who collected whom first, by the ids of collected people. */
  readonly collected: Map<string, { readonly slug: string; readonly by: number }>;
  keys: Key[];
  /** Charged rows, by month. */
  readonly paid: Map<string, Set<number>>;
  /** Charged rows by month and member. */
  readonly exported: Map<string, number>;
  readonly requests: Map<string, number>;
}
export interface Model {
  now: number;
  readonly people: Map<number, Person>;
  readonly spaces: Map<number, Space>;
  /** Monthly export limit of a workspace with a trial. */
  readonly exportLimit: number;
  /** Ids of rows by their country. */
  readonly countries: ReadonlyMap<string, readonly number[]>;
}

/** The parts of answers that a model cannot know. */
export interface Answered {
  readonly id: string & number;
  readonly updated_at: string;
  readonly api_key: string;
  readonly prefix: string;
  readonly user_id: string;
  /** Of an invitation, from its mail. */
  readonly code: string;
}
export interface Outcome {
  /** What the answer holds besides. */
  readonly answer?: object;
  readonly apply: (answered: Answered) => void;
}
/** Who calls, and where. */
export interface Call {
  readonly by: number;
  readonly at: number;
}

export class Refused extends Error {
  readonly code: string;
  /** What the answer holds besides. */
  readonly answer: object;
  constructor(code: string, answer: object = {}) {
    super(code);
    this.code = code;
    this.answer = answer;
  }
}

/** The status with which a code is answered. */
export function statusOf(code: string): number {
  if (code === 'AUTH.KEY_INVALID') return 401;
  if (['REQUEST.INVALID', 'WORKSPACE.CONFIRM_WRONG'].includes(code)) return 400;
  if (/NOT_FOUND$|NOTHING_TO_WATCH$/.test(code)) return 404;
  return /MISSING$|INVITE_INVALID$|OVER_LIMIT$|MEMBER_EXPORT_LIMIT$|SUBSCRIPTION_REQUIRED$/.test(code) ? 403 : 409;
}

export const isAtLeast = (role: Role, lowest: Role) => roles.indexOf(role) >= roles.indexOf(lowest);
export const rightsOf = ({ role, rights: given }: Member): readonly Right[] =>
  role === 'viewer' ? [] : role === 'member' ? rights.filter((right) => given.includes(right)) : rights;
export const memberOf = (space: Space, person: number) => space.members.find((member) => member.person === person);
export const emailOf = (model: Model, person: number) => model.people.get(person)?.email ?? FORMER;
export const otherOwner = (space: Space, person: number) =>
  space.members.find((member) => member.role === 'owner' && member.person !== person);
export const monthOf = ({ now }: Model) => new Date(now).toISOString().slice(0, 7);

export function note(space: Space, by: number, line: Omit<Line, 'by'>): void {
  if (!space.isPersonal) space.lines.push({ by, ...line });
}

interface Need {
  readonly role?: Role;
  readonly right?: Right;
  readonly plan?: boolean;
}

/** What is asked before any call: membership, then the plan, then the right, then the role. */
export function enter(model: Model, { by, at }: Call, { role = 'viewer', right, plan = false }: Need = {}) {
  const space = model.spaces.get(at);
  const member = space === undefined ? undefined : memberOf(space, by);
  if (space === undefined || member === undefined) throw new Refused('WORKSPACE.NOT_FOUND');
  if (plan && !space.hasPlan) throw new Refused('AUTH.SUBSCRIPTION_REQUIRED');
  if (right !== undefined && !rightsOf(member).includes(right)) throw new Refused('WORKSPACE.RIGHT_MISSING');
  if (!isAtLeast(member.role, role)) throw new Refused('WORKSPACE.ROLE_MISSING');
  return { space, member };
}

export function emptySpace(id: number, name: string, kind: Pick<Space, 'isPersonal' | 'hasPlan'>): Space {
  const lists = { members: [], invites: [], lines: [], things: [], notes: [], keys: [] };
  const maps = { tags: new Map(), collected: new Map(), paid: new Map(), exported: new Map(), requests: new Map() };
  return { id, name, ...kind, ...lists, ...maps };
}

export function register(model: Model, id: number, email: string): void {
  model.people.set(id, { id, email, hasSharedTrial: false });
  const space = emptySpace(id, 'Personal', { isPersonal: true, hasPlan: true });
  space.members.push({ person: id, role: 'owner', rights: FIRST_RIGHTS, exportLimit: null });
  model.spaces.set(id, space);
}

export const describeSpace = (space: Space, member: Member) => ({
  id: space.id,
  name: space.name,
  role: member.role,
  rights: rightsOf(member),
  members: space.members.length,
  is_personal: space.isPersonal,
});

export function createSpace(model: Model, by: number, name: string): Outcome {
  const person = model.people.get(by);
  if (person === undefined) throw new Error('nobody calls');
  const answer = { name, role: 'owner', rights, members: 1, is_personal: false };
  return {
    answer,
    apply: ({ id }) => {
      const space = emptySpace(id, name, { isPersonal: false, hasPlan: !person.hasSharedTrial });
      person.hasSharedTrial = true;
      space.members.push({ person: by, role: 'owner', rights: FIRST_RIGHTS, exportLimit: null });
      model.spaces.set(id, space);
      note(space, by, { action: 'workspace.created', target: name });
    },
  };
}

export function renameSpace(model: Model, call: Call, name: string): Outcome {
  const { space, member } = enter(model, call, { role: 'admin' });
  const apply = () => {
    if (space.name !== name) note(space, call.by, { action: 'workspace.renamed', target: name });
    space.name = name;
  };
  return { answer: { ...describeSpace(space, member), name }, apply };
}

export function deleteSpace(model: Model, call: Call, confirm: string): Outcome {
  const { space } = enter(model, call, { role: 'owner' });
  if (space.isPersonal) throw new Refused('WORKSPACE.PERSONAL');
  if (confirm !== space.name) throw new Refused('WORKSPACE.CONFIRM_WRONG');
  return { apply: () => void model.spaces.delete(space.id) };
}

export const openInvites = (model: Model, space: Space) => space.invites.filter(({ until }) => until > model.now);

export function invite(model: Model, call: Call, email: string, role: Role): Outcome {
  const { space, member } = enter(model, call, { right: 'invite' });
  if (space.isPersonal) throw new Refused('WORKSPACE.PERSONAL');
  if (!isAtLeast(member.role, role)) throw new Refused('WORKSPACE.ROLE_MISSING');
  if (space.members.some(({ person }) => emailOf(model, person) === email)) throw new Refused('WORKSPACE.ALREADY_MEMBER');
  const apply = ({ id, code }: Answered) => {
    space.invites = space.invites.filter((other) => other.email !== email);
    space.invites.push({ id, code, email, role, by: call.by, until: model.now + INVITE_DAYS * DAY });
    note(space, call.by, { action: 'member.invited', target: email });
  };
  return { answer: { email, role }, apply };
}

export function withdrawInvite(model: Model, call: Call, id: string): Outcome {
  const { space } = enter(model, call, { right: 'invite' });
  const known = space.invites.find((one) => one.id === id);
  if (known === undefined) throw new Refused('WORKSPACE.INVITE_NOT_FOUND');
  const apply = () => {
    space.invites = space.invites.filter((one) => one !== known);
    note(space, call.by, { action: 'invite.withdrawn', target: known.email });
  };
  return { apply };
}

export function acceptInvite(model: Model, by: number, code: string): Outcome {
  const space = [...model.spaces.values()].find(({ invites }) => invites.some((one) => one.code === code));
  const known = space === undefined ? undefined : openInvites(model, space).find((one) => one.code === code);
  const inviter = known === undefined || space === undefined ? undefined : memberOf(space, known.by);
  if (space === undefined || known === undefined || inviter === undefined || known.email !== emailOf(model, by))
    throw new Refused('WORKSPACE.INVITE_INVALID');
  if (!rightsOf(inviter).includes('invite') || !isAtLeast(inviter.role, known.role))
    throw new Refused('WORKSPACE.INVITE_INVALID');
  const apply = () => {
    space.invites = space.invites.filter((one) => one !== known);
    if (memberOf(space, by) !== undefined) return;
    space.members.push({ person: by, role: known.role, rights: FIRST_RIGHTS, exportLimit: null });
    note(space, by, { action: 'member.joined', about: by, target: `role: ${known.role}` });
  };
  return { answer: { id: space.id, name: space.name }, apply };
}
