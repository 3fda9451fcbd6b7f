/**
 * Determines whose responses these are. The roots name the subject, which is compared with the requested
 * member. The first profile in the response is not enough: it may be the viewer or somebody else. Fails closed:
 * a response that names another member refuses the whole set, and one that cannot be checked is not used.
 */
import type { EntityIndex } from './entity-index.ts';
import { arrayOf, at, isObject, type JsonObject, stringOf } from './json-value.ts';
import type { JsonPayload } from './payload.ts';
import type { PayloadRoot } from './payload-roots.ts';
import { listNameOf, memberIdOf, ownerIdOf, profileUrn } from './urn.ts';

export type SubjectVerdict =
  /** `records`: what the responses contain about the member, to be read as one. */
  | { readonly ok: true; readonly memberId: string; readonly records: readonly JsonObject[] }
  | { readonly ok: false; readonly reason: 'unreadable' | 'other_member' };

interface NamedMember {
  readonly id: string | null;
  readonly slug: string | null;
  readonly record: JsonObject | undefined;
}

const MEMBER_ID = /^ac[ow]aa[a-z0-9_-]{0,95}$/i;
const SLUG = /^[\p{L}\p{M}\p{N}-]{1,100}$/u;
const MAX_ELEMENTS = 100;
/** A slug of a hundred letters, each fully percent-encoded. */
const MAX_SLUG = 1_200;

/** A key that all spellings of a slug or id share: decoded, composed, lower case. */
export function slugKey(slug: string): string {
  return decode(slug).normalize('NFC').toLowerCase();
}

/** The same for the requested identity, which may be a URN. */
function identityKey(identity: string): string {
  return slugKey(memberIdOf(identity) ?? identity.trim());
}

/** @param identity a slug or a bare member id, percent-encoded or not */
export function selectSubject(identity: string, payloads: readonly JsonPayload[], index: EntityIndex): SubjectVerdict {
  const wanted = identityKey(identity);
  if (wanted === '') return { ok: false, reason: 'unreadable' };
  const named = payloads.map((payload) => membersNamedBy(payload, index));
  const isNamed = (member: NamedMember): boolean => member.id?.toLowerCase() === wanted || isSpelled(wanted, member.slug);
  const found = named.flat().filter(isNamed);
  const inIndex = found.length === 0 ? memberInIndex(isNamed, index) : undefined;
  if (inIndex !== undefined) found.push(inIndex);
  if (found.length === 0) return withoutProof(identity, named, payloads);

  const id = found.find((member) => member.id !== null)?.id ?? null;
  const isSubject = (member: NamedMember): boolean => (member.id === null ? isNamed(member) : member.id === id);
  const isOthers = named.some((members) => members.length > 0 && !members.some(isSubject));
  if (isOthers || !found.every(isSubject)) return { ok: false, reason: 'other_member' };
  const memberId = id ?? (MEMBER_ID.test(identity) ? identity : null);
  if (memberId === null) return { ok: false, reason: 'unreadable' };
  return { ok: true, memberId, records: found.map((member) => member.record).filter((record) => record !== undefined) };
}

/** Whether the merged record is still the requested one. Records that contradict each other belong to nobody. */
export function isRequestedFor(identity: string, memberId: string, slug: unknown): boolean {
  const wanted = identityKey(identity);
  return memberId.toLowerCase() === wanted || (typeof slug === 'string' && isSpelled(wanted, slug));
}

/** The verdict where no root names the requested member: either another member is named, or nobody is. */
function withoutProof(
  identity: string,
  named: readonly (readonly NamedMember[])[],
  payloads: readonly JsonPayload[],
): SubjectVerdict {
  const wantsId = MEMBER_ID.test(identity);
  const isOther = (member: NamedMember): boolean => member.slug !== null || (wantsId && member.id !== null);
  const members = named.flat();
  if (members.some(isOther)) return { ok: false, reason: 'other_member' };
  // A further page of a section's rows names nobody. It belongs to the caller, who knows the member's id.
  const isRows = payloads.some((payload) => payload.roots.some((root) => elementsIn(root).some(isComponent)));
  if (members.length === 0 && wantsId && isRows) return { ok: true, memberId: identity, records: [] };
  return { ok: false, reason: 'unreadable' };
}

function membersNamedBy(payload: JsonPayload, index: EntityIndex): readonly NamedMember[] {
  const members: NamedMember[] = [];
  for (const root of payload.roots) {
    for (const element of elementsIn(root)) {
      const member = memberNamedBy(element, index);
      if (member !== undefined) members.push(member);
    }
  }
  if (members.length > 0) return members;
  // An unknown root: its lists and cards still name their owner.
  for (const entity of payload.entities) {
    const urn = entity.entityUrn;
    if (listNameOf(urn) !== null) members.push(memberOfId(ownerIdOf(urn), index));
    if (members.length >= MAX_ELEMENTS) break;
  }
  return members;
}

function elementsIn(root: PayloadRoot): readonly unknown[] {
  return root.elements === null ? [root.value] : root.elements.slice(0, MAX_ELEMENTS);
}

function memberNamedBy(element: unknown, index: EntityIndex): NamedMember | undefined {
  if (typeof element === 'string') {
    const id = memberIdOf(element) ?? ownerIdOf(element);
    return id === null ? undefined : memberOfId(id, index);
  }
  if (!isObject(element)) return undefined;
  const mini = index.reference(element, 'miniProfile');
  if (mini !== undefined) return memberOfRecord(mini, index);
  if (isComponent(element)) {
    const id = ownerOfComponent(element, index);
    return id === null ? undefined : memberOfId(id, index);
  }
  const urn = element.entityUrn;
  const owner = ownerIdOf(urn);
  if (owner !== null) return memberOfId(owner, index);
  const isProfile = memberIdOf(urn) !== null || stringOf(element.publicIdentifier) !== undefined;
  return isProfile ? memberOfRecord(element, index) : undefined;
}

function memberOfId(id: string | null, index: EntityIndex): NamedMember {
  if (id === null) return { id, slug: null, record: undefined };
  const records = [profileUrn(id), `urn:li:fs_profile:${id}`, `urn:li:fs_miniProfile:${id}`].map((urn) => index.get(urn));
  const slug = records.map((record) => stringOf(record?.publicIdentifier)).find((text) => text !== undefined) ?? null;
  return { id, slug, record: records.find((record) => record !== undefined) };
}

function memberOfRecord(record: JsonObject, index: EntityIndex): NamedMember {
  const id = memberIdIn(record);
  const indexed = memberOfId(id, index);
  return {
    id,
    slug: stringOf(record.publicIdentifier) ?? indexed.slug,
    record: indexed.record ?? record,
  };
}

/** Plain responses may omit the record's own URN; its nested objects still have the id. */
function memberIdIn(record: JsonObject): string | null {
  const urns = [record.dashEntityUrn, record.entityUrn, record.profileUrn];
  for (const urn of urns) {
    const id = memberIdOf(urn);
    if (id !== null) return id;
  }
  const attached = [record['*memberRelationship'], at(record, 'memberRelationship', 'entityUrn')];
  for (const urn of attached) {
    const id = typeof urn === 'string' ? memberIdOf(urn.replace('fsd_memberRelationship', 'fsd_profile')) : null;
    if (id !== null) return id;
  }
  const following = record['*followingState'] ?? at(record, 'followingState', 'entityUrn');
  return typeof following === 'string' ? memberIdOf(following.replace('urn:li:fsd_followingState:', '')) : null;
}

function isComponent(element: unknown): boolean {
  return isObject(element) && isObject(element.components);
}

/** The owner of the list in a component, or of the list of roles below its row. */
function ownerOfComponent(element: JsonObject, index: EntityIndex): string | null {
  const components = element.components;
  if (!isObject(components)) return null;
  const direct = ownerIdOf(index.referenceUrn(components, 'pagedListComponent'));
  if (direct !== null) return direct;
  for (const sub of arrayOf(at(components, 'entityComponent', 'subComponents', 'components')).slice(0, MAX_ELEMENTS)) {
    const below = at(sub, 'components');
    const id = ownerIdOf(isObject(below) ? index.referenceUrn(below, 'pagedListComponent') : null);
    if (id !== null) return id;
  }
  return null;
}

function memberInIndex(isNamed: (member: NamedMember) => boolean, index: EntityIndex): NamedMember | undefined {
  for (const urn of index.urns()) {
    if (!urn.startsWith('urn:li:fsd_profile:')) continue;
    const member = memberOfId(memberIdOf(urn), index);
    if (isNamed(member)) return member;
  }
  return undefined;
}

/** Whether the slug in a response is the requested one. A text that cannot be in an address is not a slug. */
function isSpelled(wanted: string, slug: string | null): boolean {
  return slug !== null && slug.length <= MAX_SLUG && SLUG.test(wanted) && slugKey(slug) === wanted;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
