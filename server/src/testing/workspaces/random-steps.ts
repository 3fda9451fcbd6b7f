/** Random calls of random people in random workspaces, each with what the model says about it. */

import type { Method } from '../call-api.ts';
import { personAnswer } from '../linkedin-answers.ts';
import type { Random } from '../questions/random.ts';
import type { Kind, Model, Outcome, Space, Thing, Watch } from './model.ts';
import * as rules from './model.ts';
import * as ledger from './model-ledger.ts';
import * as members from './model-members.ts';
import * as things from './model-things.ts';

export interface Step {
  readonly what: string;
  readonly by: number;
  /** The workspace that the call names beside its path; null: none. */
  readonly at: number | null;
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  /** The call is made with this key instead of a session. */
  readonly key?: string;
  /** @throws {Refused} */
  readonly outcome: () => Outcome;
}
/** What is used again after it has ended. */
export interface Past {
  readonly codes: Set<string>;
  readonly keys: Set<string>;
}
interface Scene {
  readonly model: Model;
  readonly random: Random;
  readonly past: Past;
  readonly space: Space;
  readonly by: number;
}
type Making = (scene: Scene) => Step;

const NAMES = ['Norway', 'NORWAY', 'Sweden', 'Norway (2)'];
const SPACE_NAMES = ['Northwind', 'northwind', 'Nordlys', 'Südwind'];
const TAGS = ['Hot', 'hot', 'Later', 'LATER', 'New'];
const SLUGS = ['maren-holt', 'aldo-brink', 'ines-weaver'];
const PATHS = { view: '/table-views', list: '/lists', alert: '/alerts' } as const;
const STATE = { filters: {}, columns: [], sort: null, order: null, per_page: null };
const UNKNOWN = 999_999_999;
const MOST_SPACES = 4;

const call = ({ by, space }: Scene) => ({ by, at: space.id });
const home = ({ space }: Scene) => `/workspaces/${space.id}`;
const visibility = (isShared: boolean) => (isShared ? 'workspace' : 'private');
const anyone = ({ model, random }: Scene) => random.pick([...model.people.keys()]);
const someone = (scene: Scene) => (scene.random.chance(0.8) ? scene.random.pick(scene.space.members).person : anyone(scene));
const aRow = ({ model, random }: Scene) => random.pick([...model.countries.values()].flat().slice(0, 2));
/** Of what is there, or was in the end something else. */
const maybe = <Item>(random: Random, items: readonly Item[], otherwise: Item): Item =>
  items.length > 0 && random.chance(0.93) ? random.pick(items) : otherwise;
const basedOn = (random: Random, stamps: readonly string[] = []) =>
  random.pick([undefined, stamps.at(-1), stamps.at(-1), ...stamps.slice(-3, -1)]);

/** Mostly one that the caller sees, else somebody else's, or of another workspace. */
function aThing({ model, random, space, by }: Scene, kind: Kind, among = things.isThere): Pick<Thing, 'id' | 'stamps'> {
  const ofKind = (one: Thing) => one.kind === kind && among(one);
  const own = space.things.filter((one) => ofKind(one) && things.isSeen(one, by));
  const all = [...model.spaces.values()].flatMap((one) => one.things.filter(ofKind));
  const unknown = { id: kind === 'view' ? 'invented' : UNKNOWN, stamps: [] };
  return own.length > 0 && random.chance(0.85) ? random.pick(own) : maybe<Pick<Thing, 'id' | 'stamps'>>(random, all, unknown);
}

function aWatch(scene: Scene): Watch {
  const kind = scene.random.pick(['people', 'view', 'list'] as const);
  return kind === 'people' ? { kind } : { kind, id: aThing(scene, kind).id };
}

function aChoice(scene: Scene): ledger.Choice {
  const { model, random } = scene;
  return random.pick<() => ledger.Choice>([
    () => ({ country: random.pick([...model.countries.keys()]) }),
    () => ({ list: Number(aThing(scene, 'list').id) }),
    () => ({ tag: random.pick(TAGS) }),
    () => ({ exported: random.chance(0.5) }),
  ])();
}
const queryOf = (choice: ledger.Choice) =>
  new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)] as [string, string])).toString();

/** A call in the scene's workspace. */
function inSpace(scene: Scene, what: string, [method, path, body]: [Method, string, object?], outcome: () => Outcome): Step {
  const { by, space, random } = scene;
  // A call without a workspace is in one's own.
  const at = space.id === by && random.chance(0.5) ? null : space.id;
  return { what, by, at, method, path, ...(body === undefined ? {} : { body }), outcome };
}

const invite: Making = (scene) => {
  const { model, random } = scene;
  const email = random.chance(0.95) ? rules.emailOf(model, anyone(scene)) : 'nobody@example.com';
  const role = random.pick(rules.roles);
  const outcome = () => rules.invite(model, call(scene), email, role);
  return inSpace(scene, 'invite', ['POST', `${home(scene)}/invites`, { email, role }], outcome);
};

const withdraw: Making = (scene) => {
  const { model, random, space } = scene;
  // One that is over may be cleaned up at any time.
  const ids = rules.openInvites(model, space).map(({ id }) => id);
  const id = maybe(random, ids, '00000000-0000-4000-8000-000000000000');
  const outcome = () => rules.withdrawInvite(model, call(scene), id);
  return inSpace(scene, 'withdraw', ['DELETE', `${home(scene)}/invites/${id}`], outcome);
};

const accept: Making = (scene) => {
  const { model, random, past } = scene;
  const open = [...model.spaces.values()].flatMap((space) => space.invites);
  const fitting = open.flatMap((one) => {
    const person = [...model.people.values()].find(({ email }) => email === one.email);
    return person === undefined ? [] : [{ code: one.code, by: person.id }];
  });
  const wrong = { code: maybe(random, [...past.codes], 'invented'), by: anyone(scene) };
  const { code, by } = fitting.length > 0 && random.chance(0.85) ? random.pick(fitting) : wrong;
  const outcome = () => rules.acceptInvite(model, by, code);
  return { what: 'accept', by, at: null, method: 'POST', path: '/workspace-invites/accept', body: { code }, outcome };
};

const changeMember: Making = (scene) => {
  const { model, random } = scene;
  const person = someone(scene);
  const change: members.MemberChange = {
    ...(random.chance(0.5) ? { role: random.pick(rules.roles) } : {}),
    ...(random.chance(0.5) ? { rights: random.some(rules.rights, 1, 4) } : {}),
    ...(random.chance(0.4) ? { export_limit: random.pick([null, 0, 3, 6, 100]) } : {}),
  };
  const outcome = () => members.changeMember(model, call(scene), person, change);
  return inSpace(scene, 'change a member', ['PATCH', `${home(scene)}/members/${person}`, change], outcome);
};

const go: Making = (scene) => {
  const { model, random } = scene;
  const choice = random.pick<members.Choice>([undefined, 'hand_over', 'delete']);
  const body = choice === undefined ? {} : { private: choice };
  if (random.chance(0.5))
    return inSpace(scene, 'leave', ['POST', `${home(scene)}/leave`, body], () => members.leave(model, call(scene), choice));
  const person = someone(scene);
  const outcome = () => members.removeMember(model, call(scene), person, choice);
  return inSpace(scene, 'remove a member', ['DELETE', `${home(scene)}/members/${person}`, body], outcome);
};

const createSpace: Making = ({ model, random, by }) => {
  const name = random.pick(SPACE_NAMES);
  const outcome = () => rules.createSpace(model, by, name);
  return { what: 'create a workspace', by, at: null, method: 'POST', path: '/workspaces', body: { name }, outcome };
};

const manageSpace: Making = (scene) => {
  const { model, random, space } = scene;
  const name = random.pick(SPACE_NAMES);
  const shared = [...model.spaces.values()].filter(({ isPersonal }) => !isPersonal).length;
  if (shared < MOST_SPACES && random.chance(0.4)) return createSpace(scene);
  if (random.chance(0.6))
    return inSpace(scene, 'rename', ['PATCH', home(scene), { name }], () => rules.renameSpace(model, call(scene), name));
  const confirm = random.chance(0.7) ? space.name : 'another name';
  const outcome = () => rules.deleteSpace(model, call(scene), confirm);
  return inSpace(scene, 'delete the workspace', ['DELETE', home(scene), { confirm }], outcome);
};

const make: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'alert']);
  const [name, isShared, isDefault] = [random.pick(NAMES), random.chance(0.4), kind === 'view' && random.chance(0.3)];
  const watch = kind === 'alert' ? aWatch(scene) : null;
  const content = {
    view: { table: 'companies', state: STATE, is_default: isDefault },
    list: { table: 'companies' },
    alert: { watch, on: ['added'], every: 'daily', by: ['app'] },
  }[kind];
  // Private is what is not said.
  const body = { ...content, name, ...(isShared || random.chance(0.5) ? { visibility: visibility(isShared) } : {}) };
  const outcome = () => things.makeThing(model, call(scene), { kind, name, isShared, isDefault, watch });
  return inSpace(scene, `make a ${kind}`, ['POST', PATHS[kind], body], outcome);
};

const change: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'alert']);
  const { id, stamps } = aThing(scene, kind);
  const based = basedOn(random, stamps);
  const wanted: things.ThingChange = {
    ...(random.chance(0.4) ? { name: random.pick(NAMES) } : {}),
    ...(random.chance(0.5) ? { isShared: random.chance(0.5) } : {}),
    ...(kind === 'view' && random.chance(0.2) ? { isDefault: random.chance(0.6) } : {}),
    ...(kind === 'alert' && random.chance(0.3) ? { watch: aWatch(scene) } : {}),
    ...(based === undefined ? {} : { basedOn: based }),
  };
  const body = {
    name: wanted.name,
    visibility: wanted.isShared === undefined ? undefined : visibility(wanted.isShared),
    is_default: wanted.isDefault,
    watch: wanted.watch,
    based_on: based,
  };
  const outcome = () => things.changeThing(model, call(scene), kind, id, wanted);
  return inSpace(scene, `change a ${kind}`, ['PATCH', `${PATHS[kind]}/${id}`, body], outcome);
};

const remove: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'list', 'alert']);
  const { id } = aThing(scene, kind);
  const outcome = () => things.deleteThing(model, call(scene), kind, id);
  return inSpace(scene, `delete a ${kind}`, ['DELETE', `${PATHS[kind]}/${id}`], outcome);
};

const bringBack: Making = (scene) => {
  const { model, random } = scene;
  const id = Number(aThing(scene, 'list', (list) => things.isKept(model, list)).id);
  if (random.chance(0.3)) {
    const purge = () => things.purgeList(model, call(scene), id);
    return inSpace(scene, 'purge a list', ['DELETE', `/lists/${id}?deleted=true`], purge);
  }
  return inSpace(scene, 'restore a list', ['POST', `/lists/${id}/restore`], () => things.restoreList(model, call(scene), id));
};

const changeRows: Making = (scene) => {
  const { model, random } = scene;
  const id = Number(aThing(scene, 'list').id);
  const ids = random.some([...model.countries.values()].flat(), 1, 5);
  const isAdding = random.chance(0.7);
  const outcome = () => things.changeListRows(model, call(scene), id, ids, isAdding);
  const method = isAdding ? 'POST' : 'DELETE';
  return inSpace(scene, isAdding ? 'add rows' : 'take rows off', [method, `/lists/${id}/rows`, { ids }], outcome);
};

const writeNote: Making = (scene) => {
  const { model, random, space } = scene;
  const text = random.pick(['Called', 'Call again', 'Wrong number']);
  if (space.notes.length === 0 || random.chance(0.4)) {
    const row = aRow(scene);
    const outcome = () => things.writeNote(model, call(scene), row, text);
    return inSpace(scene, 'write a note', ['POST', `/table/companies/${row}/notes`, { text }], outcome);
  }
  const all = [...model.spaces.values()].flatMap(({ notes }) => notes);
  const { id, stamps } = random.chance(0.9) ? random.pick(space.notes) : random.pick(all);
  if (random.chance(0.25)) {
    const erase = () => things.changeNote(model, call(scene), id);
    return inSpace(scene, 'delete a note', ['DELETE', `/notes/${id}`], erase);
  }
  const based = basedOn(random, stamps);
  const outcome = () => things.changeNote(model, call(scene), id, { text, ...(based === undefined ? {} : { basedOn: based }) });
  return inSpace(scene, 'change a note', ['PATCH', `/notes/${id}`, { text, based_on: based }], outcome);
};

const tag: Making = (scene) => {
  const { model, random } = scene;
  const row = aRow(scene);
  const tags = random.pick([[], ['Hot'], ['hot', 'New'], ['LATER'], ['Later', 'Hot'], ['New']]);
  const outcome = () => things.tagRow(model, call(scene), row, tags);
  return inSpace(scene, 'tag a row', ['PUT', `/table/companies/${row}/tags`, { tags }], outcome);
};

const collect: Making = (scene) => {
  const { model, random, space } = scene;
  if (random.chance(0.25)) {
    const id = maybe(random, [...space.collected.keys()], String(UNKNOWN));
    const erase = () => things.eraseCollected(model, call(scene), id);
    return inSpace(scene, 'erase a person', ['DELETE', '/linkedin/users', { ids: [id] }], erase);
  }
  const slug = random.pick(SLUGS);
  const p1 = personAnswer({ memberId: `ACoAA${slug.replace('-', '')}`, slug, headline: 'Planner' });
  const content = { url: `https://www.linkedin.com/in/${slug}`, p1 };
  return inSpace(scene, 'collect a person', ['POST', '/parse/profile', { content }], () =>
    things.collect(model, call(scene), slug),
  );
};

const exportRows: Making = (scene) => {
  const { model, random } = scene;
  const choice = aChoice(scene);
  if (random.chance(0.3)) {
    const preview = () => ledger.previewExport(model, call(scene), choice);
    return inSpace(scene, 'preview an export', ['GET', `/table/companies/export/preview?${queryOf(choice)}`], preview);
  }
  // A key exports for the member who made it.
  const key = random.chance(0.2) ? scene.space.keys.at(-1)?.text : undefined;
  const outcome = () => ledger.exportRows(model, key === undefined ? call(scene) : ledger.holderOf(model, key), choice);
  const step = inSpace(scene, 'export', ['GET', `/table/companies/export?${queryOf(choice)}`], outcome);
  return key === undefined ? step : { ...step, what: 'export with a key', key };
};

const useKeys: Making = (scene) => {
  const { model, random, space, past } = scene;
  const kind = random.pick(['create', 'delete', 'read', 'read']);
  if (kind === 'create')
    return inSpace(scene, 'create a key', ['POST', '/create-api-key', {}], () => ledger.createKey(model, call(scene)));
  if (kind === 'delete') {
    const all = [...model.spaces.values()].flatMap(({ keys }) => keys);
    const { id } = maybe(random, random.chance(0.9) ? space.keys : all, { id: 'invented', text: '', prefix: '', by: 0 });
    return inSpace(scene, 'delete a key', ['POST', '/delete-api-key', { id }], () => ledger.deleteKey(model, call(scene), id));
  }
  const key = maybe(random, random.chance(0.7) ? space.keys.map(({ text }) => text) : [...past.keys], 'll_live_invented');
  const choice = aChoice(scene);
  const outcome = () => ledger.readWithKey(model, key, choice);
  return { ...inSpace(scene, 'read with a key', ['GET', `/table/companies?${queryOf(choice)}`], outcome), at: null, key };
};

const look: Making = (scene) => {
  const { model, random } = scene;
  if (random.chance(0.5)) {
    const { id } = aThing(scene, 'view');
    return inSpace(scene, 'open a view', ['GET', `${PATHS.view}/${id}`], () => things.openView(model, call(scene), id));
  }
  const path = random.pick(['/lists', '/alerts', '/tags?table=companies', '/usage', '/api-keys', `${home(scene)}/activity`]);
  const outcome = () => {
    rules.enter(model, call(scene));
    return { apply: () => undefined };
  };
  return inSpace(scene, 'look in', ['GET', path], outcome);
};

const endAccount: Making = ({ model, by }) => {
  const outcome = () => members.deleteAccount(model, by);
  return { what: 'delete the account', by, at: null, method: 'POST', path: '/delete-account', body: {}, outcome };
};

const makings: readonly (readonly [weight: number, Making])[] = [
  [9, invite],
  [1, withdraw],
  [9, accept],
  [8, changeMember],
  [4, go],
  [3, manageSpace],
  [14, make],
  [14, change],
  [4, remove],
  [3, bringBack],
  [5, changeRows],
  [8, writeNote],
  [3, tag],
  [3, collect],
  [9, exportRows],
  [5, useKeys],
  [4, look],
  [1, endAccount],
];
const weighted = makings.flatMap(([weight, making]) => Array.from({ length: weight }, () => making));

export function randomStep(model: Model, random: Random, past: Past): Step {
  const all = [...model.spaces.values()];
  const shared = all.filter(({ isPersonal }) => !isPersonal);
  const space = random.pick(shared.length > 0 && random.chance(0.92) ? shared : all);
  const everyone = [...model.people.keys()];
  const by = random.chance(0.9) ? random.pick(space.members).person : random.pick(everyone);
  const scene = { model, random, past, space, by };
  // Little happens before several people are there.
  if (shared.length === 0 && random.chance(0.8)) return createSpace(scene);
  if (!space.isPersonal && space.members.length < 4 && random.chance(0.4)) return random.pick([invite, accept])(scene);
  return random.pick(weighted)(scene);
}
