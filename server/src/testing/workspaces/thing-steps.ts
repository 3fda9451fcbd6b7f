/** Random calls about views, lists, alerts, notes, tags and collected people. */
import { personAnswer } from '../linkedin-answers.ts';
import type { Kind } from './model.ts';
import * as things from './model-things.ts';
import { aRow, aThing, aWatch, basedOn, call, inSpace, type Making, maybe, PATHS, UNKNOWN } from './scene.ts';

const NAMES = ['Norway', 'NORWAY', 'Sweden', 'Norway (2)'];
const SLUGS = ['maren-holt', 'aldo-brink', 'ines-weaver'];
const STATE = { filters: {}, columns: [], sort: null, order: null, per_page: null };
const visibility = (isShared: boolean) => (isShared ? 'workspace' : 'private');

export const make: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'alert']);
  const [name, isShared] = [random.pick(NAMES), random.chance(0.4)];
  const [isDefault, isPinned] = [kind === 'view' && random.chance(0.3), kind === 'view' && random.chance(0.3)];
  const watch = kind === 'alert' ? aWatch(scene) : null;
  const content = {
    view: { table: 'companies', state: STATE, is_default: isDefault, is_pinned: isPinned },
    list: { table: 'companies' },
    alert: { watch, on: ['added'], every: 'daily', by: ['app'] },
  }[kind];
  // Private is what is not said.
  const body = { ...content, name, ...(isShared || random.chance(0.5) ? { visibility: visibility(isShared) } : {}) };
  const outcome = () => things.makeThing(model, call(scene), { kind, name, isShared, isDefault, isPinned, watch });
  return inSpace(scene, `make a ${kind}`, ['POST', PATHS[kind], body], outcome);
};

export const change: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'alert']);
  const { id, stamps } = aThing(scene, kind);
  const based = basedOn(random, stamps);
  const wanted: things.ThingChange = {
    ...(random.chance(0.4) ? { name: random.pick(NAMES) } : {}),
    ...(random.chance(0.5) ? { isShared: random.chance(0.5) } : {}),
    ...(kind === 'view' && random.chance(0.2) ? { isDefault: random.chance(0.6) } : {}),
    ...(kind !== 'alert' && random.chance(0.2) ? { isPinned: random.chance(0.6) } : {}),
    ...(kind === 'list' && random.chance(0.2) ? { note: random.pick(['', 'For Oslo']) } : {}),
    ...(kind === 'alert' && random.chance(0.3) ? { watch: aWatch(scene) } : {}),
    ...(based === undefined ? {} : { basedOn: based }),
  };
  const body = {
    name: wanted.name,
    visibility: wanted.isShared === undefined ? undefined : visibility(wanted.isShared),
    is_default: wanted.isDefault,
    is_pinned: wanted.isPinned,
    note: wanted.note,
    watch: wanted.watch,
    based_on: based,
  };
  const outcome = () => things.changeThing(model, call(scene), kind, id, wanted);
  return inSpace(scene, `change a ${kind}`, ['PATCH', `${PATHS[kind]}/${id}`, body], outcome);
};

export const remove: Making = (scene) => {
  const { model, random } = scene;
  const kind = random.pick<Kind>(['view', 'list', 'list', 'alert']);
  const { id } = aThing(scene, kind);
  const outcome = () => things.deleteThing(model, call(scene), kind, id);
  return inSpace(scene, `delete a ${kind}`, ['DELETE', `${PATHS[kind]}/${id}`], outcome);
};

export const bringBack: Making = (scene) => {
  const { model, random } = scene;
  const id = Number(aThing(scene, 'list', (list) => things.isKept(model, list)).id);
  if (random.chance(0.3)) {
    const purge = () => things.purgeList(model, call(scene), id);
    return inSpace(scene, 'purge a list', ['DELETE', `/lists/${id}?deleted=true`], purge);
  }
  return inSpace(scene, 'restore a list', ['POST', `/lists/${id}/restore`], () => things.restoreList(model, call(scene), id));
};

export const changeRows: Making = (scene) => {
  const { model, random } = scene;
  const id = Number(aThing(scene, 'list').id);
  const ids = random.some([...model.countries.values()].flat(), 1, 5);
  const isAdding = random.chance(0.7);
  const outcome = () => things.changeListRows(model, call(scene), id, ids, isAdding);
  const method = isAdding ? 'POST' : 'DELETE';
  return inSpace(scene, isAdding ? 'add rows' : 'take rows off', [method, `/lists/${id}/rows`, { ids }], outcome);
};

export const writeNote: Making = (scene) => {
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

export const tag: Making = (scene) => {
  const { model, random } = scene;
  const row = aRow(scene);
  const tags = random.pick([[], ['Hot'], ['hot', 'New'], ['LATER'], ['Later', 'Hot'], ['New']]);
  const outcome = () => things.tagRow(model, call(scene), row, tags);
  return inSpace(scene, 'tag a row', ['PUT', `/table/companies/${row}/tags`, { tags }], outcome);
};

export const collect: Making = (scene) => {
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
