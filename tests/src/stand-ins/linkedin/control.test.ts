import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { searchParamsSchema } from '@leadloom/shared/contract/linkedin';
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
  SECTION_PAGE_SIZE,
} from '@leadloom/shared/linkedin/build-url';
import { sectionResources } from '@leadloom/shared/linkedin/endpoint-grammar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptedOf, defaultAccepted } from './accepted.ts';
import { ask, readerHeaders } from './ask.ts';
import { at, jsonOf } from './read-answer.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const ME = '/voyager/api/me';
let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 50 });
});
beforeEach(() => standIn.control.clear());
afterAll(() => standIn.close());

const profileAddress = (index: number) =>
  `/voyager/api/identity/dash/profiles?q=memberIdentity&memberIdentity=${standIn.control.member(index).id}`;
const command = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  ask(standIn, '/stand-in/control', headers, undefined, 'POST', typeof body === 'string' ? body : JSON.stringify(body));

describe('the recording', () => {
  it('the recording contains every request with its headers, status and subject', async () => {
    await ask(standIn, profileAddress(3), { ...readerHeaders(standIn), 'x-own': 'yes' });
    await ask(standIn, profileAddress(3));
    await ask(standIn, '/login', {});
    const [first, , page] = standIn.control.requests();
    expect(first).toMatchObject({
      method: 'GET',
      path: '/voyager/api/identity/dash/profiles',
      endpoint: 'profile',
      status: 200,
      memberIndex: 3,
    });
    expect(first?.query).toMatch(/^q=memberIdentity&/);
    expect(first?.headers).toMatchObject({ 'x-own': 'yes', 'csrf-token': expect.stringMatching(/^ajax:/) });
    expect(page).toMatchObject({ endpoint: 'page', memberIndex: null });
    expect([...standIn.control.countsByMember()]).toEqual([[3, 2]]);
    expect(standIn.control.requestCount()).toBe(3);
    standIn.control.clear();
    expect([standIn.control.requests(), standIn.control.requestCount(), standIn.control.countsByMember().size]).toEqual([
      [],
      0,
      0,
    ]);
  });

  it('the configured delays add up', async () => {
    standIn.control.setDelay({ me: 3 });
    await ask(standIn, ME);
    await ask(standIn, profileAddress(1));
    standIn.control.setDelay((_endpoint, requestNumber) => requestNumber);
    await ask(standIn, ME);
    standIn.control.setDelay(0);
    await ask(standIn, ME);
    expect(standIn.control.requests().map((request) => request.delayMs)).toEqual([3, 0, 3, 0]);
    expect(standIn.control.totalDelayMs()).toBe(6);
  });
});

describe('the control over HTTP', () => {
  it('the control over HTTP lists requests, signs in, changes settings and shows members', async () => {
    const session = jsonOf(await command({ action: 'sign-in', nonce: 'abc' }));
    expect(at(session, 'liAt')).toContain('AQEDabc.');
    await ask(standIn, ME);
    expect(jsonOf(await command({ action: 'requests' }))).toMatchObject({
      count: 1,
      requests: [{ endpoint: 'me', status: 200 }],
    });
    expect(at(jsonOf(await command({ action: 'member', index: 3 })), 'slug')).toBe(standIn.control.member(3).slug);
    expect((await command({ action: 'decorate-text', suffix: '<b>' })).status).toBe(200);
    expect(standIn.control.member(3).headline).toMatch(/<b>$/);
    await command({ action: 'decorate-text', suffix: null });
    await command({ action: 'retire', ids: ['voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282'] });
    expect(standIn.control.accepted().queryIds.size).toBe(defaultAccepted.queryIds.size - 1);
    standIn.control.accept(defaultAccepted);
  });

  it('the control refuses web pages, other content, other methods and unknown commands', async () => {
    expect(
      (await command({ action: 'clear' }, { 'content-type': 'application/json', origin: 'https://www.linkedin.com' })).status,
    ).toBe(403);
    expect((await command({ action: 'clear' }, { 'content-type': 'text/plain' })).status).toBe(403);
    expect((await ask(standIn, '/stand-in/control', { 'content-type': 'application/json' })).status).toBe(403);
    expect((await command({ action: 'format-disk' })).status).toBe(400);
    expect((await command('not json')).status).toBe(400);
    expect((await command({ action: 'fault', kind: 'gone', pattern: '(' })).status).toBe(400);
    expect((await command({ action: 'member', index: 50 })).status).toBe(400);
    expect((await command('x'.repeat(70_000))).status).toBe(413);
  });
});

describe('the lists of query ids and decorations', () => {
  it('the lists contain every query id and decoration of the server’s built-in catalogue', () => {
    const named = acceptedOf(defaultCatalogue);
    for (const id of named.queryIds) expect(defaultAccepted.queryIds).toContain(id);
    for (const id of named.decorations) expect(defaultAccepted.decorations).toContain(id);
    for (const id of named.listQueries) expect(defaultAccepted.listQueries).toContain(id);
  });

  it('every address that the collector can build gets an answer', async () => {
    const { id, slug } = standIn.control.member(0);
    const company = standIn.control.company(1).universalName;
    const params = searchParamsSchema.parse({ page: 1, peopleSearchQuery: 'head (of) “ops”, ’n’ more' });
    const { profile, topCard, contact, components, componentsPage, cards, connections, search, typeahead } = defaultCatalogue;
    const addresses = [
      ...[...profile, ...topCard, ...contact].map((candidate) => buildProfileUrl(candidate, slug)),
      ...components.map((candidate) => buildComponentsUrl(candidate, id, 'experience')),
      ...componentsPage.map((candidate) => buildComponentsPageUrl(candidate, experienceListUrn(id), 0)),
      ...sectionResources.map((resource) => buildSectionsUrl(resource, id, 0, SECTION_PAGE_SIZE)),
      ...cards.map((candidate) => buildCardsUrl(candidate, id)),
      ...connections.map((candidate) => buildConnectionsUrl(candidate, 1)),
      ...search.map((candidate) => buildSearchUrl(candidate, params)),
      ...defaultCatalogue.company.map((candidate) => buildCompanyUrl(candidate, company)),
      ...typeahead.map((candidate) => buildTypeaheadUrl(candidate, 'GEO', 'tromsø, (troms)')),
    ];
    for (const address of addresses) {
      const asked = await ask(standIn, address);
      expect([asked.status, address]).toEqual([200, address]);
      expect(at(jsonOf(asked), 'data', 'errors')).toBeUndefined();
    }
    expect(addresses.length).toBeGreaterThan(30);
  });
});

describe('closing', () => {
  it('closing ends answers that would take half a minute', async () => {
    const other = await startLinkedInStandIn({ memberCount: 5 });
    other.control.fault({ kind: 'slow' });
    const waiting = ask(other, ME);
    const ended = expect(waiting).rejects.toThrow();
    while (other.control.requestCount() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.close();
    await ended;
  });

  it('closing frees the port', async () => {
    const first = await startLinkedInStandIn({ memberCount: 5 });
    await expect(startLinkedInStandIn({ memberCount: 5, port: first.port })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
    const second = await startLinkedInStandIn({ memberCount: 5, port: first.port });
    expect(second.port).toBe(first.port);
    await second.close();
  });
});
