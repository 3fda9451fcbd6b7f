import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { profileSchema } from '../../contract/collected-profiles.ts';
import {
  cardsAnswer,
  educationAnswer,
  english,
  experienceAnswer,
  experiencePageAnswer,
  german,
  plainExperienceAnswer,
} from './fixtures/component-answers.ts';
import { ilka, memberWithGroups, stranger, viewer } from './fixtures/fictional-member.ts';
import {
  companyAnswer,
  connectionsAnswer,
  hits,
  meAnswer,
  personRow,
  plainConnectionsAnswer,
  searchForms,
  typeaheadAnswer,
} from './fixtures/page-answers.ts';
import { contactAnswer, plainProfileAnswer, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';
import { mergeProfile } from './merge-profile.ts';
import { parseCompany } from './parse-company.ts';
import { parseComponentsPage } from './parse-components-page.ts';
import { parseConnections } from './parse-connections.ts';
import { parseContact } from './parse-contact.ts';
import { parseMe } from './parse-me.ts';
import { parseProfile } from './parse-profile.ts';
import { parseSearch } from './parse-search.ts';
import { parseTypeahead } from './parse-typeahead.ts';
import { sectionNames } from './parsed-profile.ts';

const many = memberWithGroups(12, 2);
const answers: readonly unknown[] = [
  profileAnswer(ilka),
  profileAnswer(many),
  plainProfileAnswer(ilka),
  topCardAnswer(ilka),
  contactAnswer(ilka),
  experienceAnswer(ilka),
  experienceAnswer(ilka, german),
  experiencePageAnswer(many, 5, 5, english),
  plainExperienceAnswer(ilka),
  educationAnswer(ilka),
  cardsAnswer(ilka),
  ...Object.values(searchForms).map((form) => form(hits.map(personRow))),
  connectionsAnswer(hits),
  plainConnectionsAnswer(hits),
  companyAnswer(),
  typeaheadAnswer(),
  meAnswer(),
];

/** Names and values with a meaning for a parser or a language. */
const interesting = fc.constantFrom<unknown>(
  null,
  '',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  '__proto__',
  'urn:li:fsd_profile:',
  `urn:li:fsd_profile:${ilka.id}`,
  `urn:li:fsd_profile:${stranger.id}`,
  'urn:li:collectionResponse:groups',
  viewer.slug,
  ilka.slug,
  ['urn:li:collectionResponse:groups'],
  { '*elements': ['urn:li:collectionResponse:groups'] },
  { entityUrn: `urn:li:fsd_profile:${ilka.id}` },
  { text: { text: { text: {} } } },
  { paging: { total: 99, count: 10, start: -5 } },
  'x'.repeat(3_000),
);

/** A valid response with some values replaced, removed or moved, at any depth. */
const mutated = fc
  .tuple(
    fc.constantFrom(...answers),
    fc.array(fc.tuple(fc.nat(), fc.oneof(interesting, fc.jsonValue())), { minLength: 1, maxLength: 6 }),
  )
  .map(([answer, changes]) => {
    const copy: unknown = structuredClone(answer);
    for (const [choice, value] of changes) replaceOne(copy, choice, structuredClone(value));
    return copy;
  });

const content = fc.oneof(
  { weight: 6, arbitrary: mutated },
  { weight: 2, arbitrary: mutated.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.tuple(mutated, fc.nat()).map(([value, at]) => JSON.stringify(value).slice(0, at)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }) },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.string() },
);
const slot = fc.constantFrom('p1', 'p2', 'p', 'ex', 'ed', 'c', 'i', '__proto__', '');
const identity = fc.constantFrom(ilka.slug, ilka.id, viewer.slug, stranger.id, 'nobody', '', '__proto__');
const payloads = fc.array(fc.record({ slot, content }), { maxLength: 4 });
const rounds = { numRuns: 400 };

describe('parsing whatever arrives', () => {
  it('parsing never throws, and reports only the requested member', () => {
    fc.assert(
      fc.property(identity, payloads, (asked, given) => {
        const result = parseProfile({ identity: asked, payloads: given });
        if (!result.ok) return ['unreadable', 'other_member'].includes(result.reason);
        const { profile_id, public_identifier } = result.profile;
        return profile_id.toLowerCase() === asked.toLowerCase() || public_identifier?.toLowerCase() === asked;
      }),
      rounds,
    );
  });

  it('reports always have the shape of the contract', () => {
    const shape = z.pick(profileSchema, {
      photo_url: true,
      headline: true,
      connection_count: true,
      follower_count: true,
      experiences: true,
      educations: true,
      sections: true,
    });
    fc.assert(
      fc.property(payloads, (given) => {
        const result = parseProfile({ identity: ilka.id, payloads: [...given, { slot: 'p1', content: profileAnswer(ilka) }] });
        if (!result.ok) return true;
        expect(shape.safeParse({ ...result.profile, sections: result.sections }).error).toBeUndefined();
        expect(Object.keys(result.sections)).toEqual([...sectionNames]);
        return JSON.stringify(result).isWellFormed();
      }),
      rounds,
    );
  });

  it('no known name, location or role is lost to an incomplete answer', () => {
    const known = parseProfile({ identity: ilka.id, payloads: [{ slot: 'p1', content: profileAnswer(ilka) }] });
    fc.assert(
      fc.property(payloads, (given) => {
        const fresh = parseProfile({ identity: ilka.id, payloads: given });
        if (!known.ok || !fresh.ok) return known.ok;
        const { profile } = mergeProfile(known, fresh);
        const lost = [profile.full_name, profile.headline, profile.location, profile.profile_url].includes(null);
        const isRetained =
          fresh.sections.experience === 'complete' || profile.experiences.length >= known.profile.experiences.length;
        return !lost && isRetained;
      }),
      rounds,
    );
  });

  it('the page parsers never throw', () => {
    const parsers: readonly ((given: unknown) => { readonly ok: boolean })[] = [
      parseConnections,
      parseSearch,
      parseTypeahead,
      parseMe,
      (given) => parseCompany({ identity: 'quillhaven-robotics', content: given }),
      (given) => parseCompany({ identity: null, content: given }),
      (given) => parseContact({ identity: ilka.slug, content: given }),
      (given) => parseComponentsPage({ profileId: ilka.id, section: 'experience', content: given }),
      (given) => parseComponentsPage({ profileId: ilka.id, section: 'education', content: given }),
    ];
    fc.assert(
      fc.property(content, (given) => parsers.every((parser) => typeof parser(given).ok === 'boolean')),
      rounds,
    );
  });

  it('the prototypes of the language are unchanged', () => {
    const hostile =
      '{"elements":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"entityUrn":"urn:li:fsd_profile:ACoAA1"}]}';
    parseProfile({
      identity: 'ACoAA1',
      payloads: [
        { slot: '__proto__', content: hostile },
        { slot: 'constructor', content: JSON.parse(hostile) },
      ],
    });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

/** Replaces the n-th value of a JSON value, counted over all depths; the root stays. */
function replaceOne(root: unknown, choice: number, value: unknown): void {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const open: unknown[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (!isRecord(holder)) continue;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      open.push(holder[key]);
    }
  }
  const place = places[choice % Math.max(places.length, 1)];
  if (place === undefined) return;
  if (choice % 5 === 0) delete place.holder[place.key];
  else place.holder[place.key] = value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
