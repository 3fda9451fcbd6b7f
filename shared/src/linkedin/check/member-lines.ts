/**
 * Checks whether responses about the member have the form that this version reads: `me`, `profile`, `topCard`, `contact`
 * and `sections`.
 */
import type { EntityIndex } from '../parse/entity-index.ts';
import { countOf, type JsonObject, objectOf, stringOf, textOf } from '../parse/json-value.ts';
import { localized } from '../parse/localized.ts';
import { listRoot } from '../parse/open-answer.ts';
import { slugKey } from '../parse/subject.ts';
import { memberIdOf, ownerIdOf, profileUrn } from '../parse/urn.ts';
import {
  type CheckReader,
  isFirstElement,
  isVerdict,
  lacks,
  missingInPosition,
  openChecked,
  openOwn,
  type ProfileFacts,
  UNDERSTOOD,
} from './check-answer.ts';

const MAX_NAME = 100;

export const readMe: CheckReader = (content) => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const { payload, index } = opened;
  const member = payload.roots.map(({ value }) => index.reference(value ?? undefined, 'miniProfile')).find(isFound);
  if (member === undefined) return lacks('miniProfile');
  const slug = stringOf(member.publicIdentifier);
  if (slug === undefined) return lacks('publicIdentifier');
  const urn = stringOf(member.dashEntityUrn);
  const id = urn?.startsWith('urn:li:fsd_profile:') ? memberIdOf(urn) : null;
  if (id === null) return lacks('dashEntityUrn');
  return { state: 'understood', learned: { subject: { id, slug, firstName: nameOf(localized(member, 'firstName')) } } };
};

export const readProfile: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const { index, record, subject } = own;
  if (record === undefined || !isFirstElement(own)) return lacks('elements');
  const slug = stringOf(record.publicIdentifier);
  if (slug === undefined || slugKey(slug) !== slugKey(subject.slug)) return lacks('publicIdentifier');
  const firstName = nameOf(localized(record, 'firstName'));
  if (firstName === null) return lacks('firstName');
  if (localized(record, 'headline') === undefined) return lacks('headline');
  const geo = index.reference(objectOf(record.geoLocation), 'geo');
  if (geo === undefined) return lacks('geoLocation');
  if (textOf(geo.defaultLocalizedName) === undefined) return lacks('defaultLocalizedName');
  const groups = index.listing(record, 'profilePositionGroups');
  if (groups === undefined) return lacks('profilePositionGroups');
  if (groups.total === null) return lacks('paging.total');
  const positions = positionsOf(index, subject.id);
  const missing = groups.total === 0 ? null : missingInSome(positions, subject.id);
  if (missing !== null) return lacks(missing);
  const profile: ProfileFacts = {
    ...{ firstName, groups: groups.total, isCut: groups.total > groups.items.length, positions: positions.length },
    hasEducation: (index.listing(record, 'profileEducations')?.total ?? 0) > 0,
    hasSummary: localized(record, 'summary') !== undefined,
    employer: employerOf(index, positions),
  };
  return { state: 'understood', learned: { profile } };
};

/** `counts`: the answer is of the member and has neither; true of some decorations that are known. */
export const readTopCard: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const { index, record, subject } = own;
  if (record === undefined || !isFirstElement(own)) return lacks('elements');
  const connections = index.listing(record, 'connections')?.total ?? null;
  const following = index.get(`urn:li:fsd_followingState:${profileUrn(subject.id)}`) ?? objectOf(record.followingState);
  const followers = countOf(following?.followerCount);
  const learned = { connections };
  if (connections === null) return { ...lacks(followers === null ? 'counts' : 'connections'), learned };
  return followers === null ? { ...lacks('followerCount'), learned } : { state: 'understood', learned };
};

export const readContact: CheckReader = (content, knowledge) => {
  const own = openOwn(content, knowledge);
  if (isVerdict(own)) return own;
  const { record } = own;
  if (record === undefined) return lacks('entityUrn');
  const isCarried = ['emailAddress', 'phoneNumbers', 'websites'].some((key) => record[key] !== undefined);
  return isCarried ? UNDERSTOOD : lacks('emailAddress');
};

/** The positions by resource, for a member who has some. */
export const readSections: CheckReader = (content, { subject, profile }) => {
  const opened = openChecked(content);
  if (isVerdict(opened)) return opened;
  const list = listRoot(opened.payload);
  if (list === null || subject === null) return lacks('elements');
  const missing = missingInPosition(opened.index.resolve(list.elements[0]), subject.id);
  if (missing !== null) return lacks(missing);
  const isOthers = list.elements.some((element) => {
    const owner = ownerIdOf(typeof element === 'string' ? element : objectOf(element)?.entityUrn);
    return owner !== null && owner !== subject.id;
  });
  if (isOthers) return lacks('entityUrn');
  const total = opened.index.listingOf(list.collection)?.total ?? null;
  return total === null || total < (profile?.positions ?? 0) ? lacks('paging.total') : UNDERSTOOD;
};

/** The member's positions, wherever they are in the answer. */
function positionsOf(index: EntityIndex, memberId: string): readonly JsonObject[] {
  const prefix = `urn:li:fsd_profilePosition:(${memberId},`;
  const urns = index.take([...index.urns()].filter((urn) => urn.startsWith(prefix)));
  return urns.map((urn) => index.get(urn)).filter(isFound);
}

/** The first field that the first position lacks; null: at least one position has everything. */
function missingInSome(positions: readonly JsonObject[], memberId: string): string | null {
  const missing = positions.map((position) => missingInPosition(position, memberId));
  return missing.includes(null) ? null : (missing[0] ?? 'Position');
}

const UNIVERSAL_NAME = /^[\p{L}\p{M}\p{N}_.&'-]{1,120}$/u;

function employerOf(index: EntityIndex, positions: readonly JsonObject[]): string | null {
  for (const position of positions) {
    const name = stringOf(index.reference(position, 'company')?.universalName);
    if (name !== undefined && UNIVERSAL_NAME.test(name)) return name;
  }
  return null;
}

function nameOf(text: string | undefined): string | null {
  const name = text?.trim() ?? '';
  return name === '' ? null : name.slice(0, MAX_NAME).toWellFormed();
}

function isFound(entity: JsonObject | undefined): entity is JsonObject {
  return entity !== undefined;
}
