import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '@leadloom/server/sources/source-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { behaviours, LARGEST_ANSWER } from './hostile-upstream/behaviours.ts';
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream/start.ts';
import { someOf } from './some-of.ts';
import { createSourceCallers, type SourceCall, sourceCalls } from './source-callers.ts';
import { tell } from './testing/security.fixture.ts';

/** Of one request; in operation it is 20 s. */
const REQUEST_MS = 200;
/** Much more than a call with all its retries takes: beyond this, it hangs. */
const HANGS_MS = 30_000;
/** Of one call, with all its tries. */
const MOST_GROWTH_MB = 64;
/** Responses that may mean "nothing there" if they contain nothing else. */
const HARMLESS: ReadonlySet<string> = new Set(['JSON with names of prototypes']);

describe('a network that is hostile or broken', () => {
  let upstream: HostileUpstream;
  const signal = new AbortController().signal;
  const counts = {
    answers: 0,
    calls: 0,
    'requests they came to': 0,
    'errors that are none of ours': 0,
    hanging: 0,
    'MB of growth by one at most': 0,
  };

  beforeAll(async () => {
    upstream = await startHostileUpstream();
    // Code that is loaded once is no memory growth.
    for (const isOfToken of [true, false]) {
      await upstream.order({ behaviour: LARGEST_ANSWER, isOfToken });
      for (const [, ask] of sourceCalls())
        await ask(createSourceCallers({ origin: upstream.origin, timeoutMs: REQUEST_MS }), signal).catch(() => undefined);
    }
  });
  afterAll(async () => {
    tell('hostile networks (S24)', counts);
    await upstream.close();
  });

  async function outcomeOf(
    ask: SourceCall[1],
    callers = createSourceCallers({ origin: upstream.origin, timeoutMs: REQUEST_MS }),
  ) {
    counts.calls += 1;
    const before = process.memoryUsage.rss();
    let highest = before;
    const look = () => {
      highest = Math.max(highest, process.memoryUsage.rss());
    };
    const watch = setInterval(look, 5);
    const late = new AbortController();
    const outcome: unknown = await Promise.race([
      ask(callers, signal).then(
        () => 'an answer',
        (reason: unknown) => reason,
      ),
      sleep(HANGS_MS, 'hanging', { signal: late.signal }).catch(() => 'over'),
    ]);
    late.abort();
    clearInterval(watch);
    look();
    const growth = Math.round((highest - before) / 1024 / 1024);
    counts['MB of growth by one at most'] = Math.max(counts['MB of growth by one at most'], growth);
    expect(growth).toBeLessThan(MOST_GROWTH_MB);
    counts['requests they came to'] += callers.departures.length;
    if (outcome === 'hanging') counts.hanging += 1;
    else if (!(outcome instanceof SourceError)) counts['errors that are none of ours'] += outcome === 'an answer' ? 0 : 1;
    return outcome;
  }

  // Each behaviour is of one of the two answers by turns, which one function reads.
  describe.each([
    ['the token', 0],
    ['the data', 1],
  ] as const)('that answers for %s with', (place, turn) => {
    it.each(someOf([...behaviours.keys()], 2, turn))(
      '%s, is reported as a known fault and takes little memory',
      async (behaviour) => {
        counts.answers += 1;
        await upstream.order({ behaviour, isOfToken: place === 'the token' });
        for (const [name, ask] of sourceCalls()) {
          const outcome = await outcomeOf(ask);
          if (HARMLESS.has(behaviour) && outcome === 'an answer') continue;
          expect(outcome, `${name}: ${String(outcome)}`).toBeInstanceOf(SourceError);
        }
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      },
    );
  });

  describe.each(['a storm of 429', 'a storm of 503'])('%s', (behaviour) => {
    it.each([
      ['7', 7000],
      ['45', 45_000],
      ['Sun, 01 Mar 2026 12:00:30 GMT', null],
      ['86400', 86_400_000],
    ])('a pause of %s that the network asks for is respected', async (retryAfter, pause) => {
      await upstream.order({ behaviour, isOfToken: false, headers: { 'retry-after': retryAfter } });
      for (const [name, ask] of sourceCalls()) {
        const callers = createSourceCallers({ origin: upstream.origin });
        const error = await outcomeOf(ask, callers);
        if (!(error instanceof SourceError)) throw new Error(`${name}: ${String(error)}`);
        // The first is the token's, which is answered.
        const times = callers.departures.slice(1);
        expect(times.length, name).toBeLessThanOrEqual(7);
        const from = new Date('2026-03-01T12:00:30Z').getTime();
        for (const [index, time] of times.slice(1).entries()) {
          const least = pause === null ? from : (times[index] ?? 0) + pause;
          expect(time, `${name}, request ${index + 2}`).toBeGreaterThanOrEqual(least);
        }
        // The error says until when no request may be sent.
        if (pause !== null && pause > 60_000)
          expect(error.retryAt?.getTime(), name).toBeGreaterThanOrEqual((times[0] ?? 0) + Math.min(pause, 12 * 3_600_000));
      }
    });
  });
});
