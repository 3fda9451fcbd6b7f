/**
 * Jobs from companies' own boards at six providers, and how many are open at each company. Boards are those that the source
 * `websites` found on companies' sites, and those that operators pasted. One board is one reading: complete, or it counts for
 * nothing. A job is closed when two complete readings, a day apart, did not have it any more.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import {
  type NotedBoard,
  type OpenLoad,
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
  type OpenStep,
  type VisitedBoard,
} from '../open-source.ts';
import { plainText } from '../plain-text.ts';
import { type BoardLink, boardPage, startOfJobs } from './board-links.ts';
import { cellsOfJob } from './job-cells.ts';
import { type BoardReading, isBoardProvider, readBoard, secondsBetween } from './providers.ts';

const JOB_FIELDS = [
  ...['title', 'company_name', 'company_website', 'department', 'location', 'country', 'workplace', 'employment_type'],
  ...['salary_min', 'salary_max', 'salary_currency', 'published_on', 'url', 'first_seen_at', 'closed_on'],
];
const COMPANY_FIELDS = ['website', 'jobs_open', 'careers_url'];
/** A step ends with the board that reaches one of them. */
const [BOARDS_OF_STEP, JOBS_OF_STEP] = [100, 5_000];
const TRIED_JOBS = 5;
/** What some job of every board says, by the column it fills. */
const EXPECTED = [
  ['title', 'title'],
  ['location', 'location'],
  ['published_on', 'day of publication'],
] as const;
const FORBIDDEN_IN_A_ROW = 3;
const FORBIDDEN_PAUSE_MS = 60 * 60_000;

const manifest: OpenSourceManifest = {
  id: 'job-boards',
  ...openSourceFacts['job-boards'],
  publisher: 'The companies themselves, at Greenhouse, Lever, Ashby, SmartRecruiters, Recruitee and Workable',
  tables: ['jobs', 'companies'],
  countries: [],
  licence: 'Facts of public job boards',
  needs: 'contact',
  isOnByDefault: true,
  everyHours: 6,
  every: 'each board daily',
  size: 'one request a board, 1 to 800 jobs each',
  requestsPerSecond: 1,
  hosts: [
    ...['boards-api.greenhouse.io', 'api.lever.co', 'api.eu.lever.co', 'api.ashbyhq.com', 'api.smartrecruiters.com'],
    // Workable redirects between its two. Boards at Recruitee are hosts of their own.
    ...['apply.workable.com', 'www.workable.com', '*.recruitee.com'],
  ],
  options: {},
  isUntried: false,
};

interface ReadBoard {
  readonly board: VisitedBoard & BoardLink;
  readonly reading: BoardReading;
}

async function* read(_checkpoint: unknown, run: OpenSourceRun): ReturnType<OpenSource['read']> {
  const asked = createAsking(run);
  let refusal: OpenSourceError | null = null;
  let boards = await run.dueBoards(BOARDS_OF_STEP);
  while (boards.length > 0) {
    const step: ReadBoard[] = [];
    const noted: NotedBoard[] = [];
    let jobs = 0;
    for (const board of boards) {
      run.signal.throwIfAborted();
      const link = linkOf(board);
      try {
        const reading = await asked.read(link);
        step.push({ board: { ...board, ...link }, reading });
        noted.push({
          ...board,
          companyName: board.companyName ?? reading.companyName,
          read: { missing: missingIn(board, link, reading), error: null },
        });
        jobs += reading.jobs.length;
      } catch (error) {
        if (!(error instanceof OpenSourceError)) throw error;
        if (error.retryAt !== null) refusal = error;
        noted.push({ ...board, read: { missing: board.missing, error: error.message } });
      }
      if (jobs >= JOBS_OF_STEP) {
        await run.noteBoards(noted.splice(0));
        yield stepOf(step.splice(0), run.now());
        jobs = 0;
      }
    }
    await run.noteBoards(noted);
    yield stepOf(step, run.now());
    boards = await run.dueBoards(BOARDS_OF_STEP);
  }
  // The boards of the other providers are stored: the run ends as failed, so that the operator reads why some are not.
  if (refusal !== null) throw refusal;
}

/** @throws {OpenSourceError} from `linkOf` for boards that an earlier version noted */
function linkOf({ provider, token }: Pick<VisitedBoard, 'provider' | 'token'>): BoardLink {
  if (!isBoardProvider(provider)) throw new OpenSourceError(`There is no reader for job boards of ${plainText(provider, 50)}.`);
  return { provider, token };
}

/**
 * Asks providers at their own paces. One that wants fewer requests, or that forbids several boards in a row, is not asked again
 * in this run. A single board that is forbidden is a failed reading.
 */
function createAsking({ get, signal, now }: OpenSourceRun) {
  const refusals = new Map<string, OpenSourceError>();
  const forbidden = new Map<string, number>();
  const nextAt = new Map<string, number>();

  const getFrom =
    (provider: string): OpenSourceRun['get'] =>
    async (url, options) => {
      const answer = await get(url, { ...options, accepts: ({ status }) => status === 403 });
      const times = answer.status === 403 ? (forbidden.get(provider) ?? 0) + 1 : 0;
      forbidden.set(provider, times);
      if (times < FORBIDDEN_IN_A_ROW) return answer;
      const message = `${new URL(url).host} answered ${times} requests in a row with status 403. It may refuse this server.`;
      throw new OpenSourceError(message, { retryAt: new Date(now().getTime() + FORBIDDEN_PAUSE_MS) });
    };

  return {
    read: async (link: BoardLink): Promise<BoardReading> => {
      const { provider } = link;
      const refused = refusals.get(provider);
      if (refused !== undefined) throw refused;
      const seconds = secondsBetween[provider] ?? 0;
      const pause = (nextAt.get(provider) ?? 0) - performance.now();
      if (pause > 0) await wait(pause, undefined, { signal });
      try {
        return await readBoard(link, getFrom(provider));
      } catch (error) {
        if (error instanceof OpenSourceError && error.retryAt !== null) refusals.set(provider, error);
        throw error;
      } finally {
        nextAt.set(provider, performance.now() + seconds * 1_000);
      }
    },
  };
}

/** Of the company's stored jobs, those of this board that it does not list: the company may have other boards. */
function missingIn(board: VisitedBoard, link: BoardLink, { jobs }: BoardReading): string[] {
  const listed = new Set(jobs.map(({ url }) => url));
  return openAt(board, link).filter((url) => !listed.has(url));
}

/** Addresses of stored jobs at this board. */
function openAt({ open }: VisitedBoard, link: BoardLink): string[] {
  const start = startOfJobs(link);
  return open.filter((url) => url.startsWith(start));
}

/** Only a job that is new says when it was first seen, and of one that closed nothing else is said: its cells stay. */
function stepOf(boards: readonly ReadBoard[], now: Date): OpenStep {
  const today = now.toISOString().slice(0, 10);
  const jobs: OpenRecord[] = [];
  for (const { board, reading } of boards) {
    const page = boardPage(board);
    const said = { url: page, asOf: today };
    const names = { company_name: board.companyName ?? reading.companyName, company_website: board.companyWebsite };
    const stored = new Set(board.open);
    for (const job of reading.jobs) {
      const cells = cellsOfJob(job);
      if (cells === null) continue;
      const seen = stored.has(job.url) ? {} : { first_seen_at: now.toISOString() };
      jobs.push({ cells: { ...cells, ...names, ...seen, closed_on: null }, ...said });
    }
    for (const url of missingIn(board, board, reading))
      if (board.missing.includes(url)) jobs.push({ cells: { url, closed_on: today }, ...said });
  }
  const companies = companiesOf(boards).map((cells) => ({ cells, url: cells.careers_url, asOf: today }));
  const loads = [...loadOf('jobs', JOB_FIELDS, jobs), ...loadOf('companies', COMPANY_FIELDS, companies)];
  return {
    title: `${boards.length} ${boards.length === 1 ? 'board' : 'boards'}, ${today}`,
    loads,
    checkpoint: null,
    isFull: false,
  };
}

function loadOf(table: OpenLoad['table'], fields: readonly string[], records: readonly OpenRecord[]): readonly OpenLoad[] {
  const load: OpenLoad = {
    table,
    fields,
    records: async function* () {
      yield* records;
    },
  };
  return records.length === 0 ? [] : [load];
}

/**
 * A company's open jobs are those of all its boards: what was read now, and what is stored of the others. Without a name, a
 * record makes no row: it fills the company that has this website, if there is one. Nothing is said of a board whose website
 * nobody knows, or that may not exist.
 */
function companiesOf(boards: readonly ReadBoard[]) {
  const telling = boards.flatMap(({ board, reading }) => {
    const isKnown = reading.jobs.length > 0 || !reading.isEmptyDoubtful || openAt(board, board).length > 0;
    return isKnown && board.companyWebsite !== null ? [{ board, reading, website: board.companyWebsite }] : [];
  });
  return [...Map.groupBy(telling, ({ website }) => website.toLowerCase()).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const read = own.map(({ board }) => startOfJobs(board));
    const elsewhere = new Set(
      own.flatMap(({ board }) => board.open.filter((url) => !read.some((start) => url.startsWith(start)))),
    );
    const listed = own.reduce((total, { reading }) => total + reading.jobs.length, 0);
    return [{ website: first.website, jobs_open: listed + elsewhere.size, careers_url: boardPage(first.board) }];
  });
}

/** Reads the first board that is due; without one, there is nothing to try. */
async function tryOut(run: OpenSourceRun) {
  const [board] = await run.dueBoards(1);
  if (board === undefined)
    throw new OpenSourceError('No job board is due. Switch on "Websites", which finds boards of companies, or paste some.');
  const link = linkOf(board);
  const reading = await readBoard(link, run.get);
  const shown = { ...reading, jobs: reading.jobs.slice(0, TRIED_JOBS) };
  const { loads } = stepOf([{ board: { ...board, ...link, open: [], missing: [] }, reading: shown }], run.now());
  const records: { table: OpenLoad['table']; record: OpenRecord }[] = [];
  for (const { table, records: read } of loads) for await (const record of read()) records.push({ table, record });
  const jobs = records.filter(({ table }) => table === 'jobs');
  const missing = EXPECTED.filter(
    ([field]) => jobs.length > 0 && jobs.every(({ record }) => (record.cells[field] ?? null) === null),
  );
  return { url: boardPage(link), records: jobs, missing: missing.map(([, name]) => name) };
}

export const jobBoards: OpenSource = { manifest, read, tryOut };
