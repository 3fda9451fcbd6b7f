/**
 * How each provider's open interface is read: one board, all its jobs. A reading is complete or it fails: a board that is
 * cut, or that answers with anything else than its list, must not close jobs. Formats as seen in answers of 2025 and 2026.
 */

import { type OpenAnswer, type OpenRequest, OpenSourceError } from '../open-source.ts';
import { listIn, objectIn, plainText } from '../plain-text.ts';
import { type BoardLink, type BoardProvider, boardPage } from './board-links.ts';
import { type BoardJob, dayOf, yearlySalary } from './job-cells.ts';

type Fields = Readonly<Record<string, unknown>>;
type Get = (url: string, options?: OpenRequest) => Promise<OpenAnswer>;

export interface BoardReading {
  /** As the provider names the company; null: it does not. */
  readonly companyName: string | null;
  readonly jobs: readonly BoardJob[];
  /** Whether an unknown board looks like one without jobs, so that an empty list alone says nothing. */
  readonly isEmptyDoubtful: boolean;
}

/** A list goes on over pages; no board has more jobs than this many pages hold. */
const MOST_PAGES = 100;
/** Of a company without a page of its own, at the largest boards. */
const MOST_JOBS = 10_000;
const ID = /^[\w-]{1,100}$/;

/** @throws {OpenSourceError} where the reading is not complete */
export async function readBoard(board: BoardLink, get: Get): Promise<BoardReading> {
  const reading = await READERS[board.provider](board, get);
  const jobs = new Map(reading.jobs.map((job) => [job.url, job]));
  if (jobs.size > MOST_JOBS) throw new OpenSourceError(`${boardPage(board)} lists more than ${MOST_JOBS} jobs`);
  return { ...reading, jobs: [...jobs.values()] };
}

export function isBoardProvider(text: string): text is BoardProvider {
  return Object.hasOwn(READERS, text);
}

/** Seconds that a provider wants between two readings, where it wants more than the pace of the source. */
export const secondsBetween: Readonly<Partial<Record<BoardProvider, number>>> = { workable: 5 };

const READERS: Readonly<Record<BoardProvider, (board: BoardLink, get: Get) => Promise<BoardReading>>> = {
  greenhouse: readGreenhouse,
  lever: (board, get) => readLever(board, get, 'https://api.lever.co'),
  'lever-eu': (board, get) => readLever(board, get, 'https://api.eu.lever.co'),
  ashby: readAshby,
  smartrecruiters: readSmartRecruiters,
  recruitee: readRecruitee,
  workable: readWorkable,
};

/** Only with `content` does a board name departments. The texts can make it too large: then it is read without them. */
async function readGreenhouse(board: BoardLink, get: Get): Promise<BoardReading> {
  const address = `https://boards-api.greenhouse.io/v1/boards/${encodeURIComponent(board.token)}/jobs`;
  const received = await get(`${address}?content=true`).catch((error: unknown) => {
    if (!(error instanceof OpenSourceError) || error.retryAt !== null) throw error;
    return get(address);
  });
  const answer = objectOf(received, board);
  const listed = requiredList(answer, 'jobs', board);
  const total = objectIn(answer.meta)?.total;
  if (typeof total === 'number' && total !== listed.length) throw incomplete(board, listed.length, total);
  const jobs = listed.flatMap((job): BoardJob[] => {
    const id = idOf(job.id);
    if (id === null) return [];
    const type = listIn(job.metadata)
      .map(objectIn)
      .find((entry) => /employment|time type|job type|commitment/i.test(plainText(entry?.name, 100) ?? ''));
    return [
      {
        url: `${boardPage(board)}/jobs/${id}`,
        title: job.title,
        department: objectIn(listIn(job.departments)[0])?.name,
        location: objectIn(job.location)?.name,
        employmentType: listIn(type?.value)[0] ?? type?.value,
        publishedOn: dayOf(job.first_published) ?? null,
      },
    ];
  });
  return { companyName: plainText(listed[0]?.company_name, 200), jobs, isEmptyDoubtful: false };
}

const LEVER_PAGE = 100;

async function readLever(board: BoardLink, get: Get, origin: string): Promise<BoardReading> {
  const jobs: BoardJob[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = `?mode=json&skip=${page * LEVER_PAGE}&limit=${LEVER_PAGE}`;
    const answer = jsonOf(await get(`${origin}/v0/postings/${encodeURIComponent(board.token)}${query}`), board);
    if (!Array.isArray(answer)) throw unreadable(board, 'is no list');
    for (const entry of answer) {
      const job = objectIn(entry) ?? {};
      const id = idOf(job.id);
      if (id === null) continue;
      const categories = objectIn(job.categories) ?? {};
      const salary = objectIn(job.salaryRange);
      jobs.push({
        url: `${boardPage(board)}/${id}`,
        title: job.text,
        department: categories.department ?? categories.team,
        location: categories.location,
        country: job.country,
        workplace: job.workplaceType,
        employmentType: categories.commitment,
        salary:
          salary === null
            ? null
            : yearlySalary({ min: salary.min, max: salary.max, currency: salary.currency, interval: salary.interval }),
        publishedOn: dayOf(job.createdAt),
      });
    }
    if (answer.length < LEVER_PAGE) return { companyName: null, jobs, isEmptyDoubtful: false };
  }
  throw unreadable(board, `has more than ${MOST_PAGES} pages`);
}

/** Jobs with `isListed: false` are for people who were sent a link. */
async function readAshby(board: BoardLink, get: Get): Promise<BoardReading> {
  const address = `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(board.token)}?includeCompensation=true`;
  const jobs = requiredList(objectOf(await get(address), board), 'jobs', board).flatMap((job): BoardJob[] => {
    const id = idOf(job.id);
    if (id === null || job.isListed === false) return [];
    const place = objectIn(objectIn(job.address)?.postalAddress);
    const components = listIn(objectIn(job.compensation)?.summaryComponents).map(objectIn);
    const salary = components.find((component) => component?.compensationType === 'Salary') ?? null;
    return [
      {
        url: `${boardPage(board)}/${id}`,
        title: job.title,
        department: job.department ?? job.team,
        location: job.location,
        country: place?.addressCountry,
        workplace: job.workplaceType ?? (job.isRemote === true ? true : null),
        employmentType: spaced(job.employmentType),
        salary:
          salary === null
            ? null
            : yearlySalary({
                min: salary.minValue,
                max: salary.maxValue,
                currency: salary.currencyCode,
                interval: salary.interval,
              }),
        publishedOn: dayOf(job.publishedAt),
      },
    ];
  });
  return { companyName: null, jobs, isEmptyDoubtful: true };
}

const SMARTRECRUITERS_PAGE = 100;

async function readSmartRecruiters(board: BoardLink, get: Get): Promise<BoardReading> {
  const jobs: BoardJob[] = [];
  let companyName: string | null = null;
  let offset = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = `?limit=${SMARTRECRUITERS_PAGE}&offset=${offset}`;
    const address = `https://api.smartrecruiters.com/v1/companies/${encodeURIComponent(board.token)}/postings${query}`;
    const answer = objectOf(await get(address), board);
    const total = answer.totalFound;
    if (typeof total !== 'number') throw unreadable(board, 'has no "totalFound"');
    const listed = requiredList(answer, 'content', board);
    for (const job of listed) {
      const id = idOf(job.id);
      if (id === null) continue;
      const location = objectIn(job.location) ?? {};
      const places = [location.city, location.region, location.country].flatMap((part) => plainText(part, 100) ?? []);
      companyName ??= plainText(objectIn(job.company)?.name, 200);
      jobs.push({
        url: `https://jobs.smartrecruiters.com/${encodeURIComponent(board.token)}/${id}`,
        title: job.name,
        department: objectIn(job.department)?.label ?? objectIn(job.function)?.label,
        location: location.fullLocation ?? places.join(', '),
        country: location.country,
        workplace: location.hybrid === true ? 'hybrid' : location.remote === true ? true : null,
        employmentType: objectIn(job.typeOfEmployment)?.label,
        publishedOn: dayOf(job.releasedDate),
      });
    }
    // A page may be shorter than asked for.
    offset += listed.length;
    if (offset >= total) return { companyName, jobs, isEmptyDoubtful: true };
    if (listed.length === 0) throw incomplete(board, offset, total);
  }
  throw unreadable(board, `has more than ${MOST_PAGES} pages`);
}

async function readRecruitee(board: BoardLink, get: Get): Promise<BoardReading> {
  const listed = requiredList(objectOf(await get(`${boardPage(board)}/api/offers/`), board), 'offers', board);
  const jobs = listed.flatMap((job): BoardJob[] => {
    const slug = typeof job.slug === 'string' && /^[\p{L}\p{N}_.-]{1,200}$/u.test(job.slug) ? job.slug : null;
    if (slug === null) return [];
    const salary = objectIn(job.salary);
    return [
      {
        url: `${boardPage(board)}/o/${encodeURIComponent(slug)}`,
        title: job.title,
        department: job.department,
        location: job.location ?? [job.city, job.country].flatMap((part) => plainText(part, 100) ?? []).join(', '),
        country: job.country_code ?? job.country,
        workplace: job.hybrid === true ? 'hybrid' : job.remote === true ? true : job.on_site === true ? 'onsite' : null,
        employmentType: spaced(job.employment_type_code),
        salary:
          salary === null
            ? null
            : yearlySalary({ min: salary.min, max: salary.max, currency: salary.currency, interval: salary.period }),
        publishedOn: dayOf(job.published_at),
      },
    ];
  });
  return { companyName: plainText(listed[0]?.company_name, 200), jobs, isEmptyDoubtful: false };
}

/** A job with several places is listed once for each, under one `shortcode`: the first counts. */
async function readWorkable(board: BoardLink, get: Get): Promise<BoardReading> {
  const address = `https://apply.workable.com/api/v1/widget/accounts/${encodeURIComponent(board.token)}`;
  const answer = objectOf(await get(address), board);
  const jobs = new Map<string, BoardJob>();
  for (const job of requiredList(answer, 'jobs', board)) {
    const id = idOf(job.shortcode);
    if (id === null || jobs.has(id)) continue;
    const places = [job.city, job.state, job.country].flatMap((part) => plainText(part, 100) ?? []);
    jobs.set(id, {
      url: `${boardPage(board)}/j/${id}`,
      title: job.title,
      department: job.department,
      location: places.join(', '),
      country: job.country,
      workplace: job.telecommuting === true ? true : null,
      employmentType: job.employment_type,
      publishedOn: dayOf(job.published_on) ?? dayOf(job.created_at),
    });
  }
  return { companyName: plainText(answer.name, 200), jobs: [...jobs.values()], isEmptyDoubtful: false };
}

function jsonOf({ status, bytes }: OpenAnswer, board: BoardLink): unknown {
  if (status === 404 || status === 410) throw new OpenSourceError(`${boardPage(board)}: there is no such board`);
  if (status !== 200) throw new OpenSourceError(`${boardPage(board)} answered ${status}`);
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return parsed;
  } catch (cause) {
    throw unreadable(board, 'is no JSON', cause);
  }
}

function objectOf(answer: OpenAnswer, board: BoardLink): Fields {
  const read = objectIn(jsonOf(answer, board));
  if (read === null) throw unreadable(board, 'is no object');
  return read;
}

/** The objects of a list that has to be there. */
function requiredList(answer: Fields, name: string, board: BoardLink): readonly Fields[] {
  const list = answer[name];
  if (!Array.isArray(list)) throw unreadable(board, `has no list "${name}"`);
  return list.flatMap((entry): readonly Fields[] => {
    const read = objectIn(entry);
    return read === null ? [] : [read];
  });
}

function unreadable(board: BoardLink, reason: string, cause?: unknown): OpenSourceError {
  return new OpenSourceError(`${boardPage(board)}: the answer ${reason}`, { cause });
}

function incomplete(board: BoardLink, listed: number, total: number): OpenSourceError {
  return new OpenSourceError(`${boardPage(board)} lists ${listed} of ${total} jobs`);
}

function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && ID.test(text) ? text : null;
}

/** `FullTime` and `fulltime_permanent` as words. */
function spaced(value: unknown): string | null {
  return (
    plainText(value, 100)
      ?.replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ') ?? null
  );
}
