/**
 * Addresses by the million, made of those that are allowed and those that are not: cut, joined, repeated,
 * encoded, and with single parts of one put into another. Every accepted address is checked a second time.
 */
import { seededNumbers } from '@leadloom/server/trends/testing/seeded-numbers';
import {
  buildCardsUrl,
  buildCompanyUrl,
  buildComponentsPageUrl,
  buildComponentsUrl,
  buildConnectionsUrl,
  buildProfileUrl,
  buildSearchUrl,
  buildSectionsUrl,
  buildTypeaheadUrl,
  experienceListUrn,
} from '@leadloom/shared/linkedin/build-url';
import { sectionResources } from '@leadloom/shared/linkedin/endpoint-grammar';
import { offListAddresses } from '../../src/journeys/extension-walls/off-list-addresses.ts';
import { refusedAddresses } from '../../src/journeys/extension-walls/refused-addresses.ts';
import { complaintAbout } from './accepted-address.ts';

export interface FuzzCounts {
  readonly judged: number;
  readonly accepted: number;
  /** The number of different addresses among the accepted. */
  readonly distinctAccepted: number;
  /** What was accepted and must not be, or was judged in two ways; with the reason. */
  readonly wrong: readonly string[];
}

const API = 'https://www.linkedin.com/voyager/api/';
const MAX_REPORTED = 20;

/** @param seed the same seed, the same addresses */
export function fuzzJudge(count: number, seed: number): FuzzCounts {
  const next = seededNumbers(seed);
  const random: Random = (below) => Math.floor(next() * below);
  const wrong: string[] = [];
  const seen = new Set<number>();
  let accepted = 0;
  for (let index = 0; index < count; index += 1) {
    const input = mutate(random);
    const complaint = complaintAbout(input);
    if (complaint === 'refused') continue;
    accepted += 1;
    seen.add(hashOf(input));
    if (complaint !== null && wrong.length < MAX_REPORTED) wrong.push(`${complaint}: ${JSON.stringify(input)}`);
  }
  return { judged: count, accepted, distinctAccepted: seen.size, wrong };
}

const hash = '0123456789abcdef0123456789abcdef';
const graphql = (resource: string) => ({ kind: 'graphql', queryId: `${resource}.${hash}` }) as const;
const rest = (name: string) => ({ kind: 'rest', decorationId: `com.linkedin.voyager.${name}` }) as const;
const memberId = 'ACoAAexample1';
const search = {
  page: 3,
  peopleSearchQuery: 'head of "supply", (logistics)',
  locationIds: ['103644278'],
  currentCompanyIds: ['1035'],
  pastCompanyIds: [],
  connectionId: memberId,
  connectionOrders: ['F' as const],
  industryIds: [],
  jobId: null,
  searchId: null,
};

const allowed: readonly string[] = [
  `${API}me`,
  buildProfileUrl(rest('dash.deco.identity.profile.FullProfileWithEntities-93'), 'maren-holt-12'),
  buildProfileUrl(rest('dash.deco.identity.profile.WebTopCardCore-16'), 'jörg-østergård'),
  buildConnectionsUrl(rest('dash.deco.web.mynetwork.ConnectionListWithProfile-16'), 4),
  buildCompanyUrl(rest('deco.organization.web.WebFullCompanyMain-12'), 'north-loom'),
  buildSearchUrl(rest('dash.deco.search.SearchClusterCollection-175'), search),
  buildSearchUrl(graphql('voyagerSearchDashClusters'), search),
  buildTypeaheadUrl(rest('dash.deco.search.typeahead.ReusableTypeaheadCollection-28'), 'GEO', 'São Paulo'),
  buildTypeaheadUrl(graphql('voyagerSearchDashReusableTypeahead'), 'COMPANY', 'north & loom'),
  buildComponentsUrl(graphql('voyagerIdentityDashProfileComponents'), memberId, 'experience'),
  buildComponentsPageUrl(graphql('voyagerIdentityDashProfileComponents'), experienceListUrn(memberId), 20),
  buildCardsUrl(graphql('voyagerIdentityDashProfileCards'), memberId),
  ...sectionResources.map((resource, index) => buildSectionsUrl(resource, memberId, index * 100, 100)),
];
const refused = [...Object.values(refusedAddresses).flat(), ...offListAddresses]
  .filter((each) => typeof each === 'string')
  .filter((each) => each.length < 1_000);

const characters = [...'/?&=#@:;,.%()\\+-_~!$\'*"<>{}|^` \t\n\r\0aZ09é\u200b\u2028\ud800ｌ。'];
const encodings = [
  '%00',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%23',
  '%3f',
  '%26',
  '%3D',
  '%28',
  '%29',
  '%2C',
  '%3A',
  '%25',
  '%252e',
  '%0d%0a',
  '%zz',
  '%',
  '%c0%af',
  '%E2%80%8B',
  '+',
];
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEF0123456789_-'];
const fragments = [
  '..',
  './',
  '//',
  '..;/',
  ':443',
  ':8443',
  '@evil.example.com',
  '.evil.example.com',
  '#x',
  '?x=1',
  '&action=create',
  '&q=all',
  '&queryId=',
  '&variables=()',
  '&q=viewee',
  '&count=101',
  '&start=1000',
  'profilePositionGroups',
  ',urn%3Ali%3Afsd_profile%3AACoAAexample2',
  'urn%3Ali%3Afsd_company%3A1',
  'urn%253Ali%253Afsd_profile%253AACoAAexample1',
  'List(',
  ')',
  '(',
  ',extra:1',
  ':List(CONTENT)',
  '__proto__',
  'constructor',
  'urn:li:fsd_profile:',
  'messengerConversations',
  'http:',
  'javascript:',
];

type Random = (below: number) => number;
type Mutation = (input: string, random: Random) => string;

const mutations: readonly Mutation[] = [
  // A character, an escape or a telling piece: put in, or in the place of what was there.
  (input, random) => spliced(input, random, pick(characters, random), random(2)),
  (input, random) => spliced(input, random, pick(encodings, random), random(3)),
  (input, random) => spliced(input, random, pick(fragments, random), random(4)),
  // Something missing, something twice.
  (input, random) => spliced(input, random, '', 1 + random(12)),
  (input, random) => {
    const start = random(input.length + 1);
    return spliced(input, random, input.slice(start, start + 1 + random(30)), 0);
  },
  // The beginning of one, the end of another.
  (input, random) => {
    const other = pick(random(2) === 0 ? allowed : refused, random);
    return input.slice(0, random(input.length + 1)) + other.slice(random(other.length + 1));
  },
  // The path or the query of another.
  (input, random) => input.split('?')[0] + (/\?.*/s.exec(pick(allowed, random))?.[0] ?? ''),
  (input, random) => pick(random(2) === 0 ? allowed : refused, random).split('?')[0] + (/\?.*/s.exec(input)?.[0] ?? ''),
  // Parameters in another order, one less, one twice, one of another address.
  (input, random) => withParameters(input, (pairs) => pairs.toSorted(() => random(3) - 1)),
  (input, random) => withParameters(input, (pairs) => pairs.filter(() => random(4) > 0)),
  (input, random) => withParameters(input, (pairs) => [...pairs, pick(pairs, random)]),
  (input, random) =>
    withParameters(input, (pairs) => [...pairs, pick((pick(allowed, random).split('?')[1] ?? 'x=1').split('&'), random)]),
  (input, random) =>
    withParameters(input, (pairs) => pairs.map((pair) => (random(3) === 0 ? `${pair}${pick(encodings, random)}` : pair))),
  // Other spellings of the same: case, escapes of plain letters, an escape undone.
  (input, random) => at(input, random, (character) => character.toUpperCase()),
  (input, random) => at(input, random, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
  (input) => input.replace(/%[0-9a-f]{2}/i, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  // Other values of the same form, which are allowed as they were.
  (input, random) => input.replace(/[0-9a-f]{32}/, (id) => at(id, random, () => '0123456789abcdefg'[random(17)] ?? '')),
  (input, random) => input.replace(/\d+/, () => String(random(200_000))),
  (input, random) =>
    input.replace(/(?<=[=:,(])[A-Za-z]\w*/g, (word) => (random(4) === 0 ? at(word, random, () => pick(letters, random)) : word)),
  (input, random) =>
    input.replace(/(?<=memberIdentity=|universalName=|keywords[=:])[^&,]*/, (name) =>
      spliced(name, random, pick(letters, random), 0),
    ),
];

/** One to four changes: more of them, and hardly anything would still look like an address. */
function mutate(random: Random): string {
  let input = pick(random(4) === 0 ? refused : allowed, random);
  for (let left = 1 + random(4); left > 0; left -= 1) input = pick(mutations, random)(input, random);
  return input;
}

function spliced(input: string, random: Random, inserted: string, removed: number): string {
  const position = random(input.length + 1);
  return input.slice(0, position) + inserted + input.slice(position + removed);
}

function at(input: string, random: Random, change: (character: string) => string): string {
  const position = random(Math.max(1, input.length));
  return input.slice(0, position) + change(input[position] ?? 'x') + input.slice(position + 1);
}

function withParameters(input: string, change: (pairs: readonly string[]) => readonly string[]): string {
  const [path = '', query] = input.split('?', 2);
  return query === undefined ? input : `${path}?${change(query.split('&')).join('&')}`;
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** FNV-1a; two addresses of one hash only make the count of distinct ones a little smaller. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
