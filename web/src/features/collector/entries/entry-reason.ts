/** One sentence on why an entry is not downloaded, or what is happening to it now. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { formatDayInSentence } from '../../../lib/format-date.ts';
import { INCOMPLETE_CODE } from '../download/entry-outcome.ts';
import type { CollectorRunState } from '../run/collector-run.types.ts';
import { RETURNED_CODE } from '../run/job-entries.ts';

const unreadable = 'LinkedIn’s answer could not be read';

const reasons: Readonly<Record<string, string>> = {
  forbidden: 'Could not find the profile: LinkedIn does not show it to you.',
  not_found: 'LinkedIn has no such profile.',
  no_profile_id: 'ID not set: LinkedIn’s answer names no member.',
  [INCOMPLETE_CODE]: 'Stored, but its email or later roles could not be read yet. Retry to complete it.',
  [RETURNED_CODE]: 'LinkedIn refused several profiles in a row, so this one could not be checked.',
  upstream_error: 'LinkedIn answered with a server error.',
  stale_endpoint: 'LinkedIn has changed the address of this data.',
  not_json: `${unreadable}.`,
  too_large: `${unreadable}: it is too large.`,
  url_not_allowed: 'The extension does not read this address.',
  'PARSE.UNREADABLE': `${unreadable}.`,
  'PARSE.OTHER_MEMBER': 'LinkedIn answered with another member, so nothing was stored.',
  'PROFILE.LIMIT_REACHED':
    'Your account has reached its profile limit. Delete some profiles or verify your email to collect more.',
  'PROFILE.MEMBER_LIMIT_REACHED':
    'You have collected half of the profiles that this workspace can hold. The other half is for its other members.',
  'PROFILE.URL_INVALID': 'This is not the address of a profile.',
  'REQUEST.TOO_LARGE': `${unreadable}: it is too large.`,
  'REQUEST.TOO_DEEP': `${unreadable}.`,
};

export interface EntryState {
  /** null: nothing to say. */
  readonly text: string | null;
  /** A retry makes sense, and nothing is running. */
  readonly canRetry: boolean;
}

export type RunSnapshot = Pick<CollectorRunState, 'phase' | 'progress' | 'active' | 'notes'>;

/** Another member collected the profile, so that a job skips it; null: nobody did. */
function collectedByAnother({ collected_by: collector }: CollectorEntry): string | null {
  if (collector === undefined) return null;
  const name = collector.name === FORMER_MEMBER ? 'A former member' : collector.name;
  return `${name} collected this profile on ${formatDayInSentence(collector.at)}`;
}

export function entryState(entry: CollectorEntry, { phase, progress, active, notes }: RunSnapshot): EntryState {
  if (active.has(entry.id)) return { text: 'Downloading now.', canRetry: false };
  const isIdle = phase === 'idle';
  if (!isIdle && progress?.remaining.includes(entry.id) === true) return { text: 'Waiting for its turn.', canRetry: false };
  if (entry.status === 'ok') return { text: collectedByAnother(entry), canRetry: false };
  const code = notes.get(entry.id)?.code;
  if (code === undefined) return { text: null, canRetry: isIdle && entry.status === 'not_found' };
  return { text: reasons[code] ?? `It could not be read (${code}).`, canRetry: isIdle };
}
