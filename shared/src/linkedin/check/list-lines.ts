/**
 * Checks whether lists and pages that are not about the member have the form that this version reads. The people in them
 * are not passed on.
 */
import { at, countOf, isObject, type JsonObject, objectOf, stringOf, textOf } from '../parse/json-value.ts';
import { listRoot } from '../parse/open-answer.ts';
import { rowsOf } from '../parse/parse-search.ts';
import { slugKey } from '../parse/subject.ts';
import {
  type CheckKnowledge,
  type CheckReader,
  type CheckVerdict,
  isVerdict,
  lacks,
  openChecked,
  UNDERSTOOD,
} from './check-answer.ts';

const MAX_ROWS = 100;
/** The page that is looked up where the member's employer has none. */
export const KNOWN_COMPANY = 'linkedin';
/** LinkedIn's numbers of Berlin: the state, the city and the metropolitan area. */
const BERLIN = ['90009712', '106967730', '103035651'];
export const CHECKED_PLACE = 'Berlin';

/** The newest connection. None is understood where the top card counts none. */
export const readConnections: CheckReader = (content, { connections }) => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const { index, payload } = opened;
  const list = listRoot(payload);
  if (list === null) return lacks('elements');
  if (list.elements.length === 0) return connections === 0 ? UNDERSTOOD : lacks('elements');
  const row = index.resolve(list.elements[0]);
  if (row === undefined) return lacks('elements');
  if (row.connectedMember === undefined && row['*connectedMember'] === undefined) return lacks('connectedMember');
  if (typeof row.createdAt !== 'number') return lacks('createdAt');
  const member = index.reference(row, 'connectedMember');
  if (member === undefined) return lacks('connectedMemberResolutionResult');
  return stringOf(member.publicIdentifier) === undefined ? lacks('publicIdentifier') : UNDERSTOOD;
};

/** People with the member's first name. A page without anybody is not understood: a name in use finds someone. */
export const readSearch: CheckReader = (content) => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const { index, payload } = opened;
  const list = listRoot(payload);
  if (list === null) return lacks('elements');
  const rows: JsonObject[] = [];
  let isAnyAbsent = false;
  for (const row of rowsOf(index, list.elements)) {
    if (row === null) isAnyAbsent = true;
    else if (rows.push(row) >= MAX_ROWS) break;
  }
  if (rows.length === 0) return lacks(isAnyAbsent ? 'entityResult' : 'items');
  const missing = rows.map(missingInPerson);
  if (!missing.includes(null)) return lacks(missing[0] ?? 'items');
  return countOf(at(list.collection, 'metadata', 'totalResultCount')) === null ? lacks('metadata.totalResultCount') : UNDERSTOOD;
};

export const readCompany: CheckReader = (content, knowledge) => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const { index, payload } = opened;
  const list = listRoot(payload);
  const company = index.resolve(list === null ? payload.roots[0]?.value : list.elements[0]);
  if (company === undefined) return lacks('elements');
  const slug = stringOf(company.universalName);
  // A stub has its URN and nothing else.
  if (textOf(company.name) === undefined) return lacks(slug === undefined ? 'stub' : 'name');
  if (slug === undefined || slugKey(slug) !== slugKey(companyOf(knowledge))) return lacks('universalName');
  if (!/:\d{1,20}$/.test(stringOf(company.entityUrn) ?? '')) return lacks('entityUrn');
  return countOf(company.staffCount) === null ? lacks('staffCount') : UNDERSTOOD;
};

/** The company whose page is looked up. */
export function companyOf({ profile }: CheckKnowledge): string {
  return profile?.employer ?? KNOWN_COMPANY;
}

/** Places named like the city; its number must be one that this version knows. */
export const readTypeahead: CheckReader = (content): CheckVerdict => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const { index, payload } = opened;
  const list = listRoot(payload);
  const rows = (list?.elements ?? []).slice(0, MAX_ROWS).map((element) => index.resolve(element));
  const named = rows.filter(isObject).filter((row) => textOf(row.title) !== undefined);
  if (named.length === 0) return lacks(rows.some(isObject) ? 'title' : 'elements');
  const numbers = named.map(numberOf).filter((number) => number !== undefined);
  if (numbers.length === 0) return lacks('trackingUrn');
  return numbers.some((number) => BERLIN.includes(number)) ? UNDERSTOOD : lacks('geo');
};

function missingInPerson(row: JsonObject): string | null {
  if (textOf(row.title) === undefined) return 'title';
  if (!/^urn:li:member:\d{1,20}$/.test(stringOf(row.trackingUrn) ?? '')) return 'trackingUrn';
  return (stringOf(row.navigationUrl) ?? '').includes('/in/') ? null : 'navigationUrl';
}

function numberOf(row: JsonObject): string | undefined {
  for (const urn of [row.trackingUrn, objectOf(row.target)?.['*geo'], at(row, 'target', 'geo', 'entityUrn')]) {
    const number = /:(\d{1,20})$/.exec(stringOf(urn) ?? '')?.[1];
    if (number !== undefined) return number;
  }
  return undefined;
}
