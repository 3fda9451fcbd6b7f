import { boardOfLink, boardOfText } from '@leadloom/server/open-sources/job-boards/board-links';
import { jobBoards } from '@leadloom/server/open-sources/job-boards/job-boards';
import type { VisitedBoard } from '@leadloom/server/open-sources/open-source';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { StandInJob } from '../stand-ins/job-boards/answers.ts';
import { type JobBoardsStandIn, type StandInProvider, startJobBoards } from '../stand-ins/job-boards/server.ts';
import { openRunFixture, type ReadStep } from './open-run.fixture.ts';

const now = () => new Date('2026-11-28T12:00:00Z');

let standIn: JobBoardsStandIn;
beforeEach(async () => {
  standIn = await startJobBoards();
});
afterEach(() => standIn.close());

const boardOf = (provider: StandInProvider, more: Partial<VisitedBoard> = {}): VisitedBoard => ({
  provider,
  token: 'acme',
  companyName: 'Acme Canal Works',
  companyWebsite: 'https://acme.example',
  missing: [],
  open: [],
  ...more,
});

const job = (id: string, more: Partial<StandInJob> = {}): StandInJob => ({
  id,
  title: `Lock Keeper ${id}`,
  location: 'Berlin, Germany',
  publishedAt: '2026-11-12T10:00:00Z',
  ...more,
});

async function read(...boards: readonly VisitedBoard[]) {
  const fixture = await openRunFixture(jobBoards, { origin: standIn.origin, boards, now });
  try {
    const steps: ReadStep[] = [];
    let error: unknown = null;
    await fixture.read(null, steps).catch((reason: unknown) => {
      error = reason;
    });
    const recordsOf = (table: string) =>
      steps.flatMap(({ loads }) => loads.filter((load) => load.table === table).flatMap(({ records }) => records));
    return { jobs: recordsOf('jobs'), companies: recordsOf('companies'), noted: fixture.noted, error };
  } finally {
    await fixture.close();
  }
}

describe('each provider', () => {
  it('Greenhouse: departments, the job at the board instead of the company’s own page, days with an offset', async () => {
    standIn.add('greenhouse', 'acme', {
      company: 'Acme',
      jobs: [
        job('4001', {
          department: 'Locks',
          employmentType: 'Full-time',
          publishedAt: '2026-11-12T22:00:00-05:00',
          location: 'Remote - Norway',
        }),
      ],
    });
    const { jobs, companies } = await read(boardOf('greenhouse'));
    expect(jobs).toEqual([
      {
        url: 'https://boards.greenhouse.io/acme',
        asOf: '2026-11-28',
        cells: {
          ...{
            title: 'Lock Keeper 4001',
            company_name: 'Acme Canal Works',
            company_website: 'https://acme.example',
            department: 'Locks',
          },
          ...{ location: 'Remote - Norway', country: 'Norway', workplace: 'Remote', employment_type: 'Full-time' },
          ...{ salary_min: null, salary_max: null, salary_currency: null, published_on: '2026-11-13', closed_on: null },
          ...{ url: 'https://boards.greenhouse.io/acme/jobs/4001', first_seen_at: '2026-11-28T12:00:00.000Z' },
        },
      },
    ]);
    expect(companies.map(({ cells }) => cells)).toEqual([
      { website: 'https://acme.example', jobs_open: 1, careers_url: 'https://boards.greenhouse.io/acme' },
    ]);
    expect(standIn.requests[0]?.userAgent).toBe('Leadloom/0.0.0 (data@operator.example)');
  });

  it('Greenhouse: a board whose texts are too large is read without them', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('4001')] });
    standIn.faults.add({ call: /content=true/, body: JSON.stringify({ jobs: [], filling: 'x'.repeat(9 * 1024 * 1024) }) });
    const { jobs } = await read(boardOf('greenhouse'));
    expect(jobs).toHaveLength(1);
    expect(standIn.requests.map(({ call }) => call.split('?')[1])).toContain(undefined);
  });

  it('Lever: all pages, milliseconds, and yearly salaries alone', async () => {
    const salary = { min: 60_000, max: 80_000, currency: 'EUR' };
    standIn.add('lever', 'acme', {
      company: 'acme',
      jobs: [
        job('a', {
          salary: { ...salary, interval: 'per-year-salary' },
          workplace: 'hybrid',
          countryCode: 'DE',
          employmentType: 'Working Student',
        }),
        job('b', { salary: { min: 20, max: 30, currency: 'EUR', interval: 'per-hour-wage' } }),
        ...Array.from({ length: 200 }, (_, index) => job(`c${index}`)),
      ],
    });
    const { jobs } = await read(boardOf('lever'));
    expect(jobs).toHaveLength(202);
    expect(jobs[0]?.cells).toMatchObject({
      ...{ salary_min: 60_000, salary_max: 80_000, salary_currency: 'EUR', workplace: 'Hybrid', country: 'Germany' },
      ...{ employment_type: 'Internship', published_on: '2026-11-12', url: 'https://jobs.lever.co/acme/a' },
    });
    expect(jobs[1]?.cells).toMatchObject({ salary_min: null, salary_currency: null, workplace: null });
    expect(standIn.requests).toHaveLength(3);
  });

  it('Lever in Europe has hosts of its own', async () => {
    standIn.add('lever-eu', 'acme', { company: 'acme', jobs: [job('a')] });
    const { jobs } = await read(boardOf('lever-eu'));
    expect(jobs[0]).toMatchObject({ url: 'https://jobs.eu.lever.co/acme', cells: { url: 'https://jobs.eu.lever.co/acme/a' } });
  });

  it('Ashby: jobs that are not listed are left out, and the salary is one of several components', async () => {
    standIn.add('ashby', 'Acme Inc', {
      company: 'Acme Inc',
      jobs: [
        job('a', {
          country: 'United States',
          workplace: 'onsite',
          employmentType: 'FullTime',
          salary: { min: 150_000, max: 180_000, currency: 'USD', interval: '1 YEAR' },
        }),
        job('b', { isListed: false }),
      ],
    });
    const { jobs, companies } = await read(boardOf('ashby', { token: 'Acme Inc' }));
    expect(jobs.map(({ cells }) => cells)).toMatchObject([
      {
        ...{
          url: 'https://jobs.ashbyhq.com/Acme%20Inc/a',
          country: 'United States',
          workplace: 'On-site',
          employment_type: 'Full-time',
        },
        ...{ salary_min: 150_000, salary_max: 180_000, salary_currency: 'USD' },
      },
    ]);
    expect(companies[0]?.cells).toMatchObject({ jobs_open: 1 });
  });

  it('SmartRecruiters: all pages, with the company’s name', async () => {
    const jobs = Array.from({ length: 130 }, (_, index) =>
      job(`${1000 + index}`, { city: 'Leeds', countryCode: 'GB', workplace: 'remote', employmentType: 'Part-time' }),
    );
    standIn.add('smartrecruiters', 'acme', { company: 'Acme', jobs });
    const found = await read(boardOf('smartrecruiters', { companyName: null }));
    expect(found.jobs).toHaveLength(130);
    expect(found.jobs[0]?.cells).toMatchObject({
      ...{
        url: 'https://jobs.smartrecruiters.com/acme/1000',
        location: 'Leeds, gb',
        country: 'United Kingdom',
        workplace: 'Remote',
      },
      ...{ employment_type: 'Part-time', company_name: 'Acme' },
    });
    expect(found.noted[0]).toMatchObject({ companyName: 'Acme', read: { missing: [], error: null } });
  });

  it('SmartRecruiters: pages that are shorter than asked for leave nothing out', async () => {
    const all = Array.from({ length: 5 }, (_, index) => ({ id: `${1000 + index}`, name: `Lock Keeper ${index}` }));
    const page = (from: number) => JSON.stringify({ totalFound: 5, content: all.slice(from, from + 2) });
    for (const from of [0, 2, 4]) standIn.faults.add({ call: new RegExp(`offset=${from}$`), body: page(from) });
    const { jobs, noted } = await read(boardOf('smartrecruiters'));
    expect(jobs).toHaveLength(5);
    expect(noted[0]?.read?.error).toBeNull();
  });

  it('Recruitee: words with underscores, days with "UTC", amounts as texts', async () => {
    standIn.add('recruitee', 'acme', {
      company: 'Acme',
      jobs: [
        job('1', {
          countryCode: 'NL',
          employmentType: 'fulltime_permanent',
          publishedAt: '2026-11-12 23:30:00 UTC',
          workplace: 'hybrid',
          salary: { min: 4_000, max: 5_000, currency: 'EUR', interval: 'month' },
        }),
      ],
    });
    const { jobs } = await read(boardOf('recruitee'));
    expect(jobs[0]?.cells).toMatchObject({
      ...{ url: 'https://acme.recruitee.com/o/lock-keeper-', employment_type: 'Full-time', published_on: '2026-11-12' },
      ...{ country: 'Netherlands', workplace: 'Hybrid', salary_min: null },
    });
  });

  it('Workable: a job with several places counts once, and five seconds lie between two boards', async () => {
    standIn.add('workable', 'acme', {
      company: 'Acme',
      jobs: [job('AB12', { city: 'Oslo', country: 'Norway' }), job('AB12', { city: 'Bergen', country: 'Norway' })],
    });
    standIn.add('workable', 'weir', { company: 'Weir', jobs: [] });
    const { jobs } = await read(boardOf('workable'), boardOf('workable', { token: 'weir' }));
    expect(jobs.map(({ cells }) => cells)).toMatchObject([
      { url: 'https://apply.workable.com/acme/j/AB12', location: 'Oslo, Norway', country: 'Norway' },
    ]);
    const [first, second] = standIn.requests;
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(4_900);
  });
});

describe('a reading', () => {
  const openJobs = ['https://boards.greenhouse.io/acme/jobs/1', 'https://boards.greenhouse.io/acme/jobs/2'];

  it('a job that is missing once stays open, and is remembered', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1')] });
    const { jobs, noted } = await read(boardOf('greenhouse', { open: openJobs }));
    expect(jobs.map(({ cells }) => cells.closed_on)).toEqual([null]);
    expect(noted[0]?.read).toEqual({ missing: ['https://boards.greenhouse.io/acme/jobs/2'], error: null });
  });

  it('a job that is missing in two complete readings is closed, and nothing else is said of it', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1')] });
    const { jobs, companies } = await read(
      boardOf('greenhouse', { open: openJobs, missing: ['https://boards.greenhouse.io/acme/jobs/2'] }),
    );
    expect(jobs[1]?.cells).toEqual({ url: 'https://boards.greenhouse.io/acme/jobs/2', closed_on: '2026-11-28' });
    expect(companies[0]?.cells).toMatchObject({ jobs_open: 1 });
  });

  it('a job that is known does not say again when it was first seen, and one that comes back is open', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1'), job('3')] });
    const { jobs } = await read(boardOf('greenhouse', { open: openJobs }));
    expect(jobs[0]?.cells).not.toHaveProperty('first_seen_at');
    expect(jobs[1]?.cells).toMatchObject({ first_seen_at: '2026-11-28T12:00:00.000Z', closed_on: null });
  });

  it('jobs of another board of the same company are not missing', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1'), job('2')] });
    const elsewhere = ['https://jobs.lever.co/acme/x', 'https://boards.greenhouse.io/acme-labs/jobs/9'];
    const { jobs, noted } = await read(boardOf('greenhouse', { open: [...openJobs, ...elsewhere], missing: elsewhere }));
    expect(jobs.map(({ cells }) => cells.closed_on)).toEqual([null, null]);
    expect(noted[0]?.read?.missing).toEqual([]);
  });

  it('the open jobs of a company are those of all its boards', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1'), job('2')] });
    const elsewhere = ['https://jobs.lever.co/acme/x', 'https://jobs.lever.co/acme/y'];
    const { companies } = await read(boardOf('greenhouse', { open: [...openJobs, ...elsewhere] }));
    expect(companies[0]?.cells).toMatchObject({ jobs_open: 4 });
  });

  it('two boards of a company that are read together say the same of it, once', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1'), job('2')] });
    standIn.add('lever', 'acme', { company: 'Acme', jobs: [job('x')] });
    const { companies } = await read(boardOf('greenhouse'), boardOf('lever'));
    expect(companies.map(({ cells }) => cells.jobs_open)).toEqual([3]);
  });

  it('a board that looks empty takes no jobs of another board away', async () => {
    const { companies } = await read(boardOf('ashby', { open: openJobs }));
    expect(companies.map(({ cells }) => cells.jobs_open)).toEqual([]);
  });

  it('a board that is gone is asked for once', async () => {
    const { noted } = await read(boardOf('greenhouse'));
    expect(noted[0]?.read?.error).toBe('https://boards.greenhouse.io/acme: there is no such board');
    expect(standIn.requests).toHaveLength(1);
  });

  test.each<[string, StandInProvider, { status?: number; body?: string }]>([
    ['a board that is gone', 'greenhouse', { status: 404 }],
    [
      'a total that the list has not',
      'greenhouse',
      { body: JSON.stringify({ jobs: [{ id: 1, title: 'One' }], meta: { total: 3 } }) },
    ],
    ['a page instead of JSON', 'greenhouse', { body: '<html>Checking your browser</html>' }],
    ['an object instead of a list', 'lever', { body: '{"ok":false,"error":"Document not found"}' }],
    ['a list with another name', 'ashby', { body: '{"results":[]}' }],
    ['a page without total', 'smartrecruiters', { body: '{"content":[]}' }],
    ['a page that ends too early', 'smartrecruiters', { body: '{"content":[],"totalFound":7}' }],
    ['half an answer', 'recruitee', { body: '{"offers":[{"id":1,"title":"On' }],
  ])('%s closes nothing and counts for nothing', async (_, provider, fault) => {
    standIn.faults.add({ call: /./, ...fault });
    const missing = ['https://boards.greenhouse.io/acme/jobs/2'];
    const { jobs, companies, noted, error } = await read(boardOf(provider, { open: openJobs, missing }));
    expect({ jobs, companies, error }).toEqual({ jobs: [], companies: [], error: null });
    expect(noted[0]?.read).toEqual({ missing, error: expect.stringMatching(/\w/) });
  });

  it.each(['ashby', 'smartrecruiters'] as const)(
    'an unknown board of %s looks empty, and says nothing of the company',
    async (provider) => {
      const { companies, noted } = await read(boardOf(provider));
      expect(companies).toEqual([]);
      expect(noted[0]?.read).toEqual({ missing: [], error: null });
    },
  );

  it('a board without a known website fills no company', async () => {
    standIn.add('greenhouse', 'acme', { company: 'Acme', jobs: [job('1')] });
    const { jobs, companies } = await read(boardOf('greenhouse', { companyName: null, companyWebsite: null }));
    expect(jobs[0]?.cells).toMatchObject({ company_name: 'Acme', company_website: null });
    expect(companies).toEqual([]);
  });
});

describe('a provider that refuses', () => {
  it('one that wants fewer requests is not asked again in this run; the others are, and the run says so', async () => {
    standIn.add('lever', 'acme', { company: 'acme', jobs: [job('a')] });
    standIn.faults.add({ call: /greenhouse/, status: 429, headers: { 'retry-after': '600' } });
    const { jobs, noted, error } = await read(boardOf('greenhouse'), boardOf('greenhouse', { token: 'weir' }), boardOf('lever'));
    expect(jobs).toHaveLength(1);
    expect(noted.map(({ read: reading }) => reading?.error === null)).toEqual([false, false, true]);
    expect(standIn.requests.filter(({ call }) => call.includes('greenhouse'))).toHaveLength(1);
    expect(error).toMatchObject({ name: 'Error', retryAt: expect.any(Date) });
  });

  it('one board that is forbidden does not end the run', async () => {
    standIn.add('recruitee', 'weir', { company: 'Weir', jobs: [job('1')] });
    standIn.faults.add({ call: /^acme\.recruitee/, status: 403 });
    const { jobs, noted, error } = await read(boardOf('recruitee'), boardOf('recruitee', { token: 'weir' }));
    expect({ jobs: jobs.length, error }).toEqual({ jobs: 1, error: null });
    expect(noted[0]?.read?.error).toContain('403');
  });

  it('one that forbids three boards in a row is left alone', async () => {
    standIn.faults.add({ call: /recruitee/, status: 403 });
    const boards = ['a', 'b', 'c', 'd', 'e'].map((token) => boardOf('recruitee', { token }));
    const { error } = await read(...boards);
    expect(standIn.requests).toHaveLength(3);
    expect(error).toMatchObject({ message: expect.stringContaining('3 requests in a row') });
  });
});

it('texts of boards become one line without HTML, and no longer than their column', async () => {
  standIn.add('lever', 'acme', {
    company: 'acme',
    jobs: [job('a', { title: `<b>Lock\u0000 Keeper</b>\n\u202E${'x'.repeat(5_000)}` }), job('b', { title: ' \u200B ' })],
  });
  const { jobs } = await read(boardOf('lever'));
  expect(jobs).toHaveLength(1);
  expect(String(jobs[0]?.cells.title)).toMatch(/^Lock Keeper x+$/);
  expect(String(jobs[0]?.cells.title).length).toBeLessThanOrEqual(300);
});

test.each([
  ['Berlin', null],
  ['Berlin, Germany', 'Germany'],
  ['Remote (US)', 'United States'],
  ['Remote, Norway', 'Norway'],
  ['United Kingdom - Remote', 'United Kingdom'],
  ['Hybrid | Austin, TX', 'United States'],
  ['London, UK; Leeds, UK', 'United Kingdom'],
  ['London, UK; Paris, France', null],
  ['Oslo, Norway or Remote', null],
  ['Anywhere', null],
])('the country of "%s"', async (location, country) => {
  standIn.add('lever', 'acme', { company: 'acme', jobs: [job('a', { location })] });
  expect((await read(boardOf('lever'))).jobs[0]?.cells.country).toBe(country);
});

test.each([
  ['Full-time', 'Full-time'],
  ['Permanent contract', 'Full-time'],
  ['Unbefristet', 'Full-time'],
  ['Vollzeit, unbefristet', 'Full-time'],
  ['Befristet', 'Temporary'],
  ['Fixed-term contract', 'Temporary'],
  ['Contract', 'Contract'],
  ['Part-time internship', 'Internship'],
  ['Permanent part-time', 'Part-time'],
  ['Vollzeit/Teilzeit', null],
  ['Full-time or part-time', null],
  ['International', null],
  ['Other', null],
])('employment as "%s"', async (employmentType, type) => {
  standIn.add('lever', 'acme', { company: 'acme', jobs: [job('a', { employmentType })] });
  expect((await read(boardOf('lever'))).jobs[0]?.cells.employment_type).toBe(type);
});

test.each([
  ['https://boards.greenhouse.io/acme/jobs/4001?gh_src=1', 'greenhouse', 'acme'],
  ['https://job-boards.eu.greenhouse.io/acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_board/js?for=acme', 'greenhouse', 'acme'],
  ['https://jobs.lever.co/acme/1234-5678/apply', 'lever', 'acme'],
  ['https://jobs.eu.lever.co/acme', 'lever-eu', 'acme'],
  ['https://jobs.ashbyhq.com/Acme%20Inc/embed?version=2', 'ashby', 'Acme Inc'],
  ['https://careers.smartrecruiters.com/AcmeInc/', 'smartrecruiters', 'AcmeInc'],
  ['https://acme.recruitee.com/o/lock-keeper', 'recruitee', 'acme'],
  ['https://apply.workable.com/acme-canals/', 'workable', 'acme-canals'],
])('%s is a board', (address, provider, token) => expect(boardOfLink(address)).toEqual({ provider, token }));

test.each([
  ...[
    'https://boards.greenhouse.io/',
    'https://www.greenhouse.io/pricing',
    'https://apply.workable.com/j/AB12',
    'https://www.recruitee.com/',
  ],
  ...[
    'https://api.recruitee.com/x',
    'https://jobs.lever.co.evil.example/acme',
    'mailto:jobs@acme.example',
    'https://jobs.ashbyhq.com/%E0%A4%A',
  ],
  ...['https://boards.greenhouse.io/embed/job_app?token=1', 'not an address'],
])('%s is no board', (address) => expect(boardOfLink(address)).toBeNull());

test.each([
  ['jobs.lever.co/acme', { provider: 'lever', token: 'acme' }],
  ['  HTTPS://Acme.Recruitee.com/o/weaver ', { provider: 'recruitee', token: 'acme' }],
  ['acme', null],
  ['', null],
  ['ftp://jobs.lever.co/acme', null],
])('"%s" as somebody pastes it', (text, board) => expect(boardOfText(text)).toEqual(board));
