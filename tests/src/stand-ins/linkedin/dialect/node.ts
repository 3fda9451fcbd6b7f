/**
 * The one form every answer is built in before it is written in a dialect. An entity inside an object is
 * a reference in the normalized dialects and a nested object in the plain one; a dangling reference is an
 * address in the former and nothing at all in the latter.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface NodeObject {
  /** `$type` and `$recipeTypes` are spelled by the dialect. */
  readonly [key: string]: Node | undefined;
}

export type Node = null | boolean | number | string | readonly Node[] | NodeObject | Entity | Dangling;

export class Entity {
  readonly kind = 'entity';
  readonly urn: string;
  readonly type: string;
  readonly recipe: string;
  readonly fields: NodeObject;

  constructor(urn: string, type: string, recipe: string, fields: NodeObject) {
    this.urn = urn;
    this.type = type;
    this.recipe = recipe;
    this.fields = fields;
  }
}

export class Dangling {
  readonly kind = 'dangling';
  readonly urn: string;

  constructor(urn: string) {
    this.urn = urn;
  }
}

/** An object with a type, but without an identity of its own. */
export function typed(type: string, fields: NodeObject): NodeObject {
  return { ...fields, $type: type };
}

export interface Paging {
  readonly start: number;
  readonly count: number;
  /** The total, which is left out where the network leaves it out. */
  readonly total?: number;
}

const COLLECTION = 'com.linkedin.restli.common.CollectionResponse';

export function pagingOf(paging: Paging): NodeObject {
  return typed('com.linkedin.restli.common.CollectionMetadata', { ...paging, links: [] });
}

/** A collection written where it stands. */
export function collection(paging: Paging, elements: readonly Node[], more: NodeObject = {}): NodeObject {
  return typed(COLLECTION, { ...more, paging: pagingOf(paging), elements });
}

/** A collection with an address of its own, referred to by what holds it. */
export function collectionEntity(name: string, paging: Paging, elements: readonly Node[]): Entity {
  const urn = `urn:li:collectionResponse:${Buffer.from(name).toString('base64')}`;
  return new Entity(urn, COLLECTION, 'com.linkedin.voyager.dash.deco.common.Collection', { paging: pagingOf(paging), elements });
}

/** What an endpoint answers, before a dialect is chosen. */
export type Document =
  | { readonly kind: 'rest'; readonly body: NodeObject; readonly extra: readonly Entity[] }
  | { readonly kind: 'graphql'; readonly root: string; readonly body: Node; readonly extra: readonly Entity[] };
