/**
 * Checks whether rendered parts of the member's page have the form that this version reads: `components`, `componentsPage`
 * and `cards`. The wrong id answers 200 with another part of the page, so the names in the URNs count, not the status.
 */
import { listingOfPagedList } from '../parse/component-rows.ts';
import { arrayOf, at, isObject } from '../parse/json-value.ts';
import type { PayloadRoot } from '../parse/payload-roots.ts';
import { listNameOf, ownerIdOf } from '../parse/urn.ts';
import { type CheckReader, type CheckVerdict, firstRowTitle, isVerdict, lacks, openOwn, UNDERSTOOD } from './check-answer.ts';

const BY_SECTION = 'identityDashProfileComponentsBySectionType';
const BY_LIST = 'identityDashProfileComponentsByPagedListComponent';
const MAX_ELEMENTS = 100;

/** The section of the member's experience. */
export const readComponents: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const { payload, index, subject } = own;
  const root = rootNamed(payload.roots, BY_SECTION);
  if (root === undefined) return lacks(BY_SECTION);
  const components = at((root.elements ?? [])[0], 'components');
  if (!isObject(components)) return lacks('elements');
  const urn = index.referenceUrn(components, 'pagedListComponent');
  const list = index.reference(components, 'pagedListComponent');
  if (urn === null || list === undefined) return lacks('pagedListComponent');
  if (ownerIdOf(urn) !== subject.id || listNameOf(urn)?.startsWith('EXPERIENCE') !== true) return lacks('EXPERIENCE');
  return judgeRows(firstRowTitle(index, listingOfPagedList(index, list)?.items ?? []));
};

/** Rows of the same section by the address of its list, from the first one on. */
export const readComponentsPage: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const root = rootNamed(own.payload.roots, BY_LIST);
  if (root === undefined) return lacks(BY_LIST);
  return judgeRows(firstRowTitle(own.index, (root.elements ?? []).slice(0, MAX_ELEMENTS)));
};

/** Checks that there is at least one card of the member, of a part that the profile has. */
export const readCards: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const { index, subject } = own;
  const found = new Set<string>();
  let isAnyEmpty = false;
  for (const urn of index.urns()) {
    const name = urn.startsWith('urn:li:fsd_profileCard:') && ownerIdOf(urn) === subject.id ? listNameOf(urn) : null;
    if (name === null || !['ABOUT', 'EXPERIENCE', 'EDUCATION'].includes(name)) continue;
    if (arrayOf(index.get(urn)?.topComponents).length > 0) found.add(name);
    else isAnyEmpty = true;
  }
  if (found.size === 0) return lacks(isAnyEmpty ? 'topComponents' : 'fsd_profileCard');
  const { profile } = knowledge;
  if (profile === null) return UNDERSTOOD;
  const wanted = [
    ...(profile.groups > 0 ? ['EXPERIENCE'] : []),
    ...(profile.hasEducation ? ['EDUCATION'] : []),
    ...(profile.hasSummary ? ['ABOUT'] : []),
  ];
  const [first] = wanted;
  return first === undefined || wanted.some((name) => found.has(name)) ? UNDERSTOOD : lacks(first);
};

function rootNamed(roots: readonly PayloadRoot[], field: string): PayloadRoot | undefined {
  return roots.find((root) => root.field === field);
}

function judgeRows(title: string | null | undefined): CheckVerdict {
  if (title === null) return lacks('entityComponent');
  return title === undefined ? lacks('titleV2') : UNDERSTOOD;
}
