/** Entities that several answers share: places, companies, pictures, relationships, counts. */
import { collection, collectionEntity, Dangling, Entity, type Node, type NodeObject, typed } from '../dialect/node.ts';
import type { Company } from '../model/companies.ts';
import type { Industry, Location } from '../model/locations.ts';
import { fullName, type Member } from '../model/member.ts';
import type { Photo } from '../model/photo.ts';
import { companyUrn, followingStateUrn, geoUrn, profileUrn, types } from './urns.ts';

const RECIPES = 'com.linkedin.voyager.dash.deco';

export function geoEntity(place: Location): Entity {
  const recipe = `${RECIPES}.identity.profile.Geo`;
  const country = new Entity(geoUrn(place.countryId), types.geo, `${RECIPES}.identity.profile.CountryGeo`, {
    defaultLocalizedName: place.countryName,
  });
  // A country refers to no other place: it is the country.
  if (place.nameWithoutCountry === null) {
    return new Entity(geoUrn(place.id), types.geo, recipe, { defaultLocalizedName: place.name, countryUrn: null });
  }
  return new Entity(geoUrn(place.id), types.geo, recipe, {
    defaultLocalizedName: place.name,
    defaultLocalizedNameWithoutCountryName: place.nameWithoutCountry,
    countryUrn: geoUrn(place.countryId),
    country,
  });
}

export function geoLocationOf(member: Member): NodeObject {
  return typed('com.linkedin.voyager.dash.identity.profile.ProfileGeoLocation', {
    geo: geoEntity(member.place),
    geoUrn: geoUrn(member.place.id),
  });
}

export function industryEntity(industry: Industry): Entity {
  return new Entity(`urn:li:fsd_industry:${industry.id}`, types.industry, `${RECIPES}.common.Industry`, { name: industry.name });
}

export function companyEntity(company: Company): Entity {
  return new Entity(companyUrn(company.id), types.company, `${RECIPES}.identity.profile.ProfileCompany`, {
    name: company.name,
    universalName: company.universalName,
    url: company.url,
    active: true,
    industry: typed('com.linkedin.voyager.dash.common.IndustryMap', {
      [`*urn:li:fsd_industry:${company.industry.id}`]: `urn:li:fsd_industry:${company.industry.id}`,
    }),
  });
}

export function vectorImageOf(photo: Photo): NodeObject {
  return typed('com.linkedin.common.VectorImage', {
    rootUrl: photo.rootUrl,
    artifacts: photo.artifacts.map((artifact) =>
      typed('com.linkedin.common.VectorArtifact', {
        width: artifact.width,
        height: artifact.height,
        fileIdentifyingUrlPathSegment: artifact.segment,
        expiresAt: artifact.expiresAt,
      }),
    ),
  });
}

/** Without a photo the field is absent for some members and holds an empty reference for others. */
export function profilePictureOf(member: Member): NodeObject {
  const { photo } = member;
  if (photo === null && member.index % 2 === 0) return {};
  const reference = photo === null ? null : { vectorImage: vectorImageOf(photo) };
  const form = photo?.form ?? 'reference';
  return {
    profilePicture: typed('com.linkedin.voyager.dash.identity.profile.PhotoFilterPicture', {
      a11yText: fullName(member),
      displayImageReference: form === 'reference' ? reference : undefined,
      displayImageWithFrameReference: form === 'frame-only' ? reference : undefined,
      displayImage: form === 'display-image' ? reference?.vectorImage : undefined,
      displayImageUrn: photo === null ? null : `urn:li:digitalmediaAsset:${photo.assetId}`,
    }),
  };
}

export function namesOf(member: Member): NodeObject {
  return {
    publicIdentifier: member.slug,
    firstName: member.firstName,
    lastName: member.lastName,
    multiLocaleFirstName: { [member.locale]: member.firstName },
    multiLocaleLastName: { [member.locale]: member.lastName },
    objectUrn: `urn:li:member:${member.number}`,
    primaryLocale: typed('com.linkedin.common.Locale', {
      language: member.locale.slice(0, 2),
      country: member.locale.slice(3),
    }),
    memorialized: false,
  };
}

/** The viewer's own record, which comes along with almost every answer about somebody else. */
export function viewerEntity(viewer: Member): Entity {
  return new Entity(profileUrn(viewer.id), types.profile, `${RECIPES}.relationships.ProfileWithIweWarned`, {
    publicIdentifier: viewer.slug,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    headline: viewer.headline,
    iweWarned: false,
  });
}

export function relationshipEntity(member: Member, viewer: Member): Entity {
  return new Entity(
    `urn:li:fsd_memberRelationship:${member.id}`,
    types.memberRelationship,
    `${RECIPES}.relationships.MemberRelationshipV2ForInjection`,
    { memberRelationshipUnion: relationshipUnion(member, viewer) },
  );
}

const memberDistances = { 2: 'DISTANCE_2', 3: 'DISTANCE_3', out: 'OUT_OF_NETWORK' } as const;

function relationshipUnion(member: Member, viewer: Member): NodeObject {
  if (member.distance === 'self') return { self: typed('com.linkedin.voyager.dash.relationships.Self', {}) };
  if (member.distance === 1) {
    const urn = `urn:li:fsd_connection:${member.id}`;
    const connection: Node = new Entity(urn, types.connection, `${RECIPES}.relationships.Connection`, {
      createdAt: connectedAt(member),
    });
    return { connection };
  }
  const noInvitation = typed('com.linkedin.voyager.dash.relationships.invitation.NoInvitation', {
    inviter: profileUrn(viewer.id),
    targetInvitee: profileUrn(member.id),
    inviterResolutionResult: viewerEntity(viewer),
  });
  return {
    noConnection: typed('com.linkedin.voyager.dash.relationships.NoConnection', {
      memberDistance: memberDistances[member.distance],
      invitationUnion: { noInvitation },
    }),
  };
}

/** Milliseconds; the lower the index, the more recent. */
export function connectedAt(member: Member): number {
  return 1_790_000_000_000 - member.index * 3_600_000;
}

export function followingStateEntity(of: string, followerCount: number): Entity {
  return new Entity(followingStateUrn(of), types.followingState, `${RECIPES}.relationships.FollowingState`, {
    following: false,
    followerCount,
  });
}

/** Only the total is told; the list itself stays empty. */
export function connectionsReference(member: Member): Entity {
  return collectionEntity(`connections ${member.index}`, { start: 0, count: 10, total: member.connectionCount }, []);
}

export function connectionsInline(member: Member): NodeObject {
  return collection({ start: 0, count: 10, total: member.connectionCount }, []);
}

export function danglingCollection(name: string): Dangling {
  return new Dangling(`urn:li:collectionResponse:${Buffer.from(name).toString('base64')}`);
}
