/** Finders: an address per resource, `q` for the question, a decoration for how much of the answer. */
import { LAST_DECORATION_WITH_RESULTS } from '../accepted.ts';
import { connectionsDocument } from '../documents/connections.ts';
import { companyDocument, companySuggestions, geoSuggestions } from '../documents/organizations.ts';
import { typedSection } from '../documents/positions.ts';
import { meDocument, type ProfileForm, profileForms, restProfile } from '../documents/profile.ts';
import { companySearchDocument, searchDocument } from '../documents/search-clusters.ts';
import { documentAnswer, failure } from '../wire/answer.ts';
import { type EndpointName, parameter } from '../wire/call.ts';
import { isRestLiObject, readRestLi } from '../wire/rest-li-reader.ts';
import { acceptedDecoration, isProtocolTwo, languageOf, type Route, refusalFor, wholeNumber } from './route.ts';
import { readSearchQuery } from './search-query.ts';

const LARGEST_CONNECTIONS_PAGE = 100;
const LARGEST_SECTION_PAGE = 100;
export const LARGEST_SEARCH_PAGE = 50;
const LAST_START = 1_000_000;

const me: Route = (call, { network }) => documentAnswer(call, meDocument(network.viewer()));

const profile: Route = (call, context) => {
  const identity = parameter(call, 'memberIdentity');
  if (parameter(call, 'q') !== 'memberIdentity' || identity === undefined || identity.startsWith('urn:'))
    return failure(call, 400);
  const decoration = acceptedDecoration(call, context);
  if (decoration === undefined && call.query.has('decorationId')) return failure(call, 400);
  const form = formOf(decoration?.name);
  if (form === undefined) return failure(call, 400);
  const member = context.network.findMember(identity);
  if (member !== undefined) context.about(member);
  const refusal = refusalFor(call, member);
  if (member === undefined || refusal !== undefined) return refusal ?? failure(call, 404);
  return documentAnswer(call, restProfile({ network: context.network, member, language: languageOf(call) }, form));
};

const connections: Route = (call, context) => {
  const start = wholeNumber(parameter(call, 'start'), 0, LAST_START);
  const count = wholeNumber(parameter(call, 'count'), 10, LARGEST_CONNECTIONS_PAGE);
  if (parameter(call, 'q') !== 'search' || start === null || count === null) return failure(call, 400);
  const isDecorated = call.query.has('decorationId');
  if (isDecorated && acceptedDecoration(call, context)?.name !== 'ConnectionListWithProfile') return failure(call, 400);
  return documentAnswer(call, connectionsDocument(context.network, { start, count }, isDecorated));
};

const search: Route = (call, context) => {
  const start = wholeNumber(parameter(call, 'start'), 0, LAST_START);
  const count = wholeNumber(parameter(call, 'count'), 10, LARGEST_SEARCH_PAGE);
  const decoration = acceptedDecoration(call, context);
  const written = readRestLi(call.query.get('query') ?? '');
  if (parameter(call, 'q') !== 'all' || start === null || count === null || !isProtocolTwo(call)) return failure(call, 400);
  if (decoration?.name !== 'SearchClusterCollection' || !isRestLiObject(written)) return failure(call, 400);
  const asked = readSearchQuery(written);
  if (asked === undefined) return failure(call, 400);
  const row = decoration.number <= LAST_DECORATION_WITH_RESULTS ? 'results' : 'itemUnion';
  const form = { root: null, row } as const;
  const page = { start, count };
  if (asked.kind === 'companies') return documentAnswer(call, companySearchDocument(context.network, asked.keywords, page, form));
  const found = context.searchPeople(asked.query);
  return documentAnswer(call, searchDocument(context.network, found, page, languageOf(call), form));
};

/** The sections of a profile, at most a hundred rows at a time. */
const sections: Route = (call, context) => {
  const id = /^urn:li:fsd_profile:([\w-]+)$/.exec(parameter(call, 'profileUrn') ?? '')?.[1];
  const start = wholeNumber(parameter(call, 'start'), 0, LAST_START);
  const count = wholeNumber(parameter(call, 'count'), 10, LARGEST_SECTION_PAGE);
  const isAllowed = parameter(call, 'q') === 'viewee' && !call.query.has('decorationId');
  if (!isAllowed || id === undefined || start === null || count === null) return failure(call, 400);
  const member = context.network.findMember(id);
  if (member !== undefined) context.about(member);
  const refusal = refusalFor(call, member);
  if (member === undefined || refusal !== undefined) return refusal ?? failure(call, 404);
  return documentAnswer(call, typedSection(member, call.path, { start, count }));
};

const company: Route = (call, context) => {
  const name = parameter(call, 'universalName');
  if (parameter(call, 'q') !== 'universalName' || name === undefined) return failure(call, 400);
  if (call.query.has('decorationId') && acceptedDecoration(call, context)?.name !== 'WebFullCompanyMain')
    return failure(call, 400);
  const found = context.network.findCompany(name);
  return found === undefined ? failure(call, 404) : documentAnswer(call, companyDocument(context.network, found));
};

const typeahead: Route = (call, context) => {
  const type = parameter(call, 'type');
  const keywords = parameter(call, 'keywords');
  const query = call.query.get('query');
  if (parameter(call, 'q') !== 'type' || keywords === undefined) return failure(call, 400);
  if (acceptedDecoration(call, context)?.name !== 'ReusableTypeaheadCollection') return failure(call, 400);
  if (query !== undefined && (!isProtocolTwo(call) || readRestLi(query) === undefined)) return failure(call, 400);
  if (type === 'GEO') return documentAnswer(call, geoSuggestions(keywords, null));
  return type === 'COMPANY' ? documentAnswer(call, companySuggestions(context.network, keywords, null)) : failure(call, 400);
};

/** Routes that once worked, with the status each of them answers today. */
const retiredRoutes: readonly (readonly [path: RegExp, status: number])[] = [
  [/\/identity\/profiles\/[^/]+\/(?:profileView|profileContactInfo|networkinfo)$/, 410],
  [/\/identity\/dash\/profilePositionGroups$/, 400],
  [/\/search\/blended$/, 404],
  [/\/messaging\/conversations$/, 500],
];

const retired: Route = (call) => failure(call, retiredRoutes.find(([path]) => path.test(call.path))?.[1] ?? 404);

export const restRoutes: ReadonlyMap<EndpointName, Route> = new Map([
  ['me', me],
  ['profile', profile],
  ['connections', connections],
  ['search', search],
  ['sections', sections],
  ['company', company],
  ['typeahead', typeahead],
  ['retired', retired],
]);

function formOf(name: string | undefined): ProfileForm | undefined {
  return name === undefined ? 'Bare' : profileForms.find((form) => form === name);
}
