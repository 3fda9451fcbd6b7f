/** Random calls of random people in random workspaces, each with what the model says about it. */
import type { Random } from '../questions/random.ts';
import { accept, changeMember, createSpace, endAccount, go, invite, manageSpace, withdraw } from './member-steps.ts';
import type { Model } from './model.ts';
import * as rules from './model.ts';
import * as ledger from './model-ledger.ts';
import * as things from './model-things.ts';
import { aChoice, aThing, call, home, inSpace, type Making, maybe, PATHS, type Past, queryOf, type Step } from './scene.ts';
import { bringBack, change, changeRows, collect, make, remove, tag, writeNote } from './thing-steps.ts';

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
  const kind = random.pick(['create', 'create', 'delete', 'read', 'read']);
  if (kind === 'create') {
    // Whoever has keys already may reach the limit.
    const maker = { ...scene, by: (random.chance(0.6) ? space.keys.at(-1)?.by : undefined) ?? scene.by };
    return inSpace(maker, 'create a key', ['POST', '/create-api-key', {}], () => ledger.createKey(model, call(maker)));
  }
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

const makings: readonly (readonly [weight: number, Making])[] = [
  [8, invite],
  [1, withdraw],
  [6, accept],
  [8, changeMember],
  [3, go],
  [2, manageSpace],
  [14, make],
  [18, change],
  [4, remove],
  [3, bringBack],
  [5, changeRows],
  [9, writeNote],
  [3, tag],
  [3, collect],
  [10, exportRows],
  [8, useKeys],
  [4, look],
  [1, endAccount],
];
const weighted = makings.flatMap(([weight, making]) => Array.from({ length: weight }, () => making));

export function randomStep(model: Model, random: Random, past: Past): Step {
  const all = [...model.spaces.values()];
  const shared = all.filter(({ isPersonal }) => !isPersonal);
  const space = random.pick(shared.length > 0 && random.chance(0.92) ? shared : all);
  const active = space.members.filter(({ role }) => role !== 'viewer');
  const inside = active.length > 0 && random.chance(0.6) ? active : space.members;
  const by = random.chance(0.93) ? random.pick(inside).person : random.pick([...model.people.keys()]);
  const scene = { model, random, past, space, by };
  // Little happens before there are several people and things.
  if (shared.length === 0 && random.chance(0.8)) return createSpace(scene);
  if (!space.isPersonal && space.members.length < 4 && random.chance(0.4)) return random.pick([invite, accept])(scene);
  if (space.things.length < 8 && random.chance(0.25)) return make(scene);
  return random.pick(weighted)(scene);
}
