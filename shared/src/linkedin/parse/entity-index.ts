/**
 * One index over all answers about a member: every object with a URN, once. The same URN arriving with
 * different recipes is merged and keeps what is not null. References that lead nowhere are normal in these
 * answers and resolve to undefined; every method makes a bounded number of hops, so cycles cannot loop.
 */
import { countOf, isObject, type JsonObject } from './json-value.ts';
import { elementsOf } from './payload-roots.ts';

/** One collection as sent. */
export interface Listing {
  /** The members that could be resolved, in the network's order. */
  readonly items: readonly JsonObject[];
  /** How many members were named, dangling ones included. */
  readonly listed: number;
  /** null when the answer does not tell. */
  readonly total: number | null;
  readonly start: number;
  readonly count: number | null;
}

type MutableObject = Record<string, unknown>;

const MAX_ENTITIES = 100_000;
const MAX_LISTED = 1_000;
/** A full profile needs some hundreds. */
const MAX_TAKEN = 50_000;
/** Real answers repeat a URN two or three times. */
const MAX_RECORDS = 200;
const MERGE_DEPTH = 4;

export class EntityIndex {
  readonly #entities = new Map<string, JsonObject>();
  /** Objects made here, and therefore free to be written to. */
  readonly #merged = new WeakMap<JsonObject, MutableObject>();
  readonly #records = new Map<string, number>();
  #left = MAX_TAKEN;

  add(entities: readonly JsonObject[]): void {
    for (const entity of entities) {
      const urn = entity.entityUrn;
      if (typeof urn === 'string') this.addAs(urn, entity);
    }
  }

  /** Adds a record under a URN it does not carry itself. */
  addAs(urn: string, entity: JsonObject): void {
    const known = this.#entities.get(urn);
    if (known === entity) return;
    if (known === undefined) {
      if (this.#entities.size < MAX_ENTITIES) this.#entities.set(urn, entity);
      return;
    }
    const records = this.#records.get(urn) ?? 1;
    if (records >= MAX_RECORDS) return;
    this.#records.set(urn, records + 1);
    this.#entities.set(urn, this.#merge(known, entity, 0));
  }

  /**
   * The members of a list that may still be looked at. An answer can refer to one list a thousand times, and
   * that list to another: everything read by way of lists is taken from one budget, so that a small answer
   * cannot ask for endless work.
   */
  take<Member>(list: readonly Member[]): readonly Member[] {
    const taken = list.slice(0, Math.min(MAX_LISTED, this.#left));
    this.#left -= taken.length;
    return taken;
  }

  get(urn: unknown): JsonObject | undefined {
    return typeof urn === 'string' ? this.#entities.get(urn) : undefined;
  }

  urns(): IterableIterator<string> {
    return this.#entities.keys();
  }

  /** The entity behind a URN, a nested object, or a map that holds its reference as a key. */
  resolve(value: unknown): JsonObject | undefined {
    if (typeof value === 'string') return this.get(value);
    if (Array.isArray(value)) return value.length > 0 && !Array.isArray(value[0]) ? this.resolve(value[0]) : undefined;
    if (!isObject(value)) return undefined;
    if (value.entityUrn !== undefined) return this.get(value.entityUrn) ?? value;
    if (value.$type !== undefined) return value;
    for (const key in value) {
      if (key.startsWith('*urn:li:')) return this.get(value[key]) ?? this.get(key.slice(1));
      break;
    }
    return value;
  }

  /** `owner.name`, whether it is a reference (`*name`, `nameUrn`), nested, or under its resolution's name. */
  reference(owner: JsonObject | undefined, name: string): JsonObject | undefined {
    if (owner === undefined) return undefined;
    const keys = spellingsOf(name);
    for (const key of keys.values) {
      const value = owner[key];
      const entity = value === undefined || value === null ? undefined : this.resolve(value);
      if (entity !== undefined) return entity;
    }
    return this.get(owner[keys.urn]);
  }

  /** `owner.name` where only a reference or the object itself can stand. */
  nested(owner: JsonObject | undefined, name: string): JsonObject | undefined {
    const value = owner?.[name] ?? owner?.[spellingsOf(name).starred];
    return value === undefined || value === null ? undefined : this.resolve(value);
  }

  /** The URN `owner.name` refers to, also when it leads nowhere. */
  referenceUrn(owner: JsonObject | undefined, name: string): string | null {
    if (owner === undefined) return null;
    const keys = spellingsOf(name);
    const nested = owner[name];
    for (const urn of [owner[keys.starred], isObject(nested) ? nested.entityUrn : nested, owner[keys.urn]]) {
      if (typeof urn === 'string' && urn.startsWith('urn:')) return urn;
    }
    return null;
  }

  /** The collection `owner.name`; undefined when the answers do not carry it. */
  listing(owner: JsonObject | undefined, name: string): Listing | undefined {
    if (owner === undefined) return undefined;
    for (const value of [owner[spellingsOf(name).starred], owner[name]]) {
      if (Array.isArray(value)) return this.listingOf({ elements: value });
      const collection = this.resolve(value);
      if (collection !== undefined) return this.listingOf(collection);
    }
    return undefined;
  }

  /** Reads a collection object; undefined when it is none. */
  listingOf(collection: JsonObject): Listing | undefined {
    const elements = elementsOf(collection);
    const paging = isObject(collection.paging) ? collection.paging : {};
    const total = countOf(paging.total);
    if (elements === null && total === null) return undefined;
    const named = this.take(elements ?? []);
    return {
      items: named.map((element) => this.resolve(element)).filter((item) => item !== undefined),
      listed: elements?.length ?? 0,
      total,
      start: countOf(paging.start) ?? 0,
      count: countOf(paging.count),
    };
  }

  /** Keeps what is not null of both; where both say something, the first stays and objects are merged. */
  #merge(first: JsonObject, second: JsonObject, depth: number): JsonObject {
    const target = this.#merged.get(first) ?? this.#own(first);
    for (const key of Object.keys(second)) target[key] = this.#mergeValue(target[key], second[key], depth);
    return target;
  }

  #mergeValue(known: unknown, fresh: unknown, depth: number): unknown {
    if (isBlank(known)) return fresh ?? known;
    if (isBlank(fresh)) return known;
    if (Array.isArray(known) && Array.isArray(fresh)) return fresh.length > known.length ? fresh : known;
    if (depth < MERGE_DEPTH && isObject(known) && isObject(fresh) && known !== fresh) return this.#merge(known, fresh, depth + 1);
    return known;
  }

  /** A writable copy without a prototype, so that no key of a hostile answer means anything. */
  #own(source: JsonObject): MutableObject {
    const copy: MutableObject = Object.create(null);
    for (const key of Object.keys(source)) copy[key] = source[key];
    this.#merged.set(copy, copy);
    return copy;
  }
}

interface Spellings {
  readonly starred: string;
  readonly urn: string;
  /** Where a reference or the object itself may stand, best first. */
  readonly values: readonly string[];
}

/** Joined once per name: a key built anew for each look costs more than the look. Names are this parser's own, never an answer's. */
const spellings = new Map<string, Spellings>();

function spellingsOf(name: string): Spellings {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const starred = `*${name}`;
  const made = { starred, urn: `${name}Urn`, values: [starred, name, `*${name}ResolutionResult`, `${name}ResolutionResult`] };
  spellings.set(name, made);
  return made;
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
