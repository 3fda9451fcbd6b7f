/** Maps Reddit's error responses to faults. */
import { z } from 'zod';
import { isPage } from '../http/parse-json-answer.ts';
import type { SourceAnswer } from '../http/source-http.ts';
import { SourceError, type SourceFault } from '../source-error.ts';

const errorSchema = z.object({ reason: z.string().max(100).nullish().catch(null) });
const WALL = /blocked by network security|whoa there, pardner|network policy/i;

export interface RequestSubject {
  /** The subject in messages: `r/name`, `the token`. */
  readonly what: string;
  /** Whether the request is about one name, which Reddit may report as private and the like. */
  readonly isName: boolean;
}

/** @returns null if the response is not an error */
export function refuseAnswer({ status, headers, text }: SourceAnswer, { what, isName }: RequestSubject): SourceError | null {
  const fault = (kind: SourceFault, reason: string, isOfNetwork: boolean) =>
    new SourceError(kind, `${what}: ${reason}`, { isOfNetwork });
  if (isPage(text) && (status === 403 || WALL.test(text)))
    return fault('blocked', `Reddit blocks this server (${status} with a page)`, true);
  if (status === 200) return null;
  const reason = readReason(text);
  const said = `Reddit answered ${status}${reason === null ? '' : `, ${reason}`}`;
  if (status >= 300 && status < 400) {
    const leadsToSearch = /^(?:https?:\/\/[\w.:-]+)?\/subreddits\/search(?:[./?#]|$)/.test(headers.get('location') ?? '');
    return isName && leadsToSearch ? fault('not_found', 'there is no such subreddit', false) : fault('failed', said, false);
  }
  if (status === 401) return fault('refused', 'Reddit does not accept the credentials', true);
  if (status === 403) {
    if (/insufficient_scope/.test(headers.get('www-authenticate') ?? ''))
      return fault('refused', 'the app at Reddit lacks a scope', true);
    if (!isName) return fault('refused', said, true);
    return fault(reason === 'private' || reason === 'quarantined' || reason === 'gated' ? reason : 'restricted', said, false);
  }
  if (!isName) return fault('failed', said, status === 404);
  if (status === 404) return fault(reason === 'banned' ? 'banned' : 'not_found', said, false);
  return fault(status === 451 ? 'restricted' : 'failed', said, false);
}

/** Reddit's own reason, if it gives one. */
function readReason(text: string): string | null {
  // Reddit's errors are short.
  if (text.length > 10_000 || isPage(text)) return null;
  try {
    const reason = errorSchema.safeParse(JSON.parse(text)).data?.reason ?? null;
    return reason !== null && /^\w{1,40}$/.test(reason) ? reason : null;
  } catch {
    return null;
  }
}
