/**
 * One page of the viewer's own connections. The list has no total: the last page is the short or empty one. So
 * a response that could not be read must never look like an empty page. Three formats are read: normalized,
 * plain, and the older `miniProfile`. Members who left LinkedIn cannot be resolved and are counted.
 */
import { shortText } from './clean-text.ts';
import type { EntityIndex } from './entity-index.ts';
import { isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
import { localized } from './localized.ts';
import { listRoot, openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import { photoOf } from './photo.ts';
import { profileAddress } from './profile-address.ts';
import { memberIdOf, profileUrn } from './urn.ts';

export interface ParsedConnection {
  readonly profile_id: string | null;
  readonly public_identifier: string;
  readonly profile_url: string;
  readonly full_name: string | null;
  readonly headline: string | null;
  readonly photo_url: string | null;
  /** ISO time. */
  readonly connected_at: string | null;
}

export interface ConnectionsPage {
  readonly ok: true;
  readonly connections: readonly ParsedConnection[];
  /** Rows whose member is not in the response: they left LinkedIn, or the request had no decoration. Ids if known. */
  readonly unresolved: readonly (string | null)[];
  /** Rows on the page, resolved or not. 0 means the list has ended. */
  readonly returned: number;
  /** The page size in the response. */
  readonly pageSize: number | null;
}

const MAX_ROWS = 1_000;

export function parseConnections(content: unknown): ConnectionsPage | UnreadPage {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const { payload, index } = answer;
  const list = listRoot(payload);
  if (list === null) return UNKNOWN_FORM;
  const connections: ParsedConnection[] = [];
  const unresolved: (string | null)[] = [];
  const seen = new Set<string>();
  let returned = 0;
  for (const element of list.elements.slice(0, MAX_ROWS)) {
    const connection = index.resolve(element) ?? (typeof element === 'string' ? { entityUrn: element } : undefined);
    if (connection === undefined || !isConnection(connection)) continue;
    returned += 1;
    const read = readConnection(index, connection);
    if (read === null) unresolved.push(memberOf(connection));
    else if (!seen.has(read.profile_url)) connections.push(read);
    if (read !== null) seen.add(read.profile_url);
  }
  if (returned === 0 && list.elements.length > 0) return UNKNOWN_FORM;
  return { ok: true, connections, unresolved, returned, pageSize: index.listingOf(list.collection)?.count ?? null };
}

function isConnection(row: JsonObject): boolean {
  const urn = row.entityUrn;
  return (
    (typeof urn === 'string' && /^urn:li:fsd?_connection:/.test(urn)) ||
    ['connectedMember', '*connectedMember', 'miniProfile', '*miniProfile', 'connectedMemberResolutionResult'].some((key) =>
      Object.hasOwn(row, key),
    )
  );
}

function readConnection(index: EntityIndex, row: JsonObject): ParsedConnection | null {
  const member = index.reference(row, 'connectedMember') ?? index.reference(row, 'miniProfile');
  const slug = shortText(stringOf(member?.publicIdentifier));
  const url = slug === null ? null : profileAddress(slug);
  if (member === undefined || slug === null || url === null) return null;
  const names = [localized(member, 'firstName'), localized(member, 'lastName')].map(shortText).filter((name) => name !== null);
  return {
    profile_id: memberIdOf(member.dashEntityUrn) ?? memberIdOf(member.entityUrn) ?? memberOf(row),
    public_identifier: slug,
    profile_url: url,
    full_name: names.length > 0 ? names.join(' ') : null,
    headline: shortText(localized(member, 'headline') ?? textOf(member.occupation)),
    photo_url: photoOf(index, member)?.url ?? null,
    connected_at: timeOf(row.createdAt),
  };
}

/** The URN of a connection ends with the member's id. */
function memberOf(row: JsonObject): string | null {
  const nested = row.connectedMember;
  for (const urn of [
    nested,
    isObject(nested) ? nested.entityUrn : null,
    row['*connectedMemberResolutionResult'],
    row['*miniProfile'],
  ]) {
    const id = memberIdOf(urn);
    if (id !== null) return id;
  }
  const id = stringOf(row.entityUrn)?.replace(/^urn:li:fsd?_connection:/, '') ?? '';
  return memberIdOf(profileUrn(id));
}

function timeOf(milliseconds: unknown): string | null {
  const isTime = typeof milliseconds === 'number' && milliseconds > 1e12 && milliseconds < 1e13;
  return isTime ? new Date(milliseconds).toISOString() : null;
}
