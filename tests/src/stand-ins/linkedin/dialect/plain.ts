/**
 * The plain dialect: nested objects, no `included`, `_type` for `$type`. What is only referred to, and
 * what nobody asked for, does not exist here.
 */
import { Dangling, type Document, Entity, type Json, type Node, type NodeObject } from './node.ts';

type JsonObject = { [key: string]: Json };

export function writePlain(document: Document): JsonObject {
  return document.kind === 'rest' ? writeObject(document.body) : { data: writeObject({ [document.root]: document.body }) };
}

function writeObject(object: NodeObject): JsonObject {
  const written: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined || value instanceof Dangling) continue;
    if (key === '$type') written._type = writeNode(value);
    else if (key.startsWith('*')) continue;
    else written[key] = writeNode(value);
  }
  return written;
}

function writeNode(node: Exclude<Node, Dangling>): Json {
  if (node === null || typeof node !== 'object') return node;
  if (node instanceof Entity)
    return { ...writeObject(node.fields), entityUrn: node.urn, _type: node.type, _recipeType: node.recipe };
  if (isList(node)) return node.filter((item): item is Exclude<Node, Dangling> => !(item instanceof Dangling)).map(writeNode);
  return writeObject(node);
}

function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}
