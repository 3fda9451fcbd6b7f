/** Random calls about workspaces, their members and invitations. */
import * as rules from './model.ts';
import * as members from './model-members.ts';
import { anyone, call, home, inSpace, type Making, maybe, someone } from './scene.ts';

const SPACE_NAMES = ['Northwind', 'northwind', 'Nordlys', 'Südwind'];
const MOST_SPACES = 4;
/** Viewers do little. */
const ROLES = ['owner', 'admin', 'member', 'member', 'member', 'viewer'] as const;

export const invite: Making = (scene) => {
  const { model, random } = scene;
  const outside = [...model.people.keys()].filter((person) => rules.memberOf(scene.space, person) === undefined);
  const person = outside.length > 0 && random.chance(0.8) ? random.pick(outside) : anyone(scene);
  const email = random.chance(0.95) ? rules.emailOf(model, person) : 'nobody@example.com';
  const role = random.pick(ROLES);
  const outcome = () => rules.invite(model, call(scene), email, role);
  return inSpace(scene, 'invite', ['POST', `${home(scene)}/invites`, { email, role }], outcome);
};

export const withdraw: Making = (scene) => {
  const { model, random, space } = scene;
  // One that is over may be cleaned up at any time.
  const ids = rules.openInvites(model, space).map(({ id }) => id);
  const id = maybe(random, ids, '00000000-0000-4000-8000-000000000000');
  const outcome = () => rules.withdrawInvite(model, call(scene), id);
  return inSpace(scene, 'withdraw', ['DELETE', `${home(scene)}/invites/${id}`], outcome);
};

export const accept: Making = (scene) => {
  const { model, random, past } = scene;
  const open = [...model.spaces.values()].flatMap((space) => space.invites);
  const fitting = open.flatMap((one) => {
    const person = [...model.people.values()].find(({ email }) => email === one.email);
    return person === undefined ? [] : [{ code: one.code, by: person.id }];
  });
  if (fitting.length === 0 && random.chance(0.8)) return invite(scene);
  const wrong = { code: maybe(random, [...past.codes], 'invented'), by: anyone(scene) };
  const { code, by } = fitting.length > 0 && random.chance(0.85) ? random.pick(fitting) : wrong;
  const outcome = () => rules.acceptInvite(model, by, code);
  return { what: 'accept', by, at: null, method: 'POST', path: '/workspace-invites/accept', body: { code }, outcome };
};

export const changeMember: Making = (scene) => {
  const { model, random } = scene;
  const person = someone(scene);
  const change: members.MemberChange = {
    ...(random.chance(0.4) ? { role: random.pick(ROLES) } : {}),
    ...(random.chance(0.5) ? { rights: random.some(rules.rights, 2, 4) } : {}),
    ...(random.chance(0.5) ? { export_limit: random.pick([null, 0, 1, 3]) } : {}),
  };
  const outcome = () => members.changeMember(model, call(scene), person, change);
  return inSpace(scene, 'change a member', ['PATCH', `${home(scene)}/members/${person}`, change], outcome);
};

export const go: Making = (scene) => {
  const { model, random } = scene;
  const choice = random.pick<members.Choice>([undefined, 'hand_over', 'delete']);
  const body = choice === undefined ? {} : { private: choice };
  if (random.chance(0.5))
    return inSpace(scene, 'leave', ['POST', `${home(scene)}/leave`, body], () => members.leave(model, call(scene), choice));
  const person = someone(scene);
  const outcome = () => members.removeMember(model, call(scene), person, choice);
  return inSpace(scene, 'remove a member', ['DELETE', `${home(scene)}/members/${person}`, body], outcome);
};

export const createSpace: Making = ({ model, random, by }) => {
  const name = random.pick(SPACE_NAMES);
  const outcome = () => rules.createSpace(model, by, name);
  return { what: 'create a workspace', by, at: null, method: 'POST', path: '/workspaces', body: { name }, outcome };
};

export const manageSpace: Making = (scene) => {
  const { model, random, space } = scene;
  const name = random.pick(SPACE_NAMES);
  const shared = [...model.spaces.values()].filter(({ isPersonal }) => !isPersonal).length;
  if (shared < MOST_SPACES && random.chance(0.4)) return createSpace(scene);
  if (random.chance(0.6))
    return inSpace(scene, 'rename', ['PATCH', home(scene), { name }], () => rules.renameSpace(model, call(scene), name));
  const confirm = random.chance(0.5) ? space.name : 'another name';
  const outcome = () => rules.deleteSpace(model, call(scene), confirm);
  return inSpace(scene, 'delete the workspace', ['DELETE', home(scene), { confirm }], outcome);
};

export const endAccount: Making = ({ model, by }) => {
  const outcome = () => members.deleteAccount(model, by);
  return { what: 'delete the account', by, at: null, method: 'POST', path: '/delete-account', body: {}, outcome };
};
