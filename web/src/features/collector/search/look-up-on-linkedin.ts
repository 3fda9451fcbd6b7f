/**
 * One look-up by LinkedIn's own suggestions. It counts towards the allowance, so it happens only when the person chooses
 * it.
 */
import { rememberLocations } from '@leadloom/shared/contract/linkedin';
import { buildTypeaheadUrl } from '@leadloom/shared/linkedin/build-url';
import { parseTypeahead, type Suggestion } from '@leadloom/shared/linkedin/parse/parse-typeahead';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { loadCatalogue } from '../api/catalogue.ts';
import { notifyOperator } from '../check/notify-operator.ts';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { systemClock } from '../download/clock.ts';
import { createLinkedInReader } from '../download/linkedin-reader.ts';
import { createRunControl } from '../download/run-control.ts';
import { type ListStop, listStop, reasonOfFailure } from '../listing/list-stop.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import { fetchThroughExtension } from '../run/use-collector-run.ts';
import { toLocationOption } from './location-option.ts';
import type { LookupKind, LookupOption } from './lookup-option.ts';

export type LinkedInLookup =
  | { readonly kind: 'found'; readonly options: readonly LookupOption[] }
  | { readonly kind: 'failed'; readonly stop: ListStop }
  /** The notice was not accepted: no request was sent. */
  | { readonly kind: 'declined' };

const memory = createCandidateMemory();
/** What the server accepts. */
const LONGEST_NAME = 200;

export async function lookUpOnLinkedIn(kind: LookupKind, text: string): Promise<LinkedInLookup> {
  if (!(await requireRiskAccepted())) return { kind: 'declined' };
  const catalogue = await loadCatalogue().catch((cause: unknown) => {
    logProblem('The endpoint catalogue could not be loaded.', cause);
    return null;
  });
  if (catalogue === null) return failed(listStop('server_away'));
  const control = createRunControl();
  const reader = createLinkedInReader({ send: fetchThroughExtension, clock: systemClock, concurrency: 1, memory, control });
  const type = kind === 'location' ? 'GEO' : 'COMPANY';
  const answer = await reader.read('typeahead', catalogue.typeahead, (candidate) =>
    buildTypeaheadUrl(candidate, type, text.toWellFormed()),
  );
  notifyOperator(memory.takeOutcomes());
  if (answer.kind === 'stopped') return failed({ ...(control.notice() ?? listStop('internal')), detail: null });
  if (answer.kind === 'failed') return failed(listStop(reasonOfFailure(answer.code)));
  const parsed = parseTypeahead(answer.body);
  if (!parsed.ok) return failed(listStop(parsed.kind === 'html' ? 'redirected' : 'unreadable'));
  const expected = kind === 'location' ? 'geo' : 'company';
  const found = parsed.suggestions.filter((suggestion) => suggestion.kind === expected);
  const options = found.map(toOption);
  return { kind: 'found', options: kind === 'location' ? await remember(options) : options };
}

function toOption({ id, name, subtitle }: Suggestion): LookupOption {
  return { id, ids: [id], name, note: subtitle, chosenName: name };
}

/**
 * Has the server store the places for the next search, which it answers with country and kind. If it does not answer, the
 * options stay as they are.
 */
async function remember(options: readonly LookupOption[]): Promise<readonly LookupOption[]> {
  const data = options
    .filter(({ id, name }) => /^[1-9]\d{0,19}$/.test(id) && name.length <= LONGEST_NAME)
    .map(({ id, name }) => ({ id, name: name.toWellFormed() }));
  if (data.length === 0 || data.length < options.length) return options;
  try {
    const stored = await call(rememberLocations, { body: { data } });
    return stored.data.map(toLocationOption);
  } catch (cause) {
    logProblem('The places that LinkedIn named could not be stored.', cause);
    return options;
  }
}

function failed(stop: ListStop): LinkedInLookup {
  logProblem('LinkedIn’s suggestions could not be read.', stop.reason);
  return { kind: 'failed', stop };
}
