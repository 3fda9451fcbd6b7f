/** Reads the contact data that a member shares with this viewer from a single response. */
import { type ContactInfo, readContact } from './contact-info.ts';
import { openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import type { OtherMember } from './parse-components-page.ts';
import { isRequestedFor, selectSubject } from './subject.ts';
import { profileUrn } from './urn.ts';

export type ContactResult =
  | { readonly ok: true; readonly profile_id: string; readonly contact: Omit<ContactInfo, 'isPresent'> }
  | UnreadPage
  | OtherMember;

/** @param identity the requested slug or member id */
export function parseContact({ identity, content }: { readonly identity: string; readonly content: unknown }): ContactResult {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const verdict = selectSubject(identity, [answer.payload], answer.index);
  if (!verdict.ok) return verdict.reason === 'other_member' ? { ok: false, kind: 'other_member', status: null } : UNKNOWN_FORM;
  const urn = profileUrn(verdict.memberId);
  for (const record of verdict.records) answer.index.addAs(urn, record);
  const record = answer.index.get(urn);
  if (!isRequestedFor(identity, verdict.memberId, record?.publicIdentifier))
    return { ok: false, kind: 'other_member', status: null };
  const { isPresent, ...contact } = readContact(record);
  return isPresent ? { ok: true, profile_id: verdict.memberId, contact } : UNKNOWN_FORM;
}
