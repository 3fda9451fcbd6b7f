/** What the rules say about views, lists, alerts, notes, tags and collected people of a workspace. */
import {
  type Answered,
  type Call,
  DAY,
  emailOf,
  enter,
  isAtLeast,
  type Kind,
  type Model,
  memberOf,
  note,
  type Outcome,
  Refused,
  type Space,
  type Thing,
  type Watch,
} from './model.ts';

/** Deleted lists are kept so long. */
const KEPT = 30 * DAY;
/** Views and lists in the sidebar of one member. */
const MOST_PINS = 20;
const CODE = { view: 'VIEW', list: 'ROW_LIST', alert: 'ALERT' } as const;

export const isSeen = ({ isShared, by }: Thing, person: number) => isShared || by === person;
export const isThere = ({ deletedAt }: Thing) => deletedAt === null;
/** Deleted lists that can be restored: older ones may be gone. */
export const isKept = ({ now }: Model, { deletedAt }: Thing) => deletedAt !== null && deletedAt > now - KEPT;

function find(space: Space, person: number, kind: Kind, id: string | number, among = isThere): Thing {
  const found = space.things.find((one) => one.kind === kind && one.id === id && isSeen(one, person) && among(one));
  if (found === undefined) throw new Refused(`${CODE[kind]}.NOT_FOUND`);
  return found;
}

function isNameTaken(
  space: Space,
  { kind, id, name, isShared, by }: Pick<Thing, 'kind' | 'id' | 'name' | 'isShared' | 'by'>,
): boolean {
  const isSame = (one: Thing) => one.name.toLowerCase() === name.toLowerCase() && one.isShared === isShared;
  return (
    kind !== 'alert' &&
    space.things.some((one) => one.kind === kind && one.id !== id && isThere(one) && isSame(one) && (isShared || one.by === by))
  );
}

const targetOf = (kind: Kind, name: string) => ({ target: `${kind} “${name}”` });
const isStale = ({ stamps }: { readonly stamps: readonly string[] }, basedOn: string | undefined) =>
  basedOn !== undefined && (stamps.at(-1) ?? '') > basedOn;

const changedMeanwhile = ({ stamps }: { readonly stamps: readonly string[] }, shown: object) =>
  new Refused('WORKSPACE.CHANGED_MEANWHILE', { current: { ...shown, updated_at: stamps.at(-1) } });

/** Each change has a later time than the one before; what changes nothing has none. */
function stamp({ stamps }: { readonly stamps: string[] }, { updated_at: at }: Answered, isSaved = true): void {
  const last = stamps.at(-1) ?? '';
  if (isSaved ? at <= last : at !== last) throw new Error(`updated_at is ${at} after ${last}`);
  if (isSaved) stamps.push(at);
}

/** A view of a personal workspace is opened by whoever has its id. */
function canWatch(model: Model, space: Space, person: number, watch: Watch): boolean {
  if (watch.kind === 'people') return true;
  const homes = [...model.spaces.values()].filter(({ isPersonal }) => isPersonal && watch.kind === 'view');
  const isIt = (one: Thing) => one.kind === watch.kind && one.id === watch.id && isThere(one);
  return space.things.some((one) => isIt(one) && isSeen(one, person)) || homes.some(({ things }) => things.some(isIt));
}

/** Only one view of an author is the default. */
function makeDefault(space: Space, view: Thing): void {
  for (const one of space.things) if (one.kind === 'view' && one.by === view.by) one.isDefault = one === view;
}

/** @param thing as it is from now on, with a pin that is new to somebody */
function requireRoomForPin(space: Space, person: number, thing: Pick<Thing, 'id' | 'isShared' | 'by'>): void {
  const isOther = (one: Thing) => one.id !== thing.id && isThere(one) && one.isPinned && isSeen(one, person);
  const own = thing.isShared || thing.by === person ? 1 : 0;
  if (space.things.filter(isOther).length + own > MOST_PINS) throw new Refused('PIN.LIMIT_REACHED');
}

export interface NewThing {
  readonly kind: Kind;
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault: boolean;
  readonly isPinned: boolean;
  readonly watch: Watch | null;
}

export function makeThing(model: Model, call: Call, { kind, name, isShared, isDefault, isPinned, watch }: NewThing): Outcome {
  const { space } = enter(model, call, { role: 'member', plan: kind === 'alert' });
  if (watch !== null && !canWatch(model, space, call.by, watch)) throw new Refused('ALERT.NOTHING_TO_WATCH');
  const content = { kind, name, by: call.by, isShared, isPinned };
  if (isNameTaken(space, { ...content, id: '' })) throw new Refused(`${CODE[kind]}.NAME_TAKEN`);
  if (isPinned) requireRoomForPin(space, call.by, { ...content, id: '' });
  const apply = ({ id, updated_at: at }: Answered) => {
    const thing = { ...content, id, stamps: [at], isDefault, note: '', rows: new Set<number>(), deletedAt: null, watch };
    space.things.push(thing);
    if (isDefault) makeDefault(space, thing);
    if (isShared) note(space, call.by, { action: 'shared', ...targetOf(kind, name) });
  };
  return { apply };
}

export interface ThingChange {
  readonly name?: string;
  readonly isShared?: boolean;
  readonly isDefault?: boolean;
  readonly isPinned?: boolean;
  readonly note?: string;
  readonly watch?: Watch;
  readonly basedOn?: string;
}

export function changeThing(model: Model, call: Call, kind: Kind, id: string | number, change: ThingChange): Outcome {
  const { space, member } = enter(model, call, { role: 'member', plan: kind === 'alert' });
  const thing = find(space, call.by, kind, id);
  const { name = thing.name, note: text = thing.note, isShared = thing.isShared, isPinned = thing.isPinned } = change;
  const { watch = thing.watch } = change;
  const isWatchable = watch === null || [call.by, thing.by].every((person) => canWatch(model, space, person, watch));
  if (change.watch !== undefined && !isWatchable) throw new Refused('ALERT.NOTHING_TO_WATCH');
  if (isStale(thing, change.basedOn)) throw changedMeanwhile(thing, { id, name: thing.name });
  const isAuthor = thing.by === call.by;
  if (change.isDefault === true && !isAuthor) throw new Refused('REQUEST.INVALID');
  const isUnshared = thing.isShared && !isShared;
  if (isUnshared && !isAuthor && !isAtLeast(member.role, 'admin')) throw new Refused('WORKSPACE.ROLE_MISSING');
  const isTakenOver = isUnshared && memberOf(space, thing.by) === undefined;
  const by = isTakenOver ? call.by : thing.by;
  if (isNameTaken(space, { ...thing, name, isShared, by })) throw new Refused(`${CODE[kind]}.NAME_TAKEN`);
  const isShown = isShared !== thing.isShared;
  if (isPinned && (change.isPinned !== undefined || isShown)) requireRoomForPin(space, call.by, { id, isShared, by });
  // A pin of a list is no other state of it.
  const isSaved = kind !== 'list' || change.name !== undefined || change.note !== undefined || isShown;
  const apply = (answered: Answered) => {
    stamp(thing, answered, isSaved);
    const action = isShared === thing.isShared ? null : isShared ? 'shared' : 'unshared';
    if (action !== null) note(space, call.by, { action, ...targetOf(kind, name) });
    const isDefault = isTakenOver ? false : isAuthor ? (change.isDefault ?? thing.isDefault) : thing.isDefault;
    Object.assign(thing, { name, note: text, isShared, isPinned, watch, by, isDefault });
    if (isDefault) makeDefault(space, thing);
  };
  return { apply };
}

export function deleteThing(model: Model, call: Call, kind: Kind, id: string | number): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  const thing = find(space, call.by, kind, id);
  const apply = () => {
    if (kind === 'list') Object.assign(thing, { deletedAt: model.now, isPinned: false });
    else space.things = space.things.filter((one) => one !== thing);
    if (thing.isShared) note(space, call.by, { action: 'deleted', ...targetOf(kind, thing.name) });
  };
  return { apply };
}

/** A view that somebody opens by its id. */
export function openView(model: Model, call: Call, id: string | number): Outcome {
  const { space } = enter(model, call);
  const own = space.things.find((one) => one.kind === 'view' && one.id === id && isSeen(one, call.by));
  const homes = [...model.spaces.values()].filter(({ isPersonal }) => isPersonal).flatMap(({ things }) => things);
  const found = own ?? homes.find((one) => one.kind === 'view' && one.id === id);
  if (found === undefined) throw new Refused('VIEW.NOT_FOUND');
  return { answer: { id, name: found.name, is_own: own !== undefined }, apply: () => undefined };
}

export function restoreList(model: Model, call: Call, id: number): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  const list = find(space, call.by, 'list', id, (one) => !isThere(one));
  let name = list.name;
  for (let number = 2; isNameTaken(space, { ...list, name }); number += 1) name = `${list.name} (${number})`;
  return { answer: { id, name }, apply: () => void Object.assign(list, { name, deletedAt: null }) };
}

export function purgeList(model: Model, call: Call, id: number): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  const list = find(space, call.by, 'list', id, (one) => !isThere(one));
  const apply = () => {
    space.things = space.things.filter((one) => one !== list);
  };
  return { apply };
}

export function changeListRows(model: Model, call: Call, id: number, rows: readonly number[], isAdding: boolean): Outcome {
  const { space } = enter(model, call, { role: 'member', plan: isAdding });
  const list = find(space, call.by, 'list', id);
  const known = rows.filter((row) => list.rows.has(row)).length;
  const apply = (answered: Answered) => {
    stamp(list, answered);
    for (const row of rows)
      if (isAdding) list.rows.add(row);
      else list.rows.delete(row);
  };
  return { answer: isAdding ? { added: rows.length - known, already_on_it: known } : { removed: known }, apply };
}

export function writeNote(model: Model, call: Call, row: number, text: string): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  const apply = ({ id, updated_at: at }: Answered) => void space.notes.push({ id, row, by: call.by, text, stamps: [at] });
  return { answer: { text, author: emailOf(model, call.by) }, apply };
}

/** @param change undefined: the note is deleted */
export function changeNote(
  model: Model,
  call: Call,
  id: number,
  change?: { readonly text: string; readonly basedOn?: string },
): Outcome {
  const { space, member } = enter(model, call, { role: 'member' });
  const known = space.notes.find((one) => one.id === id);
  if (known === undefined) throw new Refused('NOTE.NOT_FOUND');
  if (known.by !== call.by && !isAtLeast(member.role, 'admin')) throw new Refused('WORKSPACE.ROLE_MISSING');
  if (change !== undefined && isStale(known, change.basedOn)) throw changedMeanwhile(known, { id, text: known.text });
  const apply = (answered: Answered) => {
    if (change === undefined) space.notes = space.notes.filter((one) => one !== known);
    else {
      stamp(known, answered);
      known.text = change.text;
    }
  };
  return { apply };
}

/** A tag that is used in the workspace already keeps its spelling. */
export function tagRow(model: Model, call: Call, row: number, tags: readonly string[]): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  const spelled = (tag: string) => [...space.tags.values()].flatMap((known) => known.get(tag.toLowerCase()) ?? []).at(0) ?? tag;
  const wanted = new Map(tags.map((tag) => [tag.toLowerCase(), spelled(tag)]));
  const inOrder = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
  return { answer: { tags: inOrder }, apply: () => void space.tags.set(row, wanted) };
}

/** Whoever collects somebody first stays their collector. */
export function collect(model: Model, call: Call, slug: string): Outcome {
  const { space } = enter(model, call, { right: 'collect' });
  const apply = ({ user_id: id }: Answered) => {
    if (!space.collected.has(id)) space.collected.set(id, { slug, by: call.by });
  };
  return { apply };
}

export function eraseCollected(model: Model, call: Call, id: string): Outcome {
  const { space } = enter(model, call, { role: 'member' });
  return { answer: { deleted: space.collected.has(id) ? 1 : 0 }, apply: () => void space.collected.delete(id) };
}
