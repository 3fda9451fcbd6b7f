/** Opens one payload for the parsers of single pages: with its index, or with the reason why it could not be opened. */
import { EntityIndex } from './entity-index.ts';
import { isObject, type JsonObject } from './json-value.ts';
import { type JsonPayload, type PayloadKind, readPayload } from './payload.ts';
import { elementsOf, type PayloadRoot } from './payload-roots.ts';

export type OpenedAnswer =
  | { readonly ok: true; readonly payload: JsonPayload; readonly index: EntityIndex }
  | { readonly ok: false; readonly kind: Exclude<PayloadKind, 'json'>; readonly status: number | null };

/**
 * A page that could not be read; never the same as an empty one.
 * `unknown_form`: JSON, but not of the expected page.
 */
export interface UnreadPage {
  readonly ok: false;
  readonly kind: Exclude<PayloadKind, 'json'> | 'unknown_form';
  /** The status in the error body. */
  readonly status: number | null;
}

export function openAnswer(content: unknown): OpenedAnswer {
  const payload = readPayload(content);
  if (payload.kind !== 'json') return { ok: false, kind: payload.kind, status: payload.status };
  const index = new EntityIndex();
  index.add(payload.entities);
  return { ok: true, payload, index };
}

export function unread(answer: Exclude<OpenedAnswer, { ok: true }>): UnreadPage {
  return { ok: false, kind: answer.kind, status: answer.status };
}

export const UNKNOWN_FORM: UnreadPage = { ok: false, kind: 'unknown_form', status: null };

/** The first root that is a list, with its collection (paging, metadata) if it has one. */
export function listRoot(
  payload: JsonPayload,
): { readonly root: PayloadRoot; readonly elements: readonly unknown[]; readonly collection: JsonObject } | null {
  for (const root of payload.roots) {
    const elements = root.elements ?? (root.value === null ? null : elementsOf(root.value));
    if (elements !== null) return { root, elements, collection: isObject(root.value) ? root.value : {} };
  }
  return null;
}
