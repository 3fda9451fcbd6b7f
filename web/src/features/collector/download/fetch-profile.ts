/**
 * The LinkedIn part of one profile: the lookup first, because a member out of reach makes the rest
 * pointless; then counts and contact side by side. Parts already in the record are not asked for again.
 */

import { buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import type { Answer, LinkedInReader } from './linkedin-reader.ts';
import type { RawRecord, RecordStore } from './raw-record.ts';

export type FetchOutcome =
  | { readonly kind: 'ready'; readonly record: RawRecord }
  /** LinkedIn says this member is out of reach, or does not exist. */
  | { readonly kind: 'no_member'; readonly code: 'forbidden' | 'not_found' }
  | { readonly kind: 'failed'; readonly code: MessageErrorCode }
  | { readonly kind: 'stopped' };

export interface FetchDependencies {
  readonly reader: LinkedInReader;
  readonly catalogue: Catalogue;
  readonly records: RecordStore;
}

export async function fetchProfile(start: RawRecord, { reader, catalogue, records }: FetchDependencies): Promise<FetchOutcome> {
  const slug = readProfileUrl(start.url)?.slug;
  if (slug === undefined) return { kind: 'failed', code: 'url_not_allowed' };
  if (start.isRefused === true) return { kind: 'no_member', code: 'forbidden' };
  let record = start;
  const read = (kind: 'profile' | 'topCard' | 'contact'): Promise<Answer> =>
    reader.read(kind, catalogue[kind], (candidate) => buildProfileUrl(candidate, slug));
  // Nothing is asked for before the answer to the last thing is on the disk: whatever is killed now, it is not asked twice.
  const keep = async (change: Partial<RawRecord>): Promise<void> => {
    record = { ...record, ...change };
    await records.put(record);
  };

  if (typeof record.p1 !== 'string') {
    const lookup = await read('profile');
    if (lookup.kind === 'stopped') return lookup;
    if (lookup.kind === 'failed') {
      if (lookup.code === 'forbidden') await keep({ isRefused: true });
      return isNoMember(lookup.code) ? { kind: 'no_member', code: lookup.code } : lookup;
    }
    await keep({ p1: lookup.body });
  }

  const extras = await Promise.all([
    record.p2 === undefined
      ? keepPart(
          read('topCard'),
          (p2) => keep({ p2 }),
          () => true,
        )
      : true,
    // Without the email an entry is not downloaded: only LinkedIn's own no is taken for an answer.
    record.i === undefined ? keepPart(read('contact'), (i) => keep({ i }), isNoMember) : true,
  ]);
  return extras.every(Boolean) ? { kind: 'ready', record } : { kind: 'stopped' };
}

/**
 * @param isFinal whether a failure means that the part is not to be had; otherwise it stays to be asked for
 * @returns false when the job stopped before there was an answer
 */
async function keepPart(
  pending: Promise<Answer>,
  keep: (value: string | null) => Promise<void>,
  isFinal: (code: MessageErrorCode) => boolean,
): Promise<boolean> {
  const answer = await pending;
  if (answer.kind === 'stopped') return false;
  if (answer.kind === 'body') await keep(answer.body);
  else if (isFinal(answer.code)) await keep(null);
  return true;
}

/** LinkedIn does not show this, and will not when it is asked again. */
export function isNoMember(code: MessageErrorCode): code is 'forbidden' | 'not_found' {
  return code === 'forbidden' || code === 'not_found';
}
