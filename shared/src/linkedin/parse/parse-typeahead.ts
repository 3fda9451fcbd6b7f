/** Suggestions for locations and companies: the ids that filter a people search. */
import { shortText } from './clean-text.ts';
import { at, isObject, type JsonObject, textOf } from './json-value.ts';
import { listRoot, openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import { companyIdOf, geoIdOf } from './urn.ts';

export interface Suggestion {
  readonly kind: 'geo' | 'company';
  /** The number a search filter takes. */
  readonly id: string;
  readonly name: string;
  /** The line below the name on the page, in the viewer's language. */
  readonly subtitle: string | null;
}

export interface Suggestions {
  readonly ok: true;
  readonly suggestions: readonly Suggestion[];
}

const MAX_SUGGESTIONS = 100;

export function parseTypeahead(content: unknown): Suggestions | UnreadPage {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const list = listRoot(answer.payload);
  if (list === null) return UNKNOWN_FORM;
  const suggestions = new Map<string, Suggestion>();
  for (const element of list.elements.slice(0, MAX_SUGGESTIONS)) {
    const row = answer.index.resolve(element);
    const suggestion = row === undefined ? null : readSuggestion(row);
    const key = suggestion === null ? '' : `${suggestion.kind}:${suggestion.id}`;
    if (suggestion !== null && !suggestions.has(key)) suggestions.set(key, suggestion);
  }
  if (suggestions.size === 0 && list.elements.length > 0) return UNKNOWN_FORM;
  return { ok: true, suggestions: [...suggestions.values()] };
}

/** The id is in the tracking URN or in the target; both occur. */
function readSuggestion(row: JsonObject): Suggestion | null {
  const name = shortText(textOf(row.title) ?? textOf(row.text) ?? textOf(row.defaultLocalizedName) ?? textOf(row.name));
  const target = isObject(row.target) ? row.target : {};
  const geos = [
    row.trackingUrn,
    target['*geo'],
    at(target, 'geo', 'entityUrn'),
    target.geoUrn,
    row.targetUrn,
    row.objectUrn,
    row.entityUrn,
  ];
  const companies = [
    row.trackingUrn,
    target['*company'],
    at(target, 'company', 'entityUrn'),
    target.companyUrn,
    row.targetUrn,
    row.objectUrn,
    row.entityUrn,
  ];
  const geo = geos.map(geoIdOf).find((id) => id !== null);
  const company = companies.map(companyIdOf).find((id) => id !== null);
  const id = geo ?? company;
  if (name === null || id === undefined) return null;
  return { kind: geo === undefined ? 'company' : 'geo', id, name, subtitle: shortText(textOf(row.subtitle)) };
}
