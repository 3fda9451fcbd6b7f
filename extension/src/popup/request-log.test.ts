// @vitest-environment happy-dom
import { checkedEndpoints } from '@leadloom/shared/contract/catalogue-checks';
import { catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { requestsFor } from '@leadloom/shared/linkedin/check/plan-check';
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberAllowance } from '../state/allowance.ts';
import { createLedger } from '../state/ledger.ts';
import type { LedgerEntry } from '../state/ledger-buckets.ts';
import { createManualClock, type ManualClock, settle } from '../testing/manual-clock.ts';
import { catalogue } from '../testing/signed-catalogue.ts';
import { describeRequest } from './describe-request.ts';
import html from './popup.html?raw';
import { startPopup } from './popup.ts';
import { requestLogCsv } from './request-log-view.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let clock: ManualClock;

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no #${id}`);
  return found;
};
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
const isShown = (id: string) => !find(id).hidden;

async function openLog(): Promise<void> {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  await startPopup(document, { builtIn: { origins: ['http://localhost:3000'], serverKey: null }, rules: memberAllowance }, clock);
  find('show-log').click();
  await settle();
}

beforeEach(() => {
  clock = createManualClock();
});

describe('the request log', () => {
  it('the request log lists every request newest first, by day, in plain words', async () => {
    const ledger = createLedger(0);
    (await ledger.begin({ endpoint: 'profile', meter: 'profiles', subject: 's:1' }, clock.now() - DAY)).end('ok');
    (await ledger.begin({ endpoint: 'search', meter: 'searchPages' }, clock.now() - HOUR)).end('throttled');
    await ledger.begin({ endpoint: 'me' }, clock.now());
    await settle();
    await openLog();
    expect(isShown('main-view')).toBe(false);
    expect(textsOf('.request span:nth-child(2)')).toEqual(['Sign-in check', 'Search, one page', 'Profile']);
    expect(textsOf('.outcome')).toEqual(['Sent, no answer received', 'LinkedIn asked for a pause', 'Answered']);
    expect(textsOf('.day')).toHaveLength(2);
    expect(document.querySelector('.request time')?.getAttribute('datetime')).toBe('2026-01-15T12:00:00.000Z');
    expect(document.activeElement).toBe(find('log-heading'));
  });

  it('the request log shows fifty at a time, each once', async () => {
    const ledger = createLedger();
    for (let number = 0; number < 120; number++) await ledger.begin({ endpoint: `number ${number}` }, clock.now() - number);
    await openLog();
    expect(find('log-more').textContent).toBe('Show more (70 left)');
    find('log-more').click();
    find('log-more').click();
    expect(textsOf('.request span:nth-child(2)')).toEqual(Array.from({ length: 120 }, (_, number) => `number ${number}`));
    expect(textsOf('.day')).toHaveLength(1);
    expect(isShown('log-more')).toBe(false);
  });

  it('the request log returns to where it was opened from', async () => {
    await openLog();
    find('hide-log').click();
    expect([isShown('main-view'), isShown('log-view')]).toEqual([true, false]);
    expect(document.activeElement).toBe(find('show-log'));
  });

  it('an empty request log says so and exports nothing', async () => {
    await openLog();
    expect([isShown('log-empty'), isShown('log-export'), isShown('log-more')]).toEqual([true, false, false]);
  });
});

describe('the words of a request', () => {
  const me = { id: 'ACoAATove0001', slug: 'tove-lind', firstName: 'Tove' };

  it.each(checkedEndpoints)('a request for %s is shown in plain words', (line) => {
    const requests = requestsFor(line, catalogueSchema.parse(catalogue), { subject: me, profile: null, connections: null });
    expect(requests).toEqual(expect.any(Array));
    for (const { url } of typeof requests === 'string' ? [] : requests) {
      const verdict = judgeLinkedInUrl(url);
      const endpoint = verdict.ok ? verdict.endpoint : '';
      expect(describeRequest({ time: 0, endpoint, outcome: 'ok' }).endpoint).toMatch(/^[A-Z][a-z]+/);
    }
  });
});

describe('its file', () => {
  const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({ time: 0, endpoint: 'me', outcome: 'ok', ...changes });

  it('the exported log has ISO times and plain words', () => {
    expect(requestLogCsv([entry({ time: Date.UTC(2026, 0, 15, 12) }), entry({ endpoint: 'profile', meter: 'profiles' })])).toBe(
      '\uFEFFTime,Request,Outcome,Counted as\r\n' +
        '2026-01-15T12:00:00.000Z,Sign-in check,Answered,\r\n' +
        '1970-01-01T00:00:00.000Z,Profile,Answered,Profile\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
  ])('the exported log contains %j as text', (endpoint, cell) => {
    expect(requestLogCsv([entry({ endpoint })])).toContain(`Z,${cell},Answered,`);
  });
});
