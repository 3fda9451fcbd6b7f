/**
 * The collector’s own download against the stand-in and a server: what is asked of LinkedIn for a profile, in which
 * order, and whether every role is stored.
 */
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { type CollectorClient, openCollector } from '@leadloom/server/testing/collector-client';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { parseComponents, parseProfile } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import { judgeLinkedInUrl } from '@leadloom/shared/linkedin/endpoint-grammar';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { classifyAnswer } from '../../../../extension/src/background/classify-answer.ts';
import { createCandidateMemory } from '../../../../web/src/features/collector/download/candidate-memory.ts';
import type { ApiResult } from '../../../../web/src/features/collector/download/download-api.ts';
import type { EntryOutcome } from '../../../../web/src/features/collector/download/entry-outcome.ts';
import type { Fetched } from '../../../../web/src/features/collector/download/linkedin-reader.ts';
import type { RawRecord } from '../../../../web/src/features/collector/download/raw-record.ts';
import { createRunControl } from '../../../../web/src/features/collector/download/run-control.ts';
import { runDownload } from '../../../../web/src/features/collector/download/run-download.ts';
import { ask, NORMALIZED, readerHeaders } from './ask.ts';
import type { FaultKind } from './faults/fault-book.ts';
import { LONG_CAREER_INDEX, type Member } from './model/member.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

/** Three times all that the members' number of employers depends on. */
const COMMON_COUNT = 39;
const COLLECTED_COUNT = thoroughOr(COMMON_COUNT, COMMON_COUNT / 3);

let standIn: LinkedInStandIn;
let server: TestServer;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 500, locale: 'en_US' });
  server = await startTestServer();
});
afterEach(() => {
  standIn.control.clearFaults();
  standIn.control.clear();
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});

interface Job {
  readonly canReadSections?: boolean;
  readonly catalogue?: Catalogue;
}

/** A browser of one account, which keeps what a job left. */
async function openBrowser() {
  const collector = openCollector(await createVerifiedAccount(server));
  const kept = new Map<string, RawRecord>();
  const collect = async (members: readonly Member[], { canReadSections = true, catalogue = defaultCatalogue }: Job = {}) => {
    const outcomes: EntryOutcome[] = [];
    const control = createRunControl();
    const entries = await collector.add(...members.map(({ slug }) => slug));
    standIn.control.clear();
    await runDownload({
      entries,
      concurrency: 3,
      catalogue,
      canReadSections,
      control,
      memory: createCandidateMemory(),
      clock: { now: () => Date.now(), sleep: async () => undefined },
      send: sendToStandIn,
      api: {
        parseProfile: (content) => post(collector, '/parse/profile', content, (body) => parseProfile.success.body.parse(body)),
        parseComponents: (content) =>
          post(collector, '/parse/components', content, (body) => parseComponents.success.body.parse(body)),
        saveEntries: async (saved) => ({ kind: 'ok', value: saved }),
      },
      records: {
        put: async (record) => void kept.set(record.entryId, record),
        remove: async (entryId) => void kept.delete(entryId),
        list: async () => [...kept.values()],
      },
      isIncluded: () => true,
      onOutcome: (outcome) => void outcomes.push(outcome),
      onStart: () => undefined,
      onSomethingOff: () => undefined,
    });
    const requests = standIn.control.requests().map(({ endpoint }) => endpoint);
    return { requests, outcomes: outcomes.map(({ kind }) => kind), notice: control.notice()?.reason ?? null };
  };
  return { collector, collect, kept };
}

async function post<Value>(
  collector: CollectorClient,
  path: string,
  content: object,
  read: (body: unknown) => Value,
): Promise<ApiResult<Value>> {
  const answer = await collector.call('POST', path, { content });
  if (answer.status !== 200) return { kind: 'refused', code: String(answer.body.code) };
  return { kind: 'ok', value: read(answer.body) };
}

/** Sends what the extension would send, and judges the answer as it does. */
async function sendToStandIn(url: string, plain: boolean): Promise<Fetched> {
  if (!judgeLinkedInUrl(url).ok) return { ok: false, error: { code: 'url_not_allowed' } };
  const accept = plain ? 'application/json' : NORMALIZED;
  const { status, headers, body } = await ask(standIn, url, { ...readerHeaders(standIn), accept });
  const text = body.toString('utf8');
  const facts = { status, contentType: headers['content-type'] ?? null, retryAfter: headers['retry-after'] ?? null };
  const isRedirect = status >= 300 && status < 400;
  const verdict = classifyAnswer({ ...facts, isRedirect, beginning: status < 400 ? '' : text.slice(0, 2_000) }, Date.now());
  if (verdict.kind === 'readable') return { ok: true, body: text };
  return { ok: false, error: { code: verdict.kind === 'error' ? verdict.code : 'signed_out' } };
}

const longCareer = () => standIn.control.member(LONG_CAREER_INDEX);
const commonMembers = () =>
  Array.from({ length: COMMON_COUNT }, (_, index) => standIn.control.member(index)).filter(({ access }) => access === 'open');
const rolesOf = ({ groups }: Member) =>
  groups.flatMap(({ employer, roles }) => roles.map(({ title }) => ({ title, company_name: employer.name })));
const storedRoles = async (collector: CollectorClient, { id }: Member) => (await collector.profile(id)).experiences;

describe('a member with 33 roles at 14 employers', () => {
  it('every role is stored, in order, with at most five requests', async () => {
    const { collector, collect, kept } = await openBrowser();
    const { requests, outcomes } = await collect([longCareer()]);
    expect(requests).toEqual(['profile', 'profile', 'profile', 'sections']);
    expect(outcomes).toEqual(['ok']);
    expect(kept.size).toBe(0);
    const stored = await storedRoles(collector, longCareer());
    expect(stored).toHaveLength(33);
    expect(stored).toMatchObject(rolesOf(longCareer()));
    expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, status: 'ok' }]);
  });

  it('an employer that is named by number only keeps its name', async () => {
    const { collector, collect } = await openBrowser();
    await collect([longCareer()]);
    const last = (await storedRoles(collector, longCareer())).at(-1);
    const employer = longCareer().groups.at(-1)?.employer;
    expect(last).toMatchObject({
      company_name: employer?.name,
      company_url: `https://www.linkedin.com/company/${employer?.company?.id}`,
    });
  });

  it('the same order and employers as an older extension reads', async () => {
    const [typed, rendered] = [await openBrowser(), await openBrowser()];
    await typed.collect([longCareer()]);
    const { requests } = await rendered.collect([longCareer()], { canReadSections: false });
    expect(requests).toEqual(['profile', 'profile', 'profile', 'graphql/components']);
    const namesOf = async ({ collector }: typeof typed) =>
      (await storedRoles(collector, longCareer())).map(({ title, company_name, started_at }) => ({
        title,
        company_name,
        started_at,
      }));
    expect(await namesOf(typed)).toEqual(await namesOf(rendered));
  });

  it('collected again, it costs no request for what is stored', async () => {
    const { collect } = await openBrowser();
    await collect([longCareer()]);
    const again = await collect([longCareer()]);
    expect(again.requests).toEqual(['profile', 'profile', 'profile']);
  });

  it.each<FaultKind>(['other-member-rows', 'other-section', 'empty-section', 'truncated-json', 'stale-query', 'not-found'])(
    'where rows answer with %s, rendered rows are read, and nothing else is stored',
    async (kind) => {
      standIn.control.fault({ kind, match: 'sections' });
      const { collector, collect } = await openBrowser();
      const { requests, outcomes } = await collect([longCareer()]);
      expect(requests).toEqual(['profile', 'profile', 'profile', 'sections', 'graphql/components']);
      expect(outcomes).toEqual(['ok']);
      expect(await storedRoles(collector, longCareer())).toMatchObject(rolesOf(longCareer()));
    },
  );

  it('a session that ends in the middle stops the job, and the next one asks for what is missing alone', async () => {
    const { collector, collect } = await openBrowser();
    standIn.control.fault({ kind: 'session-killed', match: 'sections' });
    const first = await collect([longCareer()]);
    expect(first).toMatchObject({ outcomes: [], notice: 'signed_out' });
    expect(await storedRoles(collector, longCareer())).toHaveLength(21);
    standIn.control.clearFaults();
    const second = await collect([longCareer()]);
    expect(second).toEqual({ requests: ['sections'], outcomes: ['ok'], notice: null });
    expect(await storedRoles(collector, longCareer())).toHaveLength(33);
  });
});

describe('usual members', () => {
  it('what is asked for a profile does not grow', async () => {
    const [now, before] = [await openBrowser(), await openBrowser()];
    const members = commonMembers().slice(0, COLLECTED_COUNT);
    const typed = await now.collect(members);
    const rendered = await before.collect(members, { canReadSections: false });
    expect(typed.outcomes).toEqual(members.map(() => 'ok'));
    expect(typed.requests.length).toBeLessThanOrEqual(rendered.requests.length);
    expect(typed.requests.length / members.length).toBeLessThanOrEqual(3.2);
    for (const member of members) {
      expect(await storedRoles(now.collector, member)).toMatchObject(rolesOf(member));
    }
  });

  it('where the profile lacks both sections, both are read as rows', async () => {
    const catalogue: Catalogue = {
      ...defaultCatalogue,
      profile: [{ kind: 'rest', decorationId: 'com.linkedin.voyager.dash.deco.identity.profile.FullProfile-76' }],
    };
    const member = commonMembers().find(({ schools, groups }) => schools.length > 0 && groups.length > 0) ?? longCareer();
    const { collector, collect } = await openBrowser();
    const { requests, outcomes } = await collect([member], { catalogue });
    expect(requests).toEqual(['profile', 'profile', 'profile', 'sections', 'sections']);
    expect(outcomes).toEqual(['ok']);
    expect(await storedRoles(collector, member)).toMatchObject(rolesOf(member));
    const { educations } = await collector.profile(member.id);
    expect(educations).toMatchObject(member.schools.map(({ schoolName }) => ({ school_name: schoolName })));
  });

  it('a member with an empty section is whole, though an empty list proves nothing', async () => {
    const member = commonMembers().find(({ groups }) => groups.length === 0);
    if (member === undefined) throw new Error('no member without experience');
    const { collect } = await openBrowser();
    const { requests, outcomes } = await collect([member]);
    expect(requests).toEqual(['profile', 'profile', 'profile']);
    expect(outcomes).toEqual(['ok']);
  });
});
