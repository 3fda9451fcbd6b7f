import { type CheckedEndpoint, checkedEndpoints, checkLineSchema } from '@leadloom/shared/contract/catalogue-checks';
import { type Catalogue, idOf } from '@leadloom/shared/linkedin/catalogue';
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { checkAnswers } from '@leadloom/shared/testing/linkedin-check.fixture';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../download/clock.ts';
import type { Fetched } from '../download/linkedin-reader.ts';
import { createRunControl } from '../download/run-control.ts';
import { testCatalogue } from '../testing/download.fixture.ts';
import { writeReport } from './explain-check.ts';
import { CHECK_LIMIT_MS, CHECK_PAUSE_MS, type CheckedLine, linesOf, linesToReport, runCheck } from './run-check.ts';

const SEARCH = 'com.linkedin.voyager.dash.deco.search';
const first = { kind: 'graphql', queryId: `voyagerSearchDashClusters.${'1'.repeat(32)}`, capturedAt: '2026-09-08' } as const;
const second = { kind: 'graphql', queryId: `voyagerSearchDashClusters.${'2'.repeat(32)}` } as const;
const third = { kind: 'rest', decorationId: `${SEARCH}.SearchClusterCollection-175` } as const;
const catalogue: Catalogue = { ...testCatalogue, search: [first, second, third] };

/** Which line an address belongs to. */
function lineOf(url: string): CheckedEndpoint {
  if (url.endsWith('/voyager/api/me')) return 'me';
  if (url.includes('/profilePositions?')) return 'sections';
  if (url.includes('/connections?')) return 'connections';
  if (url.includes('SearchCluster') || url.includes('SearchDashClusters')) return 'search';
  if (url.includes('/companies?')) return 'company';
  if (url.includes('Typeahead')) return 'typeahead';
  if (url.includes('FullProfileWithEntities')) return 'profile';
  if (url.includes('TopCard')) return 'topCard';
  if (url.includes('ContactInfo')) return 'contact';
  if (url.includes('pagedListComponent:')) return 'componentsPage';
  return url.includes('ProfileComponents') ? 'components' : 'cards';
}

const body = (answer: unknown): Fetched => ({ ok: true, body: typeof answer === 'string' ? answer : JSON.stringify(answer) });
const understood = (url: string): Fetched => body(checkAnswers[lineOf(url)].understood);
type Answering = (endpoint: CheckedEndpoint, url: string) => Fetched | Promise<Fetched> | undefined;

/** Time passes only while the check waits, and each answer takes a second. */
function setUp(answering: Answering = () => undefined, { canReadSections = true, isStopped = false } = {}) {
  const asked: { endpoint: CheckedEndpoint; url: string; at: number }[] = [];
  const lines: CheckedLine[] = [];
  const control = createRunControl();
  if (isStopped) control.stop({ reason: 'user', continueAt: null });
  let now = 1_000_000;
  const timers = new Set<{ at: number; end: () => void }>();
  const pass = (until: number): void => {
    now = until;
    for (const timer of timers) if (timer.at <= now) timer.end();
  };
  const clock: Clock = {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = { at: now + milliseconds, end: resolve };
        timers.add(timer);
        signal.addEventListener('abort', () => resolve());
        // The long wait is passed by the short ones.
        if (milliseconds < CHECK_LIMIT_MS) pass(timer.at);
      }),
  };
  const run = runCheck({
    ...{ catalogue, canReadSections, clock, control },
    onAsking: () => undefined,
    onLine: (line) => void lines.push(line),
    send: async (url) => {
      const endpoint = lineOf(url);
      asked.push({ endpoint, url, at: now });
      const answer = answering(endpoint, url) ?? understood(url);
      pass(now + 1_000);
      return answer;
    },
  });
  const line = (endpoint: CheckedEndpoint) => lines.find((checked) => checked.endpoint === endpoint);
  return { asked, lines, control, run, line, pass: (milliseconds: number) => pass(now + milliseconds) };
}
const refusal = (code: 'stale_endpoint' | 'forbidden' | 'not_found' | 'upstream_error', status?: number): Fetched => ({
  ok: false,
  error: { code, ...(status === undefined ? {} : { status }) },
});

describe('a check', () => {
  it('asks twelve lines in order, five seconds apart, and a search in both ways', async () => {
    const check = setUp();
    expect(await check.run).toBeNull();
    expect(check.lines.map(({ endpoint, state }) => [endpoint, state])).toEqual(
      checkedEndpoints.map((endpoint) => [endpoint, 'understood']),
    );
    expect(check.asked.map(({ endpoint }) => endpoint)).toEqual(
      checkedEndpoints.flatMap((endpoint) => (endpoint === 'search' ? ['search', 'search'] : [endpoint])),
    );
    const waits = check.asked.slice(1).map(({ at }, index) => at - (check.asked[index]?.at ?? 0));
    expect(new Set(waits)).toEqual(new Set([CHECK_PAUSE_MS]));
  });

  describe.each(checkedEndpoints)('the line %s', (endpoint) => {
    const different = Object.entries(checkAnswers[endpoint].different)[0];

    it('says what was missing of an answer that is different', async () => {
      const check = setUp((asked) => (asked === endpoint ? body(different?.[1]) : undefined));
      await check.run;
      expect(check.line(endpoint)?.state).toBe('different');
      expect(check.line(endpoint)?.attempts[0]?.missing).toBe(different?.[0]);
    });

    it('says the status of a refusal, and goes on', async () => {
      const check = setUp((asked) => (asked === endpoint ? refusal('stale_endpoint', 410) : undefined));
      expect(await check.run).toBeNull();
      expect(check.line(endpoint)?.state).toBe('refused');
      expect(check.line(endpoint)?.attempts[0]?.status).toBe(410);
    });

    it('is not asked after the check was stopped', async () => {
      const check = setUp(undefined, { isStopped: true });
      expect((await check.run)?.reason).toBe('user');
      expect(check.line(endpoint)).toEqual({ endpoint, state: 'not_asked', attempts: [], reason: 'stopped', isCut: false });
      expect(check.asked).toEqual([]);
    });

    it.each([
      ['a page', '<html></html>'],
      ['half of an answer', '{"data":{"*elements":['],
      ['an answer without end', `{"a":"${'x'.repeat(3_000_000)}"}`],
      ['another person’s answer', JSON.stringify(checkAnswers[endpoint].understood).replaceAll('ACoAATove0001', 'ACoAABram0002')],
    ])('%s repeats nothing of it', async (_, answer) => {
      const check = setUp((asked) => (asked === endpoint ? body(answer) : undefined));
      await check.run;
      const said = JSON.stringify(linesOf(check.lines));
      for (const text of ['Bram', 'Tove', 'ACoAA', '<html', 'xxx']) expect(said).not.toContain(text);
    });
  });

  it('tries a second id where the first is not understood, and no third', async () => {
    const [one, two] = catalogue.profile.map(idOf);
    const check = setUp((endpoint, url) =>
      endpoint === 'profile' && url.includes(one ?? '') ? refusal('stale_endpoint', 400) : undefined,
    );
    await check.run;
    expect(check.line('profile')).toMatchObject({
      state: 'understood',
      attempts: [
        { state: 'refused', candidate: one, status: 400, isFallback: false },
        { state: 'understood', candidate: two, isFallback: true },
      ],
    });
    const all = setUp((endpoint) => (endpoint === 'profile' ? body({}) : undefined));
    await all.run;
    expect(all.asked.filter(({ endpoint }) => endpoint === 'profile')).toHaveLength(2);
  });

  it('says both ways of searching in one line: they fail separately', async () => {
    const check = setUp((_, url) => (url.includes('SearchClusterCollection') ? refusal('upstream_error', 500) : undefined));
    expect(await check.run).toBeNull();
    expect(check.line('search')).toMatchObject({
      state: 'understood',
      attempts: [
        { state: 'understood', candidate: first.queryId, isFallback: false, capturedAt: '2026-09-08' },
        { state: 'refused', candidate: third.decorationId, status: 500 },
      ],
    });
  });

  it.each([
    ['a sign-out', { code: 'signed_out' }, 'signed_out'],
    ['a challenge, or 451', { code: 'challenged', status: 451 }, 'challenged'],
    ['429', { code: 'throttled', status: 429, retryAfterSeconds: 900 }, 'throttled'],
    ['999', { code: 'throttled', status: 999, retryAfterSeconds: 3_600 }, 'throttled'],
    ['a redirect', { code: 'redirected' }, 'redirected'],
    ['no answer', { code: 'timeout' }, 'timeout'],
  ] as const)('%s ends it at once: that line is refused, and the rest is not asked', async (_, error, reason) => {
    const check = setUp((endpoint) => (endpoint === 'topCard' ? { ok: false, error } : undefined));
    expect((await check.run)?.reason).toBe(reason);
    expect(check.asked.map(({ endpoint }) => endpoint)).toEqual(['me', 'profile', 'topCard']);
    expect(check.lines.map(({ state }) => state)).toEqual(['understood', 'understood', 'refused', ...Array(9).fill('not_asked')]);
  });

  it.each([
    ['the allowance is used up', { code: 'allowance_spent', retryAfterSeconds: 60 }, 'allowance_spent'],
    ['the extension holds everything back', { code: 'throttled', retryAfterSeconds: 60 }, 'throttled'],
    ['LinkedIn cannot be reached', { code: 'offline' }, 'offline'],
  ] as const)('where %s nothing was asked, and it ends', async (_, error, reason) => {
    const check = setUp((endpoint) => (endpoint === 'profile' ? { ok: false, error } : undefined));
    expect((await check.run)?.reason).toBe(reason);
    expect(check.line('profile')?.state).toBe('not_asked');
  });

  it('without knowing the member it asks nothing about anybody', async () => {
    const check = setUp((endpoint) => (endpoint === 'me' ? body(checkAnswers.me.different.dashEntityUrn) : undefined));
    expect(await check.run).toBeNull();
    expect(check.asked.map(({ endpoint }) => endpoint)).toEqual(['me']);
    expect(check.line('profile')?.reason).toBe('needs_me');
  });

  it('an older extension is not asked for sections, and the line says why', async () => {
    const check = setUp(undefined, { canReadSections: false });
    await check.run;
    expect(check.line('sections')).toMatchObject({ state: 'not_asked', reason: 'old_extension' });
    expect(check.asked.some(({ endpoint }) => endpoint === 'sections')).toBe(false);
  });

  it('an answer that never comes ends it after two minutes', async () => {
    const check = setUp((endpoint) => (endpoint === 'contact' ? new Promise(() => undefined) : undefined));
    await new Promise((resolve) => setTimeout(resolve));
    check.pass(CHECK_LIMIT_MS);
    expect((await check.run)?.reason).toBe('too_long');
    expect(check.lines.map(({ state }) => state).slice(0, 5)).toEqual([
      ...['understood', 'understood', 'understood', 'refused', 'not_asked'],
    ]);
  });

  it('if every first id fails it still takes no more than two minutes, and the rest is not asked', async () => {
    const check = setUp((endpoint) => (endpoint === 'me' ? undefined : refusal('stale_endpoint', 400)));
    await check.run;
    expect((check.asked.at(-1)?.at ?? 0) - (check.asked[0]?.at ?? 0)).toBeLessThanOrEqual(CHECK_LIMIT_MS);
  });

  it('the person’s stop gives up the request under way', async () => {
    const check = setUp((endpoint) => {
      if (endpoint !== 'cards') return undefined;
      check.control.abandon({ reason: 'user', continueAt: null });
      return new Promise(() => undefined);
    });
    expect((await check.run)?.reason).toBe('user');
    // LinkedIn has refused nothing.
    expect(check.line('cards')?.state).toBe('not_asked');
    expect(check.line('connections')?.state).toBe('not_asked');
  });

  it.each([
    ['a sign-out', { code: 'signed_out' }],
    ['a challenge', { code: 'challenged', status: 451 }],
    ['429', { code: 'throttled', status: 429, retryAfterSeconds: 900 }],
    ['a redirect', { code: 'redirected' }],
    ['no answer', { code: 'timeout' }],
  ] as const)('%s is about the member and no id, so it is not told', async (_, error) => {
    const check = setUp((endpoint) => (endpoint === 'topCard' ? { ok: false, error } : undefined));
    await check.run;
    expect(linesOf(check.lines).find(({ endpoint }) => endpoint === 'topCard')?.state).toBe('refused');
    expect(linesToReport(check.lines).map(({ endpoint }) => endpoint)).toEqual(['me', 'profile']);
  });

  it('whatever LinkedIn answers, an address is one of the grammar, and nothing of the answers is said', async () => {
    const marks = ['Qxmarker', 'qx-marker', 'ACoAAQxMarker1', 'qx@marker.example', 'urn:li:member:777777777'];
    const oddities: readonly unknown[] = [
      ...marks,
      '\u202e',
      '\ud800',
      '../..',
      '%2e%2e',
      "a'b",
      '<b>',
      '\0',
      '',
      0,
      -1,
      1e308,
      null,
      true,
      [],
      {},
    ];
    let seed = 7;
    const pick = (count: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * count);
    };
    const bend = (value: unknown): unknown => {
      if (pick(30) === 0) return oddities[pick(oddities.length)];
      if (Array.isArray(value)) return value.map(bend);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [pick(60) === 0 ? marks[pick(5)] : key, bend(inner)]),
      );
    };
    for (let round = 0; round < 200; round += 1) {
      const check = setUp((endpoint, url) => {
        expect(judgeLinkedInUrl(url).ok).toBe(true);
        return body(bend(checkAnswers[endpoint].understood));
      });
      expect(await check.run).toBeNull();
      const said = writeReport(check.lines, 1, '2026-11-29') + JSON.stringify(linesToReport(check.lines));
      for (const mark of [...marks, 'Tove', 'ACoAA', 'urn:li']) expect(said.toLowerCase()).not.toContain(mark.toLowerCase());
      for (const line of linesToReport(check.lines)) expect(checkLineSchema.safeParse(line).success).toBe(true);
    }
  });

  it('a refusal of an id is told', async () => {
    const check = setUp((endpoint) => (endpoint === 'topCard' ? refusal('stale_endpoint', 410) : undefined));
    await check.run;
    expect(linesToReport(check.lines)).toEqual(linesOf(check.lines));
  });
});
