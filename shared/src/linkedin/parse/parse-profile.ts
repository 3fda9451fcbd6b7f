/**
 * Reads a member's profile from any number of responses: opens every payload, merges them into one index,
 * checks whose they are, then reads each field from wherever it is. The content of a payload counts, not the
 * slot it came in. Pure, and never throws: what cannot be read is reported.
 */
import { experienceListUrn } from '../build-url.ts';
import { shortText } from './clean-text.ts';
import { combineSection } from './combine-section.ts';
import { findSections, type RowSection, type SectionList, type SlottedPayload } from './component-sections.ts';
import { readContact } from './contact-info.ts';
import { EntityIndex } from './entity-index.ts';
import { joinEducation, joinExperience } from './join-rows.ts';
import { type JsonObject, stringOf } from './json-value.ts';
import type { NextPage, ParsedExperience, ParsedProfile, ProfileSnapshot, SectionState, Sections } from './parsed-profile.ts';
import { type PayloadKind, readPayload } from './payload.ts';
import { photoOf } from './photo.ts';
import { readEducations, readPositions, readTopPosition } from './positions.ts';
import { profileAddress } from './profile-address.ts';
import { readCounts, readDegree, readDescription, readLocation, readNames } from './profile-fields.ts';
import { positionedEducations, positionedExperiences } from './row-experiences.ts';
import { positionOf, rowOf } from './row-position.ts';
import { isRequestedFor, selectSubject } from './subject.ts';
import { readTypedList, type TypedSection } from './typed-list.ts';
import { typedEducations, typedExperiences } from './typed-rows.ts';
import { profileUrn } from './urn.ts';

export interface ProfileInput {
  /** The requested member: the slug of the address, or the member id. */
  readonly identity: string;
  readonly payloads: readonly {
    /** The name the payload was sent under. `ex` and `ed` say to which section rows without a URN belong. */
    readonly slot: string;
    /** Text as fetched, or a value already parsed from JSON. */
    readonly content: unknown;
  }[];
}

/** The kind of each payload, in the given order. */
export interface PayloadReport {
  readonly slot: string;
  readonly kind: PayloadKind;
  /** The status in the error body. */
  readonly status: number | null;
}

interface NextRequests {
  /** Pages of rendered rows. */
  readonly nextPages: readonly NextPage[];
  /** The typed row of each section to ask for next; null if another request would bring nothing. */
  readonly typedNext: Readonly<Record<TypedSection, number | null>>;
}

export type ProfileResult =
  | (ProfileSnapshot &
      NextRequests & {
        readonly ok: true;
        readonly payloads: readonly PayloadReport[];
      })
  | {
      readonly ok: false;
      /**
       * `other_member`: at least one payload names another member. `unreadable`: none can be shown to be this
       * member's.
       */
      readonly reason: 'unreadable' | 'other_member';
      readonly payloads: readonly PayloadReport[];
    };

const MAX_PAYLOADS = 64;
const PROFILE_FIELDS = ['headline', 'profilePicture', 'geoLocation', '*profilePositionGroups', 'profilePositionGroups'];

export function parseProfile({ identity, payloads }: ProfileInput): ProfileResult {
  const index = new EntityIndex();
  const reports: PayloadReport[] = [];
  const readable: SlottedPayload[] = [];
  for (const { slot, content } of payloads.slice(0, MAX_PAYLOADS)) {
    const payload = readPayload(content);
    reports.push({ slot, kind: payload.kind, status: payload.kind === 'json' ? null : payload.status });
    if (payload.kind !== 'json') continue;
    index.add(payload.entities);
    readable.push({ slot, payload });
  }
  const verdict = selectSubject(
    identity,
    readable.map(({ payload }) => payload),
    index,
  );
  if (!verdict.ok) return { ok: false, reason: verdict.reason, payloads: reports };
  const urn = profileUrn(verdict.memberId);
  for (const record of verdict.records) index.addAs(urn, record);
  const record = index.get(urn);
  if (!isRequestedFor(identity, verdict.memberId, record?.publicIdentifier))
    return { ok: false, reason: 'other_member', payloads: reports };
  return { ok: true, ...readMember(index, readable, verdict.memberId, record), payloads: reports };
}

function readMember(
  index: EntityIndex,
  payloads: readonly SlottedPayload[],
  memberId: string,
  record: JsonObject | undefined,
): ProfileSnapshot & NextRequests {
  const { lists, readCards } = findSections(index, payloads, memberId);
  const positions = readPositions(index, record, memberId);
  const typedPositions = readTypedList(index, payloads, memberId, 'experience');
  const experience = combineSection({
    own: positions,
    typed: typedExperiences(index, typedPositions, positions),
    lists: ofSection(lists, 'experience'),
    readCards: () => readCards('experience'),
    readRows: positionedExperiences,
    joining: joinExperience,
  });
  const schools = readEducations(index, record, memberId);
  const typedSchools = readTypedList(index, payloads, memberId, 'education');
  const education = combineSection({
    own: schools,
    typed: typedEducations(index, typedSchools, schools),
    lists: ofSection(lists, 'education'),
    readCards: () => readCards('education'),
    readRows: positionedEducations,
    joining: joinEducation,
  });
  const experiences = experience.rows.map(rowOf);
  const places = { experiences: experience.rows.map(positionOf), educations: education.rows.map(positionOf) };
  const names = readNames(index, record);
  const counts = readCounts(index, record, memberId);
  const { isPresent: hasContact, ...contact } = readContact(record);
  const slug = shortText(stringOf(record?.publicIdentifier));
  const address = slug === null ? null : profileAddress(slug);
  const photo = photoOf(index, record);
  const profile: ParsedProfile = {
    profile_id: memberId,
    public_identifier: address === null ? null : slug,
    profile_url: address,
    ...names,
    description: readDescription(index, record, memberId),
    ...readLocation(index, record),
    photo_url: photo?.url ?? null,
    photo_expires_at: photo?.expiresAt ?? null,
    ...counts,
    connection_degree: readDegree(index, record, memberId),
    ...currentCompany(readTopPosition(index, record, memberId), experiences),
    ...contact,
    experiences,
    educations: education.rows.map(rowOf),
  };
  const sections: Sections = {
    profile: profileState(profile, record),
    counts: countsState(profile),
    experience: experience.state,
    education: education.state,
    about: profile.description === null ? 'missing' : 'complete',
    contact: hasContact ? 'complete' : 'missing',
  };
  const nextPages = [
    ...nextPage('experience', experience.nextStart, listUrnOf(lists, 'experience') ?? experienceListUrn(memberId)),
    ...nextPage('education', education.nextStart, listUrnOf(lists, 'education')),
  ];
  const typedNext = { experience: typedPositions.next, education: typedSchools.next };
  return { profile, sections, missingExperiences: experience.missing, rowPositions: places, nextPages, typedNext };
}

/** The position in the profile's head; without one, the first ongoing experience. */
function currentCompany(
  top: ParsedExperience | null,
  experiences: readonly ParsedExperience[],
): Pick<ParsedProfile, 'company_id' | 'company_name' | 'company_url'> {
  const shown = top ?? experiences.find((experience) => experience.is_current) ?? null;
  const isSame = (other: ParsedExperience): boolean => shown?.company_id !== null && other.company_id === shown?.company_id;
  const fuller = shown !== null && shown.company_url === null ? (experiences.find(isSame) ?? shown) : shown;
  return {
    company_id: fuller?.company_id ?? null,
    company_name: shown?.company_name ?? null,
    company_url: fuller?.company_url ?? null,
  };
}

function profileState(profile: ParsedProfile, record: JsonObject | undefined): SectionState {
  if (profile.full_name !== null) return 'complete';
  // Section and contact responses contain a stub. A record with profile fields but no name has an unknown
  // format.
  const isFull = record !== undefined && PROFILE_FIELDS.some((field) => record[field] !== undefined);
  return isFull ? 'unparsed' : 'missing';
}

function countsState(profile: ParsedProfile): SectionState {
  const known = [profile.connection_count, profile.follower_count].filter((count) => count !== null).length;
  if (known === 2) return 'complete';
  return known === 1 ? 'truncated' : 'missing';
}

function ofSection(lists: readonly SectionList[], section: RowSection): readonly SectionList[] {
  return lists.filter((list) => list.section === section);
}

function listUrnOf(lists: readonly SectionList[], section: RowSection): string | null {
  return ofSection(lists, section).find((list) => list.urn !== null)?.urn ?? null;
}

function nextPage(section: RowSection, start: number | null, listUrn: string | null): readonly NextPage[] {
  return start === null || listUrn === null ? [] : [{ section, listUrn, start }];
}
