/**
 * The requests of a check, line by line: addresses of the grammar about the member who checks, with at most two ids a line,
 * and how the extension's meters count them.
 */
import { type CheckedEndpoint, checkedEndpoints } from '../../contract/catalogue-checks.ts';
import type { SearchParams } from '../../contract/linkedin.ts';
import {
  buildCardsUrl,
  buildCompanyUrl,
  buildComponentsPageUrl,
  buildComponentsUrl,
  buildConnectionsUrl,
  buildMeUrl,
  buildProfileUrl,
  buildSearchUrl,
  buildSectionsUrl,
  buildTypeaheadUrl,
  experienceListUrn,
} from '../build-url.ts';
import type { Candidate, Catalogue } from '../catalogue.ts';
import { judgeLinkedInUrl } from '../endpoint-grammar.ts';
import type { MeterName } from '../request-meter.ts';
import type { CheckKnowledge, CheckReader } from './check-answer.ts';
import { CHECKED_PLACE, companyOf, readCompany, readConnections, readSearch, readTypeahead } from './list-lines.ts';
import { readContact, readMe, readProfile, readSections, readTopCard } from './member-lines.ts';
import { readCards, readComponents, readComponentsPage } from './rendered-lines.ts';

export interface CheckRequest {
  /** null: the endpoint has no id. */
  readonly candidate: Candidate | null;
  readonly url: string;
  /** Plain JSON instead of LinkedIn's normalized format. */
  readonly plain: boolean;
}

/** Why a line cannot be asked: what it needs is not known, or there is nothing to compare it with. */
export type NotAskable = 'needs_me' | 'no_experience' | 'no_name';

export const checkReaders: Readonly<Record<CheckedEndpoint, CheckReader>> = {
  me: readMe,
  profile: readProfile,
  topCard: readTopCard,
  contact: readContact,
  sections: readSections,
  components: readComponents,
  componentsPage: readComponentsPage,
  cards: readCards,
  connections: readConnections,
  search: readSearch,
  company: readCompany,
  typeahead: readTypeahead,
};

const CANDIDATES_A_LINE = 2;
/** Few rows are enough to recognise the form of a list; nobody in it is stored. */
const FEW_ROWS = 3;
const EXPERIENCE: ReadonlySet<CheckedEndpoint> = new Set(['sections', 'components', 'componentsPage']);

/** The requests of a line, best first, or why it is not asked. Of a search, the first of each kind, which fail separately. */
export function requestsFor(
  endpoint: CheckedEndpoint,
  catalogue: Catalogue,
  knowledge: CheckKnowledge,
): readonly CheckRequest[] | NotAskable {
  if (endpoint === 'me') return [withoutId(buildMeUrl())];
  const { subject, profile } = knowledge;
  if (subject === null) return 'needs_me';
  if (EXPERIENCE.has(endpoint) && profile?.groups === 0) return 'no_experience';
  const { id } = subject;
  switch (endpoint) {
    case 'profile':
    case 'topCard':
    case 'contact':
      return withIds(catalogue[endpoint], (candidate) => buildProfileUrl(candidate, id));
    case 'sections':
      return [withoutId(buildSectionsUrl('profilePositions', id, 0, FEW_ROWS))];
    case 'components':
      return withIds(catalogue.components, (candidate) => buildComponentsUrl(candidate, id, 'experience'));
    case 'componentsPage':
      return withIds(catalogue.componentsPage, (candidate) => buildComponentsPageUrl(candidate, experienceListUrn(id), 0));
    case 'cards':
      return withIds(catalogue.cards, (candidate) => buildCardsUrl(candidate, id));
    case 'connections':
      return withIds(catalogue.connections, (candidate) => buildConnectionsUrl(candidate, 1, 1));
    case 'company':
      return withIds(catalogue.company, (candidate) => buildCompanyUrl(candidate, companyOf(knowledge)));
    case 'typeahead':
      return withIds(catalogue.typeahead, (candidate) => buildTypeaheadUrl(candidate, 'GEO', CHECKED_PLACE));
    case 'search': {
      const name = profile?.firstName ?? subject.firstName;
      if (name === null) return 'no_name';
      return withIds(firstOfEachKind(catalogue.search), (candidate) => buildSearchUrl(candidate, searchFor(name), FEW_ROWS));
    }
  }
}

/** The number of requests at least, and at most if every first id fails. A member counts once. */
export interface CheckCost {
  readonly requests: readonly [least: number, most: number];
  readonly meters: Readonly<Record<MeterName, readonly [least: number, most: number]>>;
}

/** @param canReadSections false: the extension refuses that line */
export function costOfCheck(catalogue: Catalogue, canReadSections: boolean): CheckCost {
  const meters: Record<MeterName, [number, number]> = { profiles: [0, 0], searchPages: [0, 0], lookups: [0, 0] };
  const requests: [number, number] = [0, 0];
  const asked = checkedEndpoints.filter((endpoint) => canReadSections || endpoint !== 'sections');
  for (const endpoint of asked) {
    const planned = requestsFor(endpoint, catalogue, EXAMPLE);
    const urls = typeof planned === 'string' ? [] : planned.map(({ url }) => url);
    const least = endpoint === 'search' ? urls.length : Math.min(1, urls.length);
    requests[0] += least;
    requests[1] += urls.length;
    const verdict = judgeLinkedInUrl(urls[0]);
    const kind = verdict.ok ? verdict.meter?.kind : undefined;
    if (kind === 'profiles') meters.profiles = [1, 1];
    else if (kind !== undefined) meters[kind] = [meters[kind][0] + least, meters[kind][1] + urls.length];
  }
  return { requests, meters };
}

/** An invented member that only serves for counting. */
const EXAMPLE: CheckKnowledge = { subject: { id: 'ACoAA', slug: 'a', firstName: 'a' }, profile: null, connections: null };

function withoutId(url: string): CheckRequest {
  return { candidate: null, url, plain: false };
}

function withIds<Kind extends Candidate>(
  candidates: readonly Kind[],
  buildUrl: (candidate: Kind) => string,
): readonly CheckRequest[] {
  return candidates.slice(0, CANDIDATES_A_LINE).map((candidate) => ({
    candidate,
    url: buildUrl(candidate),
    plain: candidate.kind === 'graphql' && candidate.plain === true,
  }));
}

function firstOfEachKind(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ kind }, index) => candidates.findIndex((other) => other.kind === kind) === index);
}

function searchFor(name: string): SearchParams {
  return {
    ...{ page: 1, peopleSearchQuery: name, locationIds: [], currentCompanyIds: [], pastCompanyIds: [] },
    ...{ connectionId: null, connectionOrders: [], industryIds: [], jobId: null, searchId: null },
  };
}
