/** What a check says, in plain words: its lines, its cost before, its summary, and the report to copy. */
import type { CheckedEndpoint, CheckState } from '@leadloom/shared/contract/catalogue-checks';
import type { CheckCost } from '@leadloom/shared/linkedin/check/plan-check';
import { sayWhen } from '../download/stop-reason.ts';
import { explainListStop } from '../listing/list-stop.ts';
import { type CheckAttempt, type CheckEnd, type CheckedLine, linesOf, type NotRequestedReason } from './run-check.ts';

export const lineNames: Readonly<Record<CheckedEndpoint, string>> = {
  me: 'Who you are',
  profile: 'Your profile',
  topCard: 'Numbers of connections and followers',
  contact: 'Contact details',
  sections: 'Positions, all of them',
  components: 'Experience, as the page shows it',
  componentsPage: 'Further pages of experience',
  cards: 'Cards of the profile page',
  connections: 'Your connections',
  search: 'People search',
  company: 'A company',
  typeahead: 'Places by name',
};

export const stateWords: Readonly<Record<CheckState, string>> = {
  understood: 'understood',
  different: 'answers, but differently',
  refused: 'refused',
  not_asked: 'not asked',
};

const reasonTexts: Readonly<Record<NotRequestedReason, string>> = {
  needs_me: 'It needs the first line, which was not understood.',
  no_experience: 'No experience on this profile.',
  no_name: 'It needs your first name, which was not found.',
  old_extension: 'This version of the extension cannot ask for it. Renew the extension.',
  stopped: 'The check ended before it.',
};

/** Missing things that are no field. */
const missingTexts: Readonly<Record<string, string>> = {
  counts: 'without counts',
  stub: 'a stub: only an id came back',
  JSON: 'not readable as data',
  geo: 'none of the known numbers of Berlin is among the places',
  data: 'without data, or with an error instead',
};

/** Whether a line works only by an id that is not the first of its list. A search has two ways, of which the first counts. */
export function isFallback({ state, attempts }: CheckedLine): boolean {
  const worked = attempts.filter((attempt) => attempt.state === 'understood');
  return state === 'understood' && worked.every((attempt) => attempt.isFallback);
}

/** One text for each thing to know about a line, the most important one first. */
export function explainLine(line: CheckedLine, now: number): readonly string[] {
  const { endpoint, attempts, reason, isCut } = line;
  if (reason !== null && attempts.every((attempt) => attempt.state === 'not_asked'))
    return [attempts.some(({ isEnd }) => isEnd === true) ? 'The check ended here.' : reasonTexts[reason]];
  const isEach = endpoint === 'search';
  const explained = isEach ? attempts : attempts.filter(({ state }) => state === line.state).slice(0, 1);
  return [
    ...explained.map(
      (attempt) => `${isEach ? `${wayOf(attempt)}: ${stateWords[attempt.state]}, ` : ''}${explainAttempt(attempt, now)}`,
    ),
    ...(isFallback(line) ? [`A fallback: ${explainFirst(attempts[0])}`] : []),
    ...(isCut ? ['The answer holds only some of your employers; the rest is read by position.'] : []),
  ].filter((text) => text !== '');
}

function wayOf({ candidate }: CheckAttempt): string {
  return candidate?.startsWith('com.') === true ? 'REST' : 'GraphQL';
}

function explainAttempt({ state, candidate, capturedAt, status, missing }: CheckAttempt, now: number): string {
  const id = candidate === null ? null : shortId(candidate);
  const parts = [
    state === 'different' && missing !== undefined ? (missingTexts[missing] ?? `missing: ${missing}`) : null,
    state === 'refused' ? (status === undefined ? 'no status' : `status ${status}`) : null,
    id,
    state === 'understood' && id !== null ? ageOf(capturedAt, now) : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function explainFirst(first: CheckAttempt | undefined): string {
  if (first === undefined || first.candidate === null || first.state === 'understood') return 'the first id was not used.';
  const answer =
    first.state === 'refused' ? `was refused${first.status === undefined ? '' : ` with ${first.status}`}` : 'answers differently';
  return `the first id, ${shortId(first.candidate)}, ${answer}.`;
}

const DAY = 24 * 3600 * 1000;

function ageOf(capturedAt: string | null, now: number): string {
  if (capturedAt === null) return 'of unknown age';
  const days = Math.max(0, Math.floor((now - Date.parse(capturedAt)) / DAY));
  return `${days === 1 ? '1 day' : `${days} days`} old (${capturedAt})`;
}

/** `FullProfileWithEntities-93`, or the resource and the start of the hash. */
function shortId(candidate: string): string {
  const at = candidate.lastIndexOf('.') + 1;
  return candidate.startsWith('com.') ? candidate.slice(at) : `${candidate.slice(0, at)}${candidate.slice(at, at + 8)}…`;
}

/** What it will ask and what that counts as. */
export function explainCost({ requests, meters }: CheckCost): string {
  const { profiles, searchPages, lookups } = meters;
  return `It asks LinkedIn ${range(requests)} times, five seconds apart, for two minutes at most. That counts as ${range(profiles)} profile, ${range(searchPages)} search pages and ${range(lookups)} look-ups.`;
}

function range([least, most]: readonly [number, number]): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

export function summarize(lines: readonly CheckedLine[]): string {
  const understood = lines.filter(({ state }) => state === 'understood').length;
  const fallbacks = lines.filter(isFallback).map(({ endpoint }) => lineNames[endpoint]);
  const needed = fallbacks.length === 0 ? 'No fallback was needed.' : `A fallback was needed for: ${fallbacks.join(', ')}.`;
  return `${understood} of 12 are understood. ${needed}`;
}

const endTexts: Partial<Record<CheckEnd['reason'], string>> = {
  user: 'You stopped the check.',
  too_long: 'The two minutes of a check were over.',
  timeout: 'LinkedIn or the extension did not answer in time, so the check has stopped.',
  throttled: 'LinkedIn asked for a pause, so the check has stopped.',
  challenged:
    'LinkedIn wants to check that you are human, so the check has stopped. Open linkedin.com in another tab and complete the check, then press “Continue now” in the extension’s popup.',
  signed_out: 'You are signed out of LinkedIn. Sign in in another tab, then start the check again.',
  session_ended: 'LinkedIn has signed you out, so the check has stopped. Sign in in another tab, then start the check again.',
  redirected:
    'LinkedIn redirected the request, which usually means it wants to show you something. Open linkedin.com in another tab and check what it shows, press “Continue now” in the extension’s popup, then start the check again.',
  upstream_error: 'LinkedIn’s servers failed several times in a row, so the check has stopped.',
  no_permission:
    'The extension has no access to linkedin.com. Allow it in the browser’s extension settings, under “Site access”, then start the check again.',
  sender_not_allowed:
    'The extension is not connected to this address. Connect it in the extension’s popup, then start the check again.',
  allowance_spent: 'The 24-hour allowance is used up. It protects your LinkedIn account.',
  offline: 'LinkedIn cannot be reached. Check your internet connection, then start the check again.',
  other_tab: 'Other LinkedIn work is running, here or in another tab. Wait until it ends, or stop it first.',
  server_away: 'The Leadloom server is not answering. Start the check again later.',
  extension_gone: 'The extension is not answering. Enable it, reload this page, then start the check again.',
  internal: 'The extension failed. Start the check again. If it fails again, reload the extension.',
};

/** @param format turns epoch milliseconds into the reader's local time */
export function explainEnd({ reason, continueAt }: CheckEnd, now: number, format: (epoch: number) => string): string {
  const text = endTexts[reason];
  if (text !== undefined) return `${text}${sayWhen({ reason, continueAt }, now, format)}`;
  return reason === 'too_long' ? '' : explainListStop({ reason, continueAt, detail: null }, now, format);
}

/** Tab-separated lines of endpoint, state, id, status and missing field. Nothing in it is about a person. */
export function writeReport(lines: readonly CheckedLine[], version: number | null, day: string): string {
  const head = [`How LinkedIn answers, ${day}, catalogue ${version ?? 'unknown'}`, 'endpoint\tstate\tid\tstatus\tmissing'];
  const rows = linesOf(lines).map(({ endpoint, state, candidate, status, missing }) =>
    [endpoint, stateWords[state], candidate ?? '', status ?? '', missing ?? ''].join('\t'),
  );
  return `${[...head, ...rows].join('\n')}\n`;
}
