/**
 * Reduces an answer to what is worth keeping. LinkedIn's own entities stay whole, including those that no parser reads yet,
 * for newer parsers. Everything else is removed: other top-level fields, entities of other types, texts longer than any
 * member can write. Nothing that the current parser reads is removed.
 */

/** Fields at the top of a response whose content is under `data` or `included`. */
const WRAPPER_FIELDS: readonly string[] = ['data', 'included', 'meta'];
/** Fields at the top of a plain list. */
const LIST_FIELDS: readonly string[] = ['elements', '*elements', 'results', '*results', 'paging', 'metadata', '$type', '_type'];
const OWN_TYPE = 'com.linkedin.';
const OWN_URN = 'urn:li:';
/** Characters of a text. Members write a few thousand; the parser reads at most 40,000. */
const MAX_TEXT = 64 * 1024;
const MAX_NAME = 300;

type Node = Record<string, unknown> | unknown[];

/** @param text JSON that the parser could read @returns the same text if all of it is kept */
export function trimAnswer(text: string): string {
  let value: unknown = JSON.parse(text);
  // Some clients send a response as a JSON string.
  if (typeof value === 'string') value = JSON.parse(value);
  if (!isNode(value)) return text;
  const hasTrimmed = [trimTop(value), cutTexts(value)].some(Boolean);
  return hasTrimmed ? JSON.stringify(value) : text;
}

/** The functions below change their argument and return whether they did. */
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

/** The known fields of the top; null: the top is an entity itself. */
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

/** Cuts texts without recursion, so that deep nesting does not overflow the stack. */
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
