/**
 * The LinkedIn part of one profile: the lookup first, because the rest is pointless without a member; then counts and
 * contact in parallel. Parts already in the record are not fetched again.
 */

import { buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import type { MessageErrorCode } from '@leadloom/shared/messages/message-error';
import type { Answer, LinkedInReader } from './linkedin-reader.ts';
import type { RawRecord, RecordStore } from './raw-record.ts';

export type FetchOutcome =
  | { readonly kind: 'ready'; readonly record: RawRecord }
  /** LinkedIn refuses to show this member, or the member does not exist. */
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
  // The next request starts only once the previous answer is on disk, so a crash never causes a repeated request.
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
    // Without the email an entry is not downloaded: only an explicit refusal by LinkedIn settles it.
    record.i === undefined ? keepPart(read('contact'), (i) => keep({ i }), isNoMember) : true,
  ]);
  return extras.every(Boolean) ? { kind: 'ready', record } : { kind: 'stopped' };
}

/**
 * @param isFinal whether a failure means that the part is unavailable; otherwise it stays pending
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

/** LinkedIn does not show this; a retry would not help. */
export function isNoMember(code: MessageErrorCode): code is 'forbidden' | 'not_found' {
  return code === 'forbidden' || code === 'not_found';
}
