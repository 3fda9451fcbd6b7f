/** The signed-in member. */
import { type Document, Entity, typed } from '../dialect/node.ts';
import type { Member } from '../model/member.ts';
import { profileUrn } from './urns.ts';

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
