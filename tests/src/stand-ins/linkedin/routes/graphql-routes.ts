/** Registered queries: an id for the question, Rest.li variables, one root field in the answer. */
import { contactQueries, stubQueries } from '../accepted.ts';
import { cardsDocument } from '../documents/cards.ts';
import { listPageDocument, readListAddress, SECTION_PAGE_SIZE, sectionDocument, sectionNames } from '../documents/components.ts';
import { companySuggestions, geoSuggestions, thinCompanyDocument } from '../documents/organizations.ts';
import { graphqlContact, graphqlStub, graphqlTopCard, type MemberRequest } from '../documents/profile.ts';
import { companySearchDocument, searchDocument } from '../documents/search-clusters.ts';
import type { Member } from '../model/member.ts';
import { type Answer, asksForNormalized, documentAnswer, failure, graphqlErrors, nullRoot } from '../wire/answer.ts';
import { type Call, type EndpointName, parameter } from '../wire/call.ts';
import { isRestLiObject, type RestLiObject, readRestLi, textField } from '../wire/rest-li-reader.ts';
import { LARGEST_SEARCH_PAGE } from './rest-routes.ts';
import { isProtocolTwo, languageOf, type Route, type RouteContext, refusalFor, wholeNumber } from './route.ts';
import { readSearchQuery } from './search-query.ts';

interface Query {
  readonly call: Call;
  readonly id: string;
  readonly variables: RestLiObject;
  readonly context: RouteContext;
}
type Resolver = (query: Query) => Answer;

/** The root fields, by what was asked. */
export const roots = {
  byIdentity: 'identityDashProfilesByMemberIdentity',
  byUrn: 'identityDashProfilesById',
  cards: 'identityDashProfileCardsByInitialCards',
  section: 'identityDashProfileComponentsBySectionType',
  list: 'identityDashProfileComponentsByPagedListComponent',
  search: 'searchDashClustersByAll',
  typeahead: 'searchDashReusableTypeaheadByType',
  companies: 'organizationDashCompaniesByUniversalName',
} as const;

const profiles: Resolver = ({ call, id, variables, context }) => {
  const urn = textField(variables, 'profileUrn');
  const identity = textField(variables, 'vanityName') ?? textField(variables, 'memberIdentity');
  if (urn === undefined && identity === undefined) return missing(call, 'memberIdentity');
  if (identity?.startsWith('urn:')) return failure(call, 400);
  const member = urn === undefined ? context.network.findMember(identity ?? '') : memberOfUrn(context, urn);
  if (member !== undefined) context.about(member);
  const refusal = refusalFor(call, member);
  if (member === undefined || refusal !== undefined) return refusal ?? failure(call, 404);
  const asked = memberRequestOf(call, context, member);
  const root = urn === undefined ? roots.byIdentity : roots.byUrn;
  if (contactQueries.has(id)) return documentAnswer(call, graphqlContact(asked, root));
  if (stubQueries.has(id)) return documentAnswer(call, graphqlStub(asked, root));
  return documentAnswer(call, graphqlTopCard(asked, root, urn !== undefined));
};

const cards: Resolver = ({ call, variables, context }) => {
  const urn = textField(variables, 'profileUrn');
  if (urn === undefined) return missing(call, 'profileUrn');
  const member = openMember(context, memberOfUrn(context, urn));
  return member === undefined
    ? nullRoot(call, roots.cards)
    : documentAnswer(call, cardsDocument(memberRequestOf(call, context, member), roots.cards));
};

const components: Resolver = (query) => {
  return query.context.accepted().listQueries.has(query.id) ? listPage(query) : section(query);
};

const section: Resolver = ({ call, variables, context }) => {
  const urn = textField(variables, 'profileUrn');
  if (urn === undefined) return missing(call, 'profileUrn');
  const sectionType = textField(variables, 'sectionType');
  if (sectionType === undefined) return missing(call, 'sectionType');
  const name = sectionNames.find((known) => known === sectionType);
  const member = openMember(context, memberOfUrn(context, urn));
  const count = wholeNumber(textField(variables, 'count'), SECTION_PAGE_SIZE, LARGEST_SEARCH_PAGE);
  if (name === undefined || member === undefined || count === null) return nullRoot(call, roots.section);
  const asked = { ...memberRequestOf(call, context, member), language: textField(variables, 'locale') ?? languageOf(call) };
  return documentAnswer(call, sectionDocument(asked, roots.section, name, count));
};

const listPage: Resolver = ({ call, variables, context }) => {
  const urn = textField(variables, 'pagedListComponent');
  if (urn === undefined) return missing(call, 'pagedListComponent');
  const list = readListAddress(urn);
  const start = wholeNumber(textField(variables, 'start'), 0, 1_000_000);
  const count = wholeNumber(textField(variables, 'count'), 10, LARGEST_SEARCH_PAGE);
  if (start === null || count === null) return graphqlErrors(call, "Variable 'start' has an invalid value");
  const member = list === undefined ? undefined : openMember(context, context.network.findMember(list.memberId));
  if (list === undefined || member === undefined) return nullRoot(call, roots.list);
  const page = listPageDocument(memberRequestOf(call, context, member), roots.list, list, { start, count });
  return page === undefined ? nullRoot(call, roots.list) : documentAnswer(call, page);
};

const search: Resolver = ({ call, variables, context }) => {
  const query = variables.fields.get('query');
  const start = wholeNumber(textField(variables, 'start'), 0, 1_000_000);
  const count = wholeNumber(textField(variables, 'count'), 10, LARGEST_SEARCH_PAGE);
  if (!isRestLiObject(query) || start === null || count === null) return missing(call, 'query');
  const asked = readSearchQuery(query);
  if (asked === undefined) return graphqlErrors(call, "Variable 'query' has an invalid value");
  const form = { root: roots.search, row: 'item' } as const;
  const page = { start, count };
  if (asked.kind === 'companies') return documentAnswer(call, companySearchDocument(context.network, asked.keywords, page, form));
  return documentAnswer(call, searchDocument(context.network, context.searchPeople(asked.query), page, languageOf(call), form));
};

const typeahead: Resolver = ({ call, variables, context }) => {
  const keywords = textField(variables, 'keywords');
  if (keywords === undefined) return missing(call, 'keywords');
  const type = textField(variables, 'type');
  if (type === 'GEO') return documentAnswer(call, geoSuggestions(keywords, roots.typeahead));
  if (type === 'COMPANY') return documentAnswer(call, companySuggestions(context.network, keywords, roots.typeahead));
  return missing(call, 'type');
};

const companies: Resolver = ({ call, variables, context }) => {
  const name = textField(variables, 'universalName');
  if (name === undefined) return missing(call, 'universalName');
  const found = context.network.findCompany(name);
  return found === undefined
    ? nullRoot(call, roots.companies)
    : documentAnswer(call, thinCompanyDocument(found, roots.companies));
};

const resolvers: readonly (readonly [EndpointName, Resolver])[] = [
  ['graphql/profiles', profiles],
  ['graphql/cards', cards],
  ['graphql/components', components],
  ['graphql/search', search],
  ['graphql/typeahead', typeahead],
  ['graphql/companies', companies],
  ['graphql/unknown', ({ call }) => failure(call, 400)],
];

/** The null answer of each query, for a fault that withholds a section without a word. */
export function rootOf(call: Call): string | undefined {
  switch (call.endpoint) {
    case 'graphql/profiles':
      return call.query.get('variables')?.includes('profileUrn:') ? roots.byUrn : roots.byIdentity;
    case 'graphql/cards':
      return roots.cards;
    case 'graphql/components':
      return call.query.get('variables')?.includes('pagedListComponent:') ? roots.list : roots.section;
    case 'graphql/search':
      return roots.search;
    case 'graphql/typeahead':
      return roots.typeahead;
    case 'graphql/companies':
      return roots.companies;
    default:
      return undefined;
  }
}

export const graphqlRoutes: ReadonlyMap<EndpointName, Route> = new Map(
  resolvers.map(([endpoint, resolve]): [EndpointName, Route] => [
    endpoint,
    (call, context) => resolveQuery(call, context, resolve),
  ]),
);

function resolveQuery(call: Call, context: RouteContext, resolve: Resolver): Answer {
  const id = parameter(call, 'queryId');
  const variables = readRestLi(call.query.get('variables') ?? '');
  if (id === undefined || !context.accepted().queryIds.has(id)) return failure(call, 400);
  if (!isRestLiObject(variables) || !isProtocolTwo(call)) return failure(call, 400);
  if (context.accepted().plainOnly.has(id) && asksForNormalized(call)) return failure(call, 500);
  return resolve({ call, id, variables, context });
}

function missing(call: Call, name: string): Answer {
  return graphqlErrors(call, `Variable '${name}' has coerced Null value for NonNull type 'String!'`);
}

function memberOfUrn(context: RouteContext, urn: string): Member | undefined {
  const id = /^urn:li:fsd_profile:([\w-]+)$/.exec(urn)?.[1];
  return id === undefined ? undefined : context.network.findMember(id);
}

/** Sections of a profile that cannot be seen are simply not there. */
function openMember(context: RouteContext, member: Member | undefined): Member | undefined {
  if (member !== undefined) context.about(member);
  return member?.access === 'open' ? member : undefined;
}

function memberRequestOf(call: Call, context: RouteContext, member: Member): MemberRequest {
  return { network: context.network, member, language: languageOf(call) };
}
