/**
 * The normalized dialect: every entity once under `included`, `*name` where it is referred to. Records
 * stand in no useful order, and those nobody asked for come first, as a reader has to expect.
 */
import { Dangling, type Document, Entity, type Json, type Node, type NodeObject } from './node.ts';

type JsonObject = { [key: string]: Json };

interface Included {
  readonly records: JsonObject[];
  readonly seen: Set<string>;
}

/** @param webMetadata whether the query asked for `includeWebMetadata` */
export function writeNormalized(document: Document, webMetadata: boolean): JsonObject {
  const included: Included = { records: [], seen: new Set() };
  for (const entity of document.extra) include(entity, included);
  if (document.kind === 'rest') return { data: writeObject(document.body, included), included: included.records };
  const data = writeObject({ [document.root]: document.body, $type: 'com.linkedin.graphql.Query' }, included);
  return {
    data: webMetadata ? { data, extensions: { webMetadata: {} } } : { data },
    ...(webMetadata ? { meta: { microSchema: { isGraphQL: true, version: '2.1', types: {} } } } : {}),
    included: included.records,
  };
}

function writeObject(object: NodeObject, included: Included): JsonObject {
  const written: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    if (value instanceof Entity || value instanceof Dangling) {
      written[`*${key}`] = refer(value, included);
    } else if (isReferenceList(value)) {
      written[`*${key}`] = writeList(value, included);
    } else {
      written[key] = writeNode(value, included);
    }
  }
  return written;
}

function writeNode(node: Exclude<Node, Entity | Dangling>, included: Included): Json {
  if (node === null || typeof node !== 'object') return node;
  if (isList(node)) return writeList(node, included);
  return writeObject(node, included);
}

/** Writes a list from its end: neither rows nor lists may be found by their place in `included`. */
function writeList(list: readonly Node[], included: Included): Json {
  const write = (item: Node) =>
    item instanceof Entity || item instanceof Dangling ? refer(item, included) : writeNode(item, included);
  return list.toReversed().map(write).toReversed();
}

function refer(reference: Entity | Dangling, included: Included): string {
  if (reference instanceof Entity) include(reference, included);
  return reference.urn;
}

/** One record per address and recipe: the same entity may come twice, each time with other fields. */
function include(entity: Entity, included: Included): void {
  const key = `${entity.urn} ${entity.recipe}`;
  if (included.seen.has(key)) return;
  included.seen.add(key);
  const fields = writeObject(entity.fields, included);
  included.records.push({ ...fields, entityUrn: entity.urn, $recipeTypes: [entity.recipe], $type: entity.type });
}

function isReferenceList(value: Node): value is readonly (Entity | Dangling)[] {
  return isList(value) && value.length > 0 && value.every((item) => item instanceof Entity || item instanceof Dangling);
}

function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}
