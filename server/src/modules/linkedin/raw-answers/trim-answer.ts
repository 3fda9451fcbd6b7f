/**
 * What of an answer is worth keeping. LinkedIn's own entities stay whole, also those no parser reads yet: a parser
 * that learns more finds them. What is not of LinkedIn's making goes: other fields at the top, entities of other
 * names, texts longer than any member can write. Nothing is taken away that the parser in force reads.
 */

/** At the top of an answer whose content is under `data` or `included`. */
const WRAPPER_FIELDS: readonly string[] = ['data', 'included', 'meta'];
/** At the top of a plain list. */
const LIST_FIELDS: readonly string[] = ['elements', '*elements', 'results', '*results', 'paging', 'metadata', '$type', '_type'];
const OWN_TYPE = 'com.linkedin.';
const OWN_URN = 'urn:li:';
/** In characters. A member writes some thousands; the parser reads 40,000 at most. */
const MAX_TEXT = 64 * 1024;
const MAX_NAME = 300;

type Node = Record<string, unknown> | unknown[];

/** @param text JSON the parser could read @returns the same text where all of it is kept */
export function trimAnswer(text: string): string {
  let value: unknown = JSON.parse(text);
  // Some hand an answer on as a JSON string.
  if (typeof value === 'string') value = JSON.parse(value);
  if (!isNode(value)) return text;
  const hasTrimmed = [trimTop(value), cutTexts(value)].some(Boolean);
  return hasTrimmed ? JSON.stringify(value) : text;
}

/** All of these change what they are given, and answer whether they did. */
function trimTop(root: Node): boolean {
  if (Array.isArray(root)) return false;
  const { included } = root;
  const known = knownFields(root);
  let hasTrimmed = false;
  for (const name of known === null ? [] : Object.keys(root).filter((key) => !known.includes(key))) {
    delete root[name];
    hasTrimmed = true;
  }
  if (!Array.isArray(included)) return hasTrimmed;
  const own = included.filter(isOwnEntity);
  root.included = own;
  return hasTrimmed || own.length < included.length;
}

/** null: the top is an entity itself. */
function knownFields(root: Record<string, unknown>): readonly string[] | null {
  if (isNode(root.data) || Array.isArray(root.included)) return WRAPPER_FIELDS;
  const isList = LIST_FIELDS.some((name) => Array.isArray(root[name]));
  return isList && root.entityUrn === undefined ? LIST_FIELDS : null;
}

function isOwnEntity(entity: unknown): boolean {
  if (!isNode(entity) || Array.isArray(entity)) return false;
  const type = entity.$type ?? entity._type;
  if (type !== undefined) return typeof type === 'string' && type.startsWith(OWN_TYPE);
  return typeof entity.entityUrn === 'string' && entity.entityUrn.startsWith(OWN_URN);
}

/** Node by node, so that depth costs no stack. */
function cutTexts(root: Node): boolean {
  let hasCut = false;
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const [name, value] of Object.entries(node)) {
      if (name.length > MAX_NAME) Reflect.deleteProperty(node, name);
      else if (typeof value === 'string' && value.length > MAX_TEXT) Reflect.set(node, name, value.slice(0, MAX_TEXT));
      else {
        if (isNode(value)) waiting.push(value);
        continue;
      }
      hasCut = true;
    }
  }
  return hasCut;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
