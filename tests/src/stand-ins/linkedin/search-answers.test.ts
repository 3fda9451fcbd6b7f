import { type SearchParams, searchParamsSchema } from '@leadloom/shared/contract/linkedin';
import { buildCompanyUrl, buildConnectionsUrl, buildSearchUrl, buildTypeaheadUrl } from '@leadloom/shared/linkedin/build-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, readerHeaders } from './ask.ts';
import { fullName } from './model/member.ts';
import { at, includedOf, jsonOf, listAt, recordOf } from './read-answer.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const SEARCH = 'com.linkedin.voyager.dash.deco.search';
const registered = { kind: 'graphql', queryId: 'voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282' } as const;
const finder = { kind: 'rest', decorationId: `${SEARCH}.SearchClusterCollection-175` } as const;
const olderFinder = { kind: 'rest', decorationId: `${SEARCH}.SearchClusterCollection-92` } as const;
const BY_ALL = ['data', 'data', 'searchDashClustersByAll'] as const;

let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 30_000 });
});
afterAll(() => standIn.close());

const paramsOf = (params: Partial<SearchParams>) => searchParamsSchema.parse({ page: 1, peopleSearchQuery: '', ...params });
const plainHeaders = () => ({ ...readerHeaders(standIn), accept: 'application/json' });

/** The rows' addresses in the order of the clusters. */
function rowUrns(clusters: readonly unknown[], ...path: readonly string[]): readonly string[] {
  return clusters.flatMap((cluster) => listAt(cluster, 'items').map((item) => String(at(item, ...path))));
}

describe('people search', () => {
  it('rows are in clusters between other content, some repeated, and in another order under included', async () => {
    const answer = jsonOf(await ask(standIn, buildSearchUrl(registered, paramsOf({}))));
    const clusters = listAt(answer, ...BY_ALL, 'elements');
    expect(clusters).toHaveLength(4);
    const urns = rowUrns(clusters, 'item', '*entityResult');
    expect(urns).toHaveLength(12);
    expect(new Set(urns).size).toBe(10);
    const listed = includedOf(answer, 'EntityResultViewModel').map((row) => at(row, 'entityUrn'));
    expect(listed.toSorted()).toEqual([...new Set(urns)].toSorted());
    expect(listed).not.toEqual([...new Set(urns)]);
  });

  it('the total is larger than the thousand rows that are shown', async () => {
    const first = jsonOf(await ask(standIn, buildSearchUrl(registered, paramsOf({}))));
    expect(at(first, ...BY_ALL, 'paging', 'total')).toBe(1000);
    expect(at(first, ...BY_ALL, 'metadata', 'totalResultCount')).toBeGreaterThan(20_000);
    const last = jsonOf(await ask(standIn, buildSearchUrl(registered, paramsOf({ page: 100 }))));
    expect(rowUrns(listAt(last, ...BY_ALL, 'elements'), 'item', '*entityResult').length).toBeGreaterThan(0);
    const url = buildSearchUrl(registered, paramsOf({})).replace('start:0', 'start:1000');
    expect(rowUrns(listAt(jsonOf(await ask(standIn, url)), ...BY_ALL, 'elements'), 'item', '*entityResult')).toEqual([]);
  });

  it('members out of reach are hidden, in more than one language', async () => {
    const titles = new Set<unknown>();
    for (let page = 1; page <= 40; page += 1) {
      const answer = jsonOf(await ask(standIn, buildSearchUrl(registered, paramsOf({ page, connectionOrders: ['O'] }))));
      const hidden = includedOf(answer, 'EntityResultViewModel').filter(
        (row) => at(row, 'trackingUrn') === 'urn:li:member:headless',
      );
      for (const row of hidden) {
        titles.add(at(row, 'title', 'text'));
        expect(at(row, 'entityCustomTrackingInfo', 'memberDistance')).toBe('OUT_OF_NETWORK');
        expect(at(row, 'navigationUrl')).toMatch(/\/search\/results\/people\/headless\?/);
        expect(at(row, 'entityUrn')).not.toMatch(/ACoAA/);
      }
    }
    expect(titles).toEqual(new Set(['LinkedIn Member', 'LinkedIn Mitglied', 'LinkedInメンバー']));
  });

  it('company, location, industry and distance filter alike in both forms', async () => {
    const member = standIn.control.member(6);
    const params = paramsOf({
      currentCompanyIds: [String(member.groups[0]?.employer.company?.id)],
      locationIds: [String(member.place.countryId)],
      industryIds: [String(member.industry.id)],
      connectionOrders: ['F'],
    });
    const byQuery = jsonOf(await ask(standIn, buildSearchUrl(registered, params)));
    const byFinder = jsonOf(await ask(standIn, buildSearchUrl(finder, params)));
    const urns = rowUrns(listAt(byQuery, ...BY_ALL, 'elements'), 'item', '*entityResult');
    expect(urns.join()).toContain(member.id);
    expect(rowUrns(listAt(byFinder, 'data', 'elements'), 'itemUnion', '*entityResult')).toEqual(urns);
    const elsewhere = jsonOf(await ask(standIn, buildSearchUrl(registered, { ...params, locationIds: ['1'] })));
    expect(rowUrns(listAt(elsewhere, ...BY_ALL, 'elements'), 'item', '*entityResult')).toEqual([]);
  });

  it('words of names and headlines, past employers, and another member’s connections are found', async () => {
    const member = standIn.control.member(3);
    const urnsFor = async (params: Partial<SearchParams>) =>
      rowUrns(
        listAt(jsonOf(await ask(standIn, buildSearchUrl(registered, paramsOf(params)))), ...BY_ALL, 'elements'),
        'item',
        '*entityResult',
      );
    expect((await urnsFor({ peopleSearchQuery: `${fullName(member).toUpperCase()} ${member.headline}` })).join()).toContain(
      member.id,
    );
    expect(await urnsFor({ peopleSearchQuery: 'nobody is called this' })).toEqual([]);
    const past = standIn.control.member(7);
    expect(
      (await urnsFor({ pastCompanyIds: [String(past.groups[3]?.employer.company?.id)], connectionOrders: ['O'] })).join(),
    ).toContain(past.id);
    expect((await urnsFor({ connectionId: standIn.control.member(5).id })).length).toBeGreaterThan(0);
    expect(await urnsFor({ connectionId: 'ACoAAunknown' })).toEqual([]);
  });

  it('rows have the four known forms', async () => {
    const params = paramsOf({});
    const plainQuery = jsonOf(await ask(standIn, buildSearchUrl(registered, params), plainHeaders()));
    expect(
      at(plainQuery, 'data', 'searchDashClustersByAll', 'elements', 1, 'items', 0, 'item', 'entityResult', 'title', 'text'),
    ).toBeTypeOf('string');
    const plainFinder = jsonOf(await ask(standIn, buildSearchUrl(finder, params), plainHeaders()));
    expect(at(plainFinder, 'elements', 1, 'items', 0, 'itemUnion', 'entityResult', 'title', 'text')).toBeTypeOf('string');
    const older = jsonOf(await ask(standIn, buildSearchUrl(olderFinder, params)));
    expect(listAt(older, 'data', 'elements', 1, '*results')).toHaveLength(10);
  });

  it('a search for companies finds companies', async () => {
    const url = buildSearchUrl(registered, paramsOf({ peopleSearchQuery: 'energi' })).replace('List(PEOPLE)', 'List(COMPANIES)');
    const rows = includedOf(jsonOf(await ask(standIn, url)), 'EntityResultViewModel');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(at(row, 'trackingUrn')).toMatch(/^urn:li:company:\d+$/);
  });
});

describe('connections', () => {
  it('connections come newest first without a total, with a deleted account among them', async () => {
    const connections = {
      kind: 'rest',
      decorationId: 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
    } as const;
    const answer = jsonOf(await ask(standIn, buildConnectionsUrl(connections, 1)));
    expect(at(answer, 'data', 'paging')).toMatchObject({ start: 0, count: 40 });
    expect(at(answer, 'data', 'paging', 'total')).toBeUndefined();
    const records = listAt(answer, 'data', '*elements').map((urn) => recordOf(answer, urn));
    expect(records).toHaveLength(40);
    const times = records.map((record) => Number(at(record, 'createdAt')));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const resolved = records.map((record) => recordOf(answer, at(record, '*connectedMemberResolutionResult')));
    expect(resolved.some((profile) => profile === undefined)).toBe(true);
    expect(at(resolved[0], 'publicIdentifier')).toBe(standIn.control.member(0).slug);

    const beyond = jsonOf(await ask(standIn, buildConnectionsUrl(connections, 251)));
    expect(listAt(beyond, 'data', 'elements')).toEqual([]);
    const plain = jsonOf(await ask(standIn, buildConnectionsUrl(connections, 2), plainHeaders()));
    expect(at(plain, 'elements', 0, 'connectedMemberResolutionResult', 'publicIdentifier')).toBe(
      standIn.control.member(120).slug,
    );
  });

  it('connections without a decoration are bare addresses', async () => {
    const answer = jsonOf(
      await ask(standIn, '/voyager/api/relationships/dash/connections?q=search&sortType=RECENTLY_ADDED&start=0&count=5'),
    );
    const [first] = includedOf(answer, 'Connection');
    expect(at(first, 'connectedMember')).toMatch(/^urn:li:fsd_profile:ACoAA/);
    expect(at(first, '*connectedMemberResolutionResult')).toBeUndefined();
  });
});

describe('organizations and suggestions', () => {
  const candidate = { kind: 'rest', decorationId: 'com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12' } as const;

  it('a sister company is listed before the requested one', async () => {
    const company = standIn.control.company(3);
    const answer = jsonOf(await ask(standIn, buildCompanyUrl(candidate, company.universalName)));
    const record = recordOf(answer, listAt(answer, 'data', '*elements')[0]);
    expect(record).toMatchObject({ name: company.name, universalName: company.universalName, companyPageUrl: company.website });
    expect(at(includedOf(answer, 'Company')[0], 'name')).not.toBe(company.name);
    expect(at(recordOf(answer, at(record, '*followingInfo')), 'followerCount')).toBe(company.followerCount);
    const plain = jsonOf(await ask(standIn, buildCompanyUrl(candidate, String(company.id)), plainHeaders()));
    expect(at(plain, 'elements', 0, 'trackingInfo', 'objectUrn')).toBe(`urn:li:company:${company.id}`);
    expect((await ask(standIn, buildCompanyUrl(candidate, 'no-such-company'))).status).toBe(404);
  });

  it('a registered query answers a thin stub', async () => {
    const company = standIn.control.company(3);
    const url = `/voyager/api/graphql?variables=(universalName:${encodeURIComponent(company.universalName)})&queryId=voyagerOrganizationDashCompanies.3ffd865170edb9221ae387112762de30`;
    expect(at(includedOf(jsonOf(await ask(standIn, url)), 'Company')[0], 'name')).toBeUndefined();
  });

  it('locations and companies are suggested in both forms', async () => {
    const byFinder = { kind: 'rest', decorationId: `${SEARCH}.typeahead.ReusableTypeaheadCollection-27` } as const;
    const byQuery = { kind: 'graphql', queryId: 'voyagerSearchDashReusableTypeahead.57a4fa1dd92d3266ed968fdbab2d7bf5' } as const;
    const geo = jsonOf(await ask(standIn, buildTypeaheadUrl(byFinder, 'GEO', 'Bergen')));
    expect(at(geo, 'data', 'elements', 0, 'title', 'text')).toBe('Bergen, Vestland, Norway');
    expect(at(geo, 'data', 'elements', 0, 'trackingUrn')).toMatch(/^urn:li:geo:\d+$/);
    const companies = jsonOf(await ask(standIn, buildTypeaheadUrl(byQuery, 'COMPANY', 'Labs')));
    const rows = listAt(companies, 'data', 'data', 'searchDashReusableTypeaheadByType', 'elements');
    expect(rows.length).toBeGreaterThan(0);
    expect(at(rows[0], 'trackingUrn')).toMatch(/^urn:li:company:\d+$/);
    const plain = jsonOf(await ask(standIn, buildTypeaheadUrl(byFinder, 'GEO', 'norway'), plainHeaders()));
    expect(at(plain, 'elements', 0, 'target', 'geo', 'defaultLocalizedName')).toBe('Norway');
  });
});
