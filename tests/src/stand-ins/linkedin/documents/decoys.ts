/**
 * Records that real answers carry besides the one asked for. A reader that takes the first profile,
 * position, relationship or follower count it meets is wrong here.
 */
import { Entity } from '../dialect/node.ts';
import type { Member } from '../model/member.ts';
import { followingStateEntity, relationshipEntity, viewerEntity } from './entity-parts.ts';
import { companyUrn, positionUrn, profileUrn, types } from './urns.ts';

export function profileDecoys(viewer: Member, stranger: Member): readonly Entity[] {
  return [
    viewerEntity(viewer),
    new Entity(profileUrn(stranger.id), types.profile, 'com.linkedin.deco.recipe.anonymous.Anon100200300', {
      firstName: stranger.firstName,
      lastName: stranger.lastName,
      publicIdentifier: stranger.slug,
      headline: stranger.headline,
      summary: null,
    }),
    foreignPosition(stranger),
    relationshipEntity(stranger, viewer),
    ...followingDecoys(),
  ];
}

export function followingDecoys(): readonly Entity[] {
  return [
    followingStateEntity('urn:li:fsd_hashtag:(logistics,urn:li:activity:-)', 999_999),
    followingStateEntity(companyUrn(9_000_001), 777_777),
  ];
}

function foreignPosition(stranger: Member): Entity {
  return new Entity(
    positionUrn(stranger.id, 101),
    types.position,
    'com.linkedin.voyager.dash.deco.identity.profile.FullProfilePosition',
    {
      title: 'Not this member’s role',
      companyName: 'Not this member’s employer',
      companyUrn: null,
      dateRange: null,
    },
  );
}
