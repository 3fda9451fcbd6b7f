/**
 * Addresses of LinkedIn itself that are none of the extension's business. Nothing but the allow-list
 * stops them: the browser would send them, with the member's session.
 */
const LINKEDIN = 'https://www.linkedin.com';
const API = `${LINKEDIN}/voyager/api`;
const HASH = '0123456789abcdef0123456789abcdef';
const COMPONENTS = `voyagerIdentityDashProfileComponents.${HASH}`;
const PROFILE_URN = 'urn%3Ali%3Afsd_profile%3AACoAAexample1';
const SEARCH = `voyagerSearchDashClusters.${HASH}`;
const CLUSTERS = 'com.linkedin.voyager.dash.deco.search.SearchClusterCollection-175';
const PROFILE = 'com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-93';

const pages = [
  '/psettings/',
  '/psettings/account',
  '/mypreferences/d/close-account',
  '/uas/logout',
  '/m/logout/',
  '/uas/login',
  '/checkpoint/lg/logout',
  '/feed/',
  '/in/somebody/',
  '/messaging/',
  '/li/track',
  '/li/tscp/sct',
  '/sales-api/salesApiProfiles',
  '/talent/api/me',
  '/campaignmanager/accounts',
  '/recruiter/api/me',
  '/payments/receipts',
  '/voyager/voyager/api/me',
];

const resources = [
  '/messaging/conversations',
  '/messaging/conversations?action=create',
  '/voyagerMessagingGraphQL/graphql?queryId=messengerConversations.0123456789abcdef0123456789abcdef&variables=()',
  '/voyagerMessagingDashMessengerMessages?action=createMessage',
  '/relationships/invitations',
  '/relationships/sentInvitationViewsV2',
  '/voyagerRelationshipsDashMemberRelationships?action=verifyQuotaAndCreateV2',
  '/growth/normInvitations',
  '/identity/profiles/me',
  '/identity/profiles/somebody/profileContactInfo',
  '/identity/dash/profiles/me',
  '/identity/dash/profilePositions',
  '/identity/dash/notificationCards',
  '/identity/wvmpCards',
  '/feed/updatesV2',
  '/contentcreation/normShares',
  '/voyagerJobsDashJobCards',
  '/payments/receipts',
  '/mux',
  '/me/settings',
  '/me2',
  '/graphqlx?queryId=1',
];

const profiles = [
  '?q=memberIdentity',
  '?memberIdentity=somebody',
  '?q=viewer&memberIdentity=somebody',
  '?q=memberIdentity&memberIdentity=',
  '?q=memberIdentity&memberIdentity=urn%3Ali%3Afsd_profile%3AACoAA',
  '?q=memberIdentity&memberIdentity=a&memberIdentity=b',
  '?q=memberIdentity&memberIdentity=a%2f..%2fb',
  '?q=memberIdentity&memberIdentity=some body',
  '?q=memberIdentity&memberIdentity=a&decorationId=anything',
  '?q=memberIdentity&memberIdentity=a&decorationId=com.linkedin.voyager.dash.deco.messaging.Conversation-5',
  `?q=memberIdentity&memberIdentity=a&decorationId=${PROFILE}&decorationId=${PROFILE}`,
  `?q=memberIdentity&memberIdentity=a&decorationId=${PROFILE}&action=delete`,
  `?q=memberIdentity&memberIdentity=a&fields=emailAddress`,
  '?Q=memberIdentity&memberIdentity=a',
  '?q=memberIdentity&memberIdentity=a&',
  '?q=memberIdentity&&memberIdentity=a',
  '?q=memberIdentity;memberIdentity=a',
  '?&q=memberIdentity&memberIdentity=a',
  '??q=memberIdentity&memberIdentity=a',
  `?q=memberIdentity&memberIdentity=${'a'.repeat(101)}`,
  '?q=memberIdentity&memberIdentity=a+b',
  '?q=memberIdentity&memberIdentity=%zz',
  '?q=memberIdentity&memberIdentity=a&__proto__=1',
  '?q=memberIdentity&memberIdentity=a&constructor=1',
];

const queries = [
  '',
  '?queryId=',
  '?variables=()',
  `?queryId=${COMPONENTS}`,
  `?queryId=messengerConversations.${HASH}&variables=(mailboxUrn:${PROFILE_URN})`,
  `?queryId=voyagerMessagingDashMessengerConversations.${HASH}&variables=()`,
  `?queryId=voyagerFeedDashMainFeed.${HASH}&variables=(count:10)`,
  `?queryId=voyagerRelationshipsDashInvitationViews.${HASH}&variables=()`,
  `?queryId=voyagerIdentityDashProfileComponents&variables=(profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=${COMPONENTS}0&variables=(profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=${COMPONENTS.toUpperCase()}&variables=(profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=x${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=${COMPONENTS}&queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience)&variables=()`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:interests)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience,extra:1)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},profileUrn:${PROFILE_URN},sectionType:experience)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:urn%3Ali%3Afsd_company%3A1,sectionType:experience)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience,__proto__:1)`,
  `?queryId=${COMPONENTS}&variables=(pagedListComponent:urn%3Ali%3Afsd_messaging%3A1)`,
  `?queryId=${COMPONENTS}&variables=(pagedListComponent:urn%3Ali%3Afsd_profilePagedListComponent%3A%28${'x'.repeat(401)}%29)`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience)&action=x`,
  `?queryId=${COMPONENTS}&variables=(profileUrn:${PROFILE_URN},sectionType:experience`,
  `?queryId=${COMPONENTS}&variables=%28profileUrn%3Ax%29`,
  `?queryId=${SEARCH}&variables=(query:(queryParameters:List((key:resultType,value:List(CONTENT)))))`,
  `?queryId=${SEARCH}&variables=(query:(queryParameters:List((key:resultType,value:List(JOBS)))))`,
  `?queryId=${SEARCH}&variables=(query:(queryParameters:List((key:savedSearchId,value:List(1)))))`,
  `?queryId=${SEARCH}&variables=(count:1000,query:(queryParameters:List()))`,
  `?queryId=${SEARCH}&variables=(query:(queryParameters:List(${Array(80).fill('(key:network,value:List(F))').join(',')})))`,
  `?queryId=voyagerOrganizationDashCompanies.${HASH}&variables=(companyUrns:List(1))`,
  `?queryId=${COMPONENTS}&variables=${'('.repeat(2_000)}${')'.repeat(2_000)}`,
];

const finders = [
  '/search/dash/clusters?q=all',
  `/search/dash/clusters?decorationId=${CLUSTERS}&q=all&query=(queryParameters:(resultType:List(CONTENT)))`,
  `/search/dash/clusters?decorationId=${CLUSTERS}&q=blended&query=(queryParameters:(resultType:List(PEOPLE)))`,
  `/search/dash/clusters?decorationId=${CLUSTERS}&q=all&query=(queryParameters:(resultType:List(PEOPLE)))&count=1000`,
  `/search/dash/clusters?decorationId=${CLUSTERS}&q=all&query=(queryParameters:(resultType:List(PEOPLE)))&start=-1`,
  '/relationships/dash/connections?q=search',
  '/relationships/dash/connections?q=viewer&decorationId=com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
  '/organization/companies?q=universalName&universalName=a/b',
  '/organization/companies?q=viewerPermissions&universalName=a',
  '/voyagerSearchDashReusableTypeahead?q=type&type=CONNECTIONS&keywords=a',
];

export const offListAddresses: readonly string[] = [
  ...pages.map((path) => LINKEDIN + path),
  ...resources.map((path) => API + path),
  ...profiles.map((query) => `${API}/identity/dash/profiles${query}`),
  ...queries.map((query) => `${API}/graphql${query}`),
  ...finders.map((path) => API + path),
];
