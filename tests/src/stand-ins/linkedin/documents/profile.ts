/** The member finder's answers, one form per decoration, and the answer that names the signed-in member. */
import { collection, collectionEntity, Dangling, type Document, Entity, type NodeObject, typed } from '../dialect/node.ts';
import type { Member } from '../model/member.ts';
import type { Network } from '../model/network.ts';
import { traitsOf } from '../model/traits.ts';
import { followingDecoys, profileDecoys } from './decoys.ts';
import {
  connectionsInline,
  connectionsReference,
  danglingCollection,
  followingStateEntity,
  geoLocationOf,
  industryEntity,
  namesOf,
  profilePictureOf,
  relationshipEntity,
  viewerEntity,
} from './entity-parts.ts';
import { educations, positionGroups, topPosition } from './positions.ts';
import { profileUrn, types } from './urns.ts';

export const profileForms = [
  'FullProfileWithEntities',
  'FullProfile',
  'WebTopCardCore',
  'TopCardSupplementary',
  'ProfileContactInfo',
] as const;
/** `Bare` is what comes without a decoration. */
export type ProfileForm = (typeof profileForms)[number] | 'Bare';

export interface MemberRequest {
  readonly network: Network;
  readonly member: Member;
  /** The language the request asks for, if it does. */
  readonly language: string | undefined;
}

const RECIPES = 'com.linkedin.voyager.dash.deco.identity.profile';

export function restProfile(request: MemberRequest, form: ProfileForm): Document {
  const body = collection({ start: 0, count: 10 }, [subject(request, form)], { entityUrn: 'urn:li:collectionResponse:members' });
  return { kind: 'rest', body, extra: form === 'Bare' || form === 'ProfileContactInfo' ? [] : decoysFor(request, form) };
}

/** The page's own top card: counts stand inline, not by reference. */
export function graphqlTopCard(request: MemberRequest, root: string, isById: boolean): Document {
  const { member, network } = request;
  const entity = new Entity(profileUrn(member.id), types.profile, 'com.linkedin.1a2b3c4d5e6f708192a3b4c5d6e7f809', {
    ...topCardFields(request),
    connections: connectionsInline(member),
    followingState: followingStateEntity(profileUrn(member.id), member.followerCount),
    profileTopPosition: collection(
      { start: 0, count: 1, total: Math.min(1, member.groups.length) },
      topPosition(member, captionLocale(request)),
    ),
  });
  const extra = [viewerEntity(network.viewer()), ...followingDecoys()];
  return { kind: 'graphql', root, body: isById ? entity : collection({ start: 0, count: 10 }, [entity]), extra };
}

export function graphqlContact(request: MemberRequest, root: string): Document {
  return {
    kind: 'graphql',
    root,
    body: collection({ start: 0, count: 10 }, [subject(request, 'ProfileContactInfo')]),
    extra: [],
  };
}

/** Some registered queries answer no more than that the member exists. */
export function graphqlStub({ member }: MemberRequest, root: string): Document {
  const entity = new Entity(profileUrn(member.id), types.profile, 'com.linkedin.00112233445566778899aabbccddeeff', {
    versionTag: String(member.number),
  });
  return { kind: 'graphql', root, body: collection({ start: 0, count: 10 }, [entity]), extra: [] };
}

function subject(request: MemberRequest, form: ProfileForm): Entity {
  const { member } = request;
  return new Entity(profileUrn(member.id), types.profile, `${RECIPES}.${form}`, fieldsOf(request, form));
}

function fieldsOf(request: MemberRequest, form: ProfileForm): NodeObject {
  const { member } = request;
  switch (form) {
    case 'Bare':
      return { ...namesOf(member), versionTag: String(member.number), trackingId: 'c3RhbmQtaW4gdHJhY2tpbmc=' };
    case 'ProfileContactInfo':
      return { publicIdentifier: member.slug, ...contactFields(member) };
    case 'WebTopCardCore':
      return {
        ...topCardFields(request),
        experienceCard: new Dangling(`urn:li:fsd_profileCard:(${member.id},EXPERIENCE,en_US)`),
        educationCard: new Dangling(`urn:li:fsd_profileCard:(${member.id},EDUCATION,en_US)`),
        privacySettings: new Dangling('urn:li:fsd_privacySettings:singleton'),
      };
    case 'TopCardSupplementary':
      return {
        ...topCardFields(request),
        connections: connectionsReference(member),
        followingState: followingStateEntity(profileUrn(member.id), member.followerCount),
        profileTopPosition: collectionEntity(
          `top ${member.index}`,
          { start: 0, count: 1, total: Math.min(1, member.groups.length) },
          topPosition(member, captionLocale(request)),
        ),
      };
    case 'FullProfile':
      return { ...topCardFields(request), ...fullFields(member) };
    case 'FullProfileWithEntities':
      return {
        ...topCardFields(request),
        ...fullFields(member),
        profilePositionGroups: positionGroups(member, captionLocale(request)),
        profileEducations: educations(member),
        profileSkills: collectionEntity(
          `skills ${member.index}`,
          { start: 0, count: 20, total: member.skills.length },
          member.skills.map(
            (name, position) =>
              new Entity(`urn:li:fsd_skill:(${member.id},${position + 1})`, types.skill, `${RECIPES}.Skill`, { name }),
          ),
        ),
        profileCertifications: collectionEntity(`certifications ${member.index}`, { start: 0, count: 20, total: 0 }, []),
        profileVolunteerExperiences: danglingCollection(`volunteering ${member.index}`),
      };
  }
}

/** Name, headline, picture, place, relationship. */
function topCardFields({ member, network }: MemberRequest): NodeObject {
  const isByLocaleOnly = traitsOf(member.index).headlineByLocaleOnly;
  return {
    ...namesOf(member),
    ...profilePictureOf(member),
    headline: isByLocaleOnly ? null : member.headline,
    multiLocaleHeadline: { [member.locale]: member.headline },
    geoLocation: geoLocationOf(member),
    location: typed('com.linkedin.voyager.dash.identity.profile.ProfileLocation', { countryCode: member.place.countryCode }),
    locationName: null,
    memberRelationship: relationshipEntity(member, network.viewer()),
    tempStatus: null,
    pronounUnion: null,
  };
}

function fullFields(member: Member): NodeObject {
  return {
    summary: member.summary,
    multiLocaleSummary: member.summary === null ? null : { [member.locale]: member.summary },
    industry: industryEntity(member.industry),
    industryUrn: `urn:li:fsd_industry:${member.industry.id}`,
    profileTreasuryMediaProfile: collectionEntity(`media ${member.index}`, { start: 0, count: 10, total: 2 }, []),
  };
}

/** Everything is null when the member shares nothing with this viewer. */
function contactFields({ contact }: Member): NodeObject {
  const list = (value: string | null | undefined, item: (text: string) => NodeObject) =>
    value === null || value === undefined ? [] : [item(value)];
  return {
    emailAddress:
      contact === null || contact.email === null
        ? null
        : typed('com.linkedin.voyager.dash.identity.profile.EmailAddress', { emailAddress: contact.email, type: null }),
    phoneNumbers: contact === null ? null : list(contact.phone, (number) => ({ phoneNumber: { number }, type: 'MOBILE' })),
    websites: contact === null ? null : list(contact.website, (url) => ({ url, category: 'PERSONAL', label: null })),
    twitterHandles: contact === null ? null : list(contact.twitter, (name) => ({ name, credentialId: 'none' })),
    instantMessengers: [],
    address: null,
    birthDateOn: null,
  };
}

function decoysFor({ network, member }: MemberRequest, form: ProfileForm): readonly Entity[] {
  const viewer = network.viewer();
  if (form === 'TopCardSupplementary') return [viewerEntity(viewer), ...followingDecoys()];
  const neighbour = network.member((member.index + 1) % network.memberCount);
  // The subject's own neighbour may be the subject, in a network of one.
  return neighbour.id === member.id ? [viewerEntity(viewer)] : profileDecoys(viewer, neighbour);
}

function captionLocale({ network, member, language }: MemberRequest) {
  return network.captionLocale(member, language);
}

/** The signed-in member. */
export function meDocument(viewer: Member): Document {
  const miniProfile = new Entity(
    `urn:li:fs_miniProfile:${viewer.id}`,
    'com.linkedin.voyager.identity.shared.MiniProfile',
    'com.linkedin.voyager.deco.identity.MiniProfile',
    {
      firstName: viewer.firstName,
      lastName: viewer.lastName,
      publicIdentifier: viewer.slug,
      occupation: viewer.headline,
      objectUrn: `urn:li:member:${viewer.number}`,
      dashEntityUrn: profileUrn(viewer.id),
    },
  );
  return { kind: 'rest', body: typed('com.linkedin.voyager.common.Me', { plainId: viewer.number, miniProfile }), extra: [] };
}
