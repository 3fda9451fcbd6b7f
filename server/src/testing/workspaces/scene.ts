/** Where a random call is made: by whom, in which workspace, and what it may name there. */
import type { Method } from '../call-api.ts';
import type { Random } from '../questions/random.ts';
import type { Kind, Model, Outcome, Space, Thing, Watch } from './model.ts';
import type { Choice } from './model-ledger.ts';
import { isSeen, isThere } from './model-things.ts';

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
export interface Scene {
  readonly model: Model;
  readonly random: Random;
  readonly past: Past;
  readonly space: Space;
  readonly by: number;
}
export type Making = (scene: Scene) => Step;

export const TAGS = ['Hot', 'hot', 'Later', 'LATER', 'New'];
export const PATHS = { view: '/table-views', list: '/lists', alert: '/alerts' } as const;
/** The id of nothing. */
export const UNKNOWN = 999_999_999;

export const call = ({ by, space }: Scene) => ({ by, at: space.id });
export const home = ({ space }: Scene) => `/workspaces/${space.id}`;
export const anyone = ({ model, random }: Scene) => random.pick([...model.people.keys()]);
export const someone = (scene: Scene) =>
  scene.random.chance(0.8) ? scene.random.pick(scene.space.members).person : anyone(scene);
export const aRow = ({ model, random }: Scene) => random.pick([...model.countries.values()].flat().slice(0, 2));
/** Mostly one of them. */
export const maybe = <Item>(random: Random, items: readonly Item[], otherwise: Item): Item =>
  items.length > 0 && random.chance(0.93) ? random.pick(items) : otherwise;
export const basedOn = (random: Random, stamps: readonly string[] = []) =>
  random.pick([undefined, stamps.at(-1), stamps.at(-1), ...stamps.slice(-3, -1)]);

/** Mostly one that the caller sees, else somebody else's, or of another workspace. */
export function aThing({ model, random, space, by }: Scene, kind: Kind, among = isThere): Pick<Thing, 'id' | 'stamps'> {
  const ofKind = (one: Thing) => one.kind === kind && among(one);
  const own = space.things.filter((one) => ofKind(one) && isSeen(one, by));
  const all = [...model.spaces.values()].flatMap((one) => one.things.filter(ofKind));
  const unknown = { id: kind === 'view' ? 'invented' : UNKNOWN, stamps: [] };
  return own.length > 0 && random.chance(0.85) ? random.pick(own) : maybe<Pick<Thing, 'id' | 'stamps'>>(random, all, unknown);
}

export function aWatch(scene: Scene): Watch {
  const kind = scene.random.pick(['people', 'view', 'list'] as const);
  return kind === 'people' ? { kind } : { kind, id: aThing(scene, kind).id };
}

export function aChoice(scene: Scene): Choice {
  const { model, random } = scene;
  return random.pick<() => Choice>([
    () => ({ country: random.pick([...model.countries.keys()]) }),
    () => ({ list: Number(aThing(scene, 'list').id) }),
    () => ({ tag: random.pick(TAGS) }),
    () => ({ exported: random.chance(0.5) }),
  ])();
}
export const queryOf = (choice: Choice) =>
  new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)] as [string, string])).toString();

/** A call in the scene's workspace. */
export function inSpace(
  scene: Scene,
  what: string,
  [method, path, body]: [Method, string, object?],
  outcome: () => Outcome,
): Step {
  const { by, space, random } = scene;
  // A call without a workspace is in one's own.
  const at = space.id === by && random.chance(0.5) ? null : space.id;
  return { what, by, at, method, path, ...(body === undefined ? {} : { body }), outcome };
}
