/**
 * The stand-in and the parser were written apart from each other: what one says in any dialect, the other
 * must read back whole.
 */
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { buildCardsUrl, buildComponentsPageUrl, buildComponentsUrl, buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import type { RestCandidate } from '@leadloom/shared/linkedin/catalogue';
import { type ProfileInput, parseProfile } from '@leadloom/shared/linkedin/parse/parse-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, NORMALIZED, readerHeaders } from './ask.ts';
import type { YearMonth } from './model/locales.ts';
import { fullName, type Member } from './model/member.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const MEMBERS = thoroughOr(60, 26);
const MAX_PAGES = 4;
const TOP_CARD = '/voyager/api/graphql?queryId=voyagerIdentityDashProfiles.a1a483e719b20537a256b6853cdca711';
const CONTACT = '/voyager/api/graphql?queryId=voyagerIdentityDashProfiles.c7452e58fa37646d09dae4920fc5b4b9';

let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 500 });
});
afterAll(() => standIn.close());

type Payload = ProfileInput['payloads'][number];

async function fetchSlot(slot: string, address: string, accept: string): Promise<Payload> {
  const { body } = await ask(standIn, address, { ...readerHeaders(standIn), accept });
  return { slot, content: body.toString('utf8') };
}

function firstOf<T>(candidates: readonly T[]): T {
  const [first] = candidates;
  if (first === undefined) throw new Error('the catalogue names nothing');
  return first;
}

const { profile, topCard, contact, components, componentsPage, cards } = defaultCatalogue;

const addresses = {
  finders: (member: Member) => {
    const of = (candidates: readonly RestCandidate[]) => buildProfileUrl(firstOf(candidates), member.slug);
    return { p1: of(profile), p2: of(topCard), p: of(contact) };
  },
  queries: (member: Member) => ({
    p1: `${TOP_CARD}&variables=(vanityName:${encodeURIComponent(member.slug)})`,
    p2: `${CONTACT}&variables=(memberIdentity:${member.id})`,
    c: buildCardsUrl(firstOf(cards), member.id),
    ex: buildComponentsUrl(firstOf(components), member.id, 'experience'),
    ed: buildComponentsUrl(firstOf(components), member.id, 'education'),
  }),
};

/** Reads a member as the collector does: the first answers, then page after page until nothing is missing. */
async function readMember(member: Member, way: keyof typeof addresses, accept: string) {
  const payloads: Payload[] = [];
  for (const [slot, address] of Object.entries(addresses[way](member))) payloads.push(await fetchSlot(slot, address, accept));
  let result = parseProfile({ identity: member.slug, payloads });
  for (let page = 0; page < MAX_PAGES && result.ok && result.nextPages.length > 0; page += 1) {
    for (const next of result.nextPages) {
      const slot = next.section === 'experience' ? 'ex' : 'ed';
      payloads.push(await fetchSlot(slot, buildComponentsPageUrl(firstOf(componentsPage), next.listUrn, next.start), accept));
    }
    result = parseProfile({ identity: member.slug, payloads });
  }
  return result;
}

const dayOf = (date: YearMonth | null) => (date === null ? null : `${date.year}-${String(date.month ?? 1).padStart(2, '0')}-01`);
const degrees = { self: 'self', 1: 'first', 2: 'second', 3: 'third', out: 'out_of_network' } as const;

function expectedOf(member: Member) {
  return {
    ok: true,
    profile: {
      profile_id: member.id,
      public_identifier: member.slug,
      full_name: fullName(member),
      headline: member.headline,
      description: member.summary,
      location: member.place.name,
      country: member.place.countryName,
      connection_count: member.connectionCount,
      follower_count: member.followerCount,
      connection_degree: degrees[member.distance],
      email: member.contact?.email ?? null,
      photo_url: member.photo === null ? null : expect.stringContaining(member.photo.assetId),
      experiences: member.groups.flatMap((group) =>
        group.roles.map((role) => ({
          title: role.title,
          company_name: group.employer.name,
          location: role.location,
          description: role.description,
          started_at: dayOf(role.start),
          ended_at: dayOf(role.end),
          is_current: role.start !== null && role.end === null,
        })),
      ),
      educations: member.schools.map((schooling) => ({ school_name: schooling.schoolName })),
    },
    sections: { profile: 'complete', counts: 'complete', experience: 'complete', education: 'complete' },
    missingExperiences: 0,
    nextPages: [],
  };
}

describe('the parser and the stand-in', () => {
  it.each([
    ['finders', NORMALIZED],
    ['queries', NORMALIZED],
    ['finders', 'application/json'],
    ['queries', 'application/json'],
  ] as const)('every member is read back completely through %s in %s', async (way, accept) => {
    let read = 0;
    for (let index = 0; index < MEMBERS; index += 1) {
      const member = standIn.control.member(index);
      if (member.access !== 'open') continue;
      expect(await readMember(member, way, accept)).toMatchObject(expectedOf(member));
      read += 1;
    }
    expect(read).toBeGreaterThan(MEMBERS * 0.8);
  });
});
