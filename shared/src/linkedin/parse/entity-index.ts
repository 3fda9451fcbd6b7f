/**
 * An index over all responses about a member, with each object that has a URN stored once. Objects with the
 * same URN are merged and keep what is not null. References to missing objects are normal and resolve to
 * undefined. Every method follows a limited number of references, so cycles end.
 */
import { countOf, isObject, type JsonObject } from './json-value.ts';
import { elementsOf } from './payload-roots.ts';

/** One collection as received. */
export interface Listing {
  /** The members that could be resolved, in LinkedIn's order. */
  readonly items: readonly JsonObject[];
  /** How many members the list names, including missing ones. */
  readonly listed: number;
  /** The total; null if the response does not say. */
  readonly total: number | null;
  readonly start: number;
  readonly count: number | null;
}

type MutableObject = Record<string, unknown>;

const MAX_ENTITIES = 100_000;
const MAX_LISTED = 1_000;
/** A full profile needs some hundreds. */
const MAX_TAKEN = 50_000;
/** Real responses repeat a URN two or three times. */
const MAX_RECORDS = 200;
const MERGE_DEPTH = 4;

export class EntityIndex {
  readonly #entities = new Map<string, JsonObject>();
  /** Objects created here, which may therefore be changed. */
  readonly #merged = new WeakMap<JsonObject, MutableObject>();
  readonly #records = new Map<string, number>();
  #left = MAX_TAKEN;

  add(entities: readonly JsonObject[]): void {
    for (const entity of entities) {
      const urn = entity.entityUrn;
      if (typeof urn === 'string') this.addAs(urn, entity);
    }
  }

  /** Adds a record under a URN that it does not contain itself. */
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
   * The members of a list that may still be read. A response can refer to one list a thousand times, and that
   * list to another. All reads of list members share one budget, so a small response cannot cause endless work.
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

  /** `owner.name` as a reference (`*name`, `nameUrn`), nested, or under the name of its resolution. */
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

  /** `owner.name` if only a reference or the object itself can be there. */
  nested(owner: JsonObject | undefined, name: string): JsonObject | undefined {
    const value = owner?.[name] ?? owner?.[spellingsOf(name).starred];
    return value === undefined || value === null ? undefined : this.resolve(value);
  }

  /** The URN that `owner.name` refers to, even if the object is missing. */
  referenceUrn(owner: JsonObject | undefined, name: string): string | null {
    if (owner === undefined) return null;
    const keys = spellingsOf(name);
    const nested = owner[name];
    for (const urn of [owner[keys.starred], isObject(nested) ? nested.entityUrn : nested, owner[keys.urn]]) {
      if (typeof urn === 'string' && urn.startsWith('urn:')) return urn;
    }
    return null;
  }

  /** The collection `owner.name`; undefined if the responses do not contain it. */
  listing(owner: JsonObject | undefined, name: string): Listing | undefined {
    if (owner === undefined) return undefined;
    for (const value of [owner[spellingsOf(name).starred], owner[name]]) {
      if (Array.isArray(value)) return this.listingOf({ elements: value });
      const collection = this.resolve(value);
      if (collection !== undefined) return this.listingOf(collection);
    }
    return undefined;
  }

  /** Reads a collection object; undefined if it is not one. */
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

  /** Keeps what is not null in either. If both have a value, the first wins; objects are merged. */
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

  /** A writable copy without a prototype, so that no key of a hostile response has a special meaning. */
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
  /** Places where a reference or the object itself may be, best first. */
  readonly values: readonly string[];
}

/**
 * Spellings are cached per name, because building a key costs more than the lookup. The names come from this parser, never
 * from a response.
 */
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
