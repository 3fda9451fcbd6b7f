/** The viewer's connections, newest first. The paging names no total: the end is a short page. */
import { collection, Dangling, type Document, Entity, type Node } from '../dialect/node.ts';
import type { Member } from '../model/member.ts';
import type { Network } from '../model/network.ts';
import { connectedAt, profilePictureOf } from './entity-parts.ts';
import { profileUrn, types } from './urns.ts';

const RECIPES = 'com.linkedin.voyager.dash.deco.web.mynetwork';

export interface ConnectionsPage {
  readonly start: number;
  readonly count: number;
}

/** @param withProfiles false: only the members' addresses, as without a decoration */
export function connectionsDocument(network: Network, page: ConnectionsPage, withProfiles: boolean): Document {
  const last = Math.min(network.connectionCount, page.start + page.count);
  const elements: Entity[] = [];
  for (let position = page.start; position < last; position += 1)
    elements.push(connectionEntity(network.connection(position), withProfiles));
  return { kind: 'rest', body: collection(page, elements, { entityUrn: 'urn:li:collectionResponse:connections' }), extra: [] };
}

function connectionEntity(member: Member, withProfile: boolean): Entity {
  return new Entity(`urn:li:fsd_connection:${member.id}`, types.connection, `${RECIPES}.ConnectionListWithProfile`, {
    createdAt: connectedAt(member),
    connectedMember: profileUrn(member.id),
    connectedMemberResolutionResult: withProfile ? resolutionOf(member) : undefined,
  });
}

/** A deleted account leaves its connection behind, pointing at nobody. */
function resolutionOf(member: Member): Node {
  if (member.access === 'gone') return new Dangling(profileUrn(member.id));
  return new Entity(profileUrn(member.id), types.profile, `${RECIPES}.ConnectionProfile`, {
    publicIdentifier: member.slug,
    firstName: member.firstName,
    lastName: member.lastName,
    headline: member.headline,
    memorialized: false,
    ...profilePictureOf(member),
  });
}
