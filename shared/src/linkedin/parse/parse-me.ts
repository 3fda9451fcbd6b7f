/** The signed-in member, from the response of `/me`. */
import { shortText } from './clean-text.ts';
import { type JsonObject, stringOf, textOf } from './json-value.ts';
import { openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import { profileAddress } from './profile-address.ts';
import { memberIdOf } from './urn.ts';

export interface Viewer {
  readonly ok: true;
  readonly profile_id: string;
  readonly public_identifier: string | null;
  readonly profile_url: string | null;
  readonly full_name: string | null;
  readonly headline: string | null;
}

export function parseMe(content: unknown): Viewer | UnreadPage {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  for (const { value } of answer.payload.roots) {
    const member = value === null ? undefined : answer.index.reference(value, 'miniProfile');
    const id = member === undefined ? null : (memberIdOf(member.dashEntityUrn) ?? memberIdOf(member.entityUrn));
    if (member !== undefined && id !== null) return viewerOf(member, id);
  }
  return UNKNOWN_FORM;
}

function viewerOf(member: JsonObject, id: string): Viewer {
  const slug = shortText(stringOf(member.publicIdentifier));
  const names = [textOf(member.firstName), textOf(member.lastName)].map(shortText).filter((name) => name !== null);
  return {
    ok: true,
    profile_id: id,
    public_identifier: slug,
    profile_url: slug === null ? null : profileAddress(slug),
    full_name: names.length > 0 ? names.join(' ') : null,
    headline: shortText(textOf(member.occupation) ?? textOf(member.headline)),
  };
}
