/** Whatever requests coincide, workers end, waits happen or clocks are set back: no 24 hours exceed the limits. */
import { buildSectionsUrl } from '@leadloom/shared/linkedin/build-url';
import { sectionResources } from '@leadloom/shared/linkedin/endpoint-grammar';
import { expect, it } from 'vitest';
import type { AllowanceRules } from '../state/allowance.ts';
import { createBackgroundParts, profileUrl } from '../testing/background-parts.ts';
import { createFakeLinkedIn, json } from '../testing/fake-linkedin.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEPS = 60;
const limits = { profiles: 9, searchPages: 4, lookups: 3 };
const HASH = '0123456789abcdef0123456789abcdef';
const api = 'https://www.linkedin.com/voyager/api';

type Draw = (below: number) => number;

const addresses: Readonly<Record<'slug' | 'id' | 'searchPages' | 'lookups' | 'free', (draw: Draw) => string>> = {
  slug: (draw) => profileUrl(`member-${draw(25)}`),
  // Cards or one of the sections: all are one member by id.
  id: (draw) => {
    const drawn = draw(25 * 10);
    const member = `ACoA${drawn % 25}`;
    const resource = sectionResources[Math.floor(drawn / 25)];
    return resource === undefined
      ? `${api}/graphql?variables=(profileUrn:urn%3Ali%3Afsd_profile%3A${member})&queryId=voyagerIdentityDashProfileCards.${HASH}`
      : buildSectionsUrl(resource, member, drawn, 100);
  },
  searchPages: (draw) =>
    `${api}/graphql?variables=(start:${draw(90)},query:(queryParameters:List((key:resultType,value:List(PEOPLE)))))&queryId=voyagerSearchDashClusters.${HASH}`,
  lookups: (draw) => `${api}/organization/companies?q=universalName&universalName=company-${draw(30)}`,
  free: () => `${api}/me`,
};
type Kind = keyof typeof addresses;
const kinds: readonly Kind[] = ['slug', 'id', 'searchPages', 'lookups', 'free'];
/** A request without a meter still counts as a request. */
const limitOf: Readonly<Record<Kind, number>> = { slug: 9, id: 9, searchPages: 4, lookups: 3, free: Number.POSITIVE_INFINITY };

interface Sent {
  readonly time: number;
  readonly kind: Kind;
  readonly url: string;
}

/** The same numbers for the same seed (mulberry32). */
function drawsOf(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The counted number of requests of one kind: each member once, everything else every time. */
function countOf(sent: readonly Sent[], kind: Kind): number {
  const ofKind = sent.filter((request) => request.kind === kind);
  return kind === 'slug' || kind === 'id'
    ? new Set(ofKind.map(({ url }) => /ACoA\d+/.exec(url)?.[0] ?? url)).size
    : ofKind.length;
}

it.each([1, 2, 3, 4, 5, 6])(
  'the limits hold for the sequence of events number %i',
  async (seed) => {
    const draw = drawsOf(seed);
    // With the one the number of all requests decides, with the other the meters.
    const isTight = seed % 2 === 0;
    const rules: AllowanceRules = { limits: { ...limits, requests: isTight ? 12 : 500 }, warmUpDays: 3 };
    const clock = createManualClock();
    const linkedIn = createFakeLinkedIn();
    /** True time: the machine's clock plus the time it was set back. */
    let turnedBack = 0;
    const sent: Sent[] = [];
    let first: number | undefined;
    const tooMany: string[] = [];
    let refused = 0;
    let isUsedUp = false;
    linkedIn.answer(() =>
      draw(5) === 0 ? Promise.reject(new TypeError('Failed to fetch')) : json('{}', draw(4) === 0 ? 404 : 200),
    );

    function note(url: string): Sent {
      const time = clock.now() + turnedBack;
      first ??= time;
      const kind = kinds.find((candidate) => isOfKind(url, candidate)) ?? 'slug';
      const request = { time, kind, url };
      sent.push(request);
      const window = sent.filter((request) => request.time > time - DAY);
      const day = Math.min(3, Math.floor((time - first) / DAY) + 1);
      const limit = Math.ceil((limitOf[kind] * day) / 3);
      if (countOf(window, kind) > limit) tooMany.push(`${countOf(window, kind)} of ${limit} ${kind} on day ${day}`);
      const requests = Math.ceil((rules.limits.requests * day) / 3);
      if (window.length > requests) tooMany.push(`${window.length} of ${requests} requests on day ${day}`);
      isUsedUp ||= window.length === requests;
      return request;
    }

    /** A worker that can be terminated: from then on it sends nothing to LinkedIn. */
    function startWorker() {
      const life = { isOver: false };
      const fetch: typeof globalThis.fetch = async (input, init) => {
        if (life.isOver) return new Promise<Response>(() => undefined);
        const request = note(String(input));
        return linkedIn.fetch(input, init).catch((error: unknown) => {
          // It reached nobody.
          sent.splice(sent.indexOf(request), 1);
          throw error;
        });
      };
      return { life, client: createBackgroundParts({ rules, clock, linkedIn: { ...linkedIn, fetch } }).client };
    }

    let worker = startWorker();
    for (let step = 0; step < STEPS; step++) {
      const kind = kinds[draw(kinds.length)] ?? 'slug';
      const wave = Array.from({ length: 1 + draw(8) }, () => {
        return worker.client.get(addresses[kind](draw), false).then((result) => {
          if (!result.ok && result.error.code === 'allowance_spent') refused += 1;
        });
      });
      const event = draw(6);
      // Ends anywhere between the decision and the answer.
      if (event === 0) {
        for (let turns = draw(40); turns > 0; turns--) await Promise.resolve();
        worker.life.isOver = true;
        worker = startWorker();
      } else {
        await Promise.all(wave);
      }
      if (event === 1) {
        const hours = draw(3 * HOUR);
        turnedBack += hours;
        clock.turnBack(hours);
      }
      await clock.advance(draw(event === 2 ? 10 * HOUR : HOUR));
    }
    expect(tooMany).toEqual([]);
    // Both sides of the limit were tested.
    expect(sent.length).toBeGreaterThan(isTight ? 5 : 10);
    expect(refused).toBeGreaterThan(20);
    expect(isUsedUp).toBe(isTight);
  },
  30_000,
);

function isOfKind(url: string, kind: Kind): boolean {
  const marks = {
    slug: 'memberIdentity',
    id: 'profileUrn',
    searchPages: 'SearchDashClusters',
    lookups: 'universalName',
    free: '/me',
  };
  return url.includes(marks[kind]);
}
