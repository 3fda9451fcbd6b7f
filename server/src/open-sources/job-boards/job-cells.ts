/**
 * What boards say about a job, in the words of the table: country, workplace, kind of employment, yearly salary. What a
 * board says in none of the known words stays blank.
 */
import { countryName, isCountryCode } from '@leadloom/shared/domain/countries';
import { englishCountry, isCountryName } from '../../places/country-names.ts';
import { locationPart } from '../../places/read-location.ts';
import { plainText } from '../plain-text.ts';

const TEXT_LIMIT = 300;

/** A job as a board tells it; absent and null: it does not say. */
export interface BoardJob {
  /** The job's page at the provider, made from its id: what a board gives as the address may be any page. */
  readonly url: string;
  readonly title: unknown;
  readonly department?: unknown;
  readonly location?: unknown;
  /** A code or a name. */
  readonly country?: unknown;
  /** The provider's words, or whether somebody works from anywhere. */
  readonly workplace?: unknown;
  readonly employmentType?: unknown;
  /** Of a year. */
  readonly salary?: Salary | null;
  readonly publishedOn: string | null;
}

export interface Salary {
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string;
}

/** The cells that a reading knows of a job; null: it has no title, or no address. */
export function cellsOfJob(job: BoardJob): Readonly<Record<string, string | number | null>> | null {
  const title = plainText(job.title, TEXT_LIMIT);
  if (title === null) return null;
  const location = plainText(job.location, TEXT_LIMIT);
  return {
    title,
    department: plainText(job.department, TEXT_LIMIT),
    location,
    country: countryOf(job.country) ?? countryInLocation(location),
    workplace: workplaceOf(job.workplace) ?? workplaceInLocation(location),
    employment_type: employmentTypeOf(job.employmentType),
    salary_min: job.salary?.min ?? null,
    salary_max: job.salary?.max ?? null,
    salary_currency: job.salary?.currency ?? null,
    published_on: job.publishedOn,
    url: job.url,
  };
}

function countryOf(value: unknown): string | null {
  const text = plainText(value, 100);
  if (text === null) return null;
  const code = text.toUpperCase();
  if (isCountryCode(code)) return countryName(code);
  return isCountryName(text) ? englishCountry(text) : null;
}

/** `Remote - Germany`, `Remote (US)`, `Hybrid | Leeds, UK`, `Norway (Remote)`. */
const WORDS_IN_FRONT = /^(?:fully\s+)?(?:remote|hybrid|on-?site)\b[\s,;:|/(–—-]*(?:in\s+|within\s+)?/i;
const WORDS_BEHIND = /[\s,;:|/(–—-]*\b(?:remote|hybrid|on-?site)\b(?:\s+(?:only|first|friendly))?\)?$/i;

function countryInLocation(location: string | null): string | null {
  const place = (location ?? '').replace(WORDS_IN_FRONT, '').replace(WORDS_BEHIND, '').replace(/\)$/, '').trim();
  if (place === '') return null;
  const countries = new Set<string>();
  // Several places of one job stand behind each other: a country that only some of them name is not the job's.
  for (const part of place.split(/\s*(?:[;|\n]|\bor\b|\s&\s)\s*/)) {
    const country = locationPart(part, 'country');
    if (country === '') return null;
    countries.add(englishCountry(country));
  }
  const [only = null] = countries;
  return countries.size === 1 ? only : null;
}

function workplaceOf(value: unknown): string | null {
  if (value === true) return 'Remote';
  switch (
    plainText(value, 50)
      ?.toLowerCase()
      .replace(/[^a-z]/g, '')
  ) {
    case 'remote':
    case 'fullyremote':
      return 'Remote';
    case 'hybrid':
      return 'Hybrid';
    case 'onsite':
    case 'inoffice':
    case 'office':
      return 'On-site';
    default:
      return null;
  }
}

function workplaceInLocation(location: string | null): string | null {
  if (location === null) return null;
  if (/\bhybrid\b/i.test(location)) return 'Hybrid';
  return WORDS_IN_FRONT.test(location) || WORDS_BEHIND.test(location)
    ? workplaceOf(/on-?site/i.test(location) ? 'onsite' : true)
    : null;
}

/** In the order in which they are tried: `Part-time internship` is an internship, and a fixed-term contract is temporary. */
const EMPLOYMENT: readonly (readonly [words: RegExp, type: string])[] = [
  [/\bintern(?:s|ship)?\b|trainee|apprentice|working\s*student|werkstudent|praktik|\bstage\b|stagiaire/i, 'Internship'],
  [/temporary|fixed.?term|seasonal|zeitarbeit|(?<!un)befristet/i, 'Temporary'],
  [/(?<!permanent\W+)contract(?!.*permanent)|freelance|consultant|b2b/i, 'Contract'],
  [/part.?time|teilzeit|temps partiel/i, 'Part-time'],
  [/full.?time|vollzeit|temps plein|permanent|regular|fest(?:anstellung)?\b|unbefristet/i, 'Full-time'],
];
const FULL_OR_PART = /(?:full.?time|vollzeit).*(?:part.?time|teilzeit)|(?:part.?time|teilzeit).*(?:full.?time|vollzeit)/i;

function employmentTypeOf(value: unknown): string | null {
  const text = plainText(value, 100);
  if (text === null) return null;
  const type = EMPLOYMENT.find(([words]) => words.test(text))?.[1] ?? null;
  // Whoever applies may choose.
  return type === 'Part-time' && FULL_OR_PART.test(text) ? null : type;
}

/**
 * A yearly salary; null where the board names another interval, no currency, or amounts that cannot be a year's.
 * @param interval as the provider writes it
 */
export function yearlySalary(range: {
  readonly min: unknown;
  readonly max: unknown;
  readonly currency: unknown;
  readonly interval: unknown;
}): Salary | null {
  const currency = plainText(range.currency, 3)?.toUpperCase() ?? '';
  if (!/^[A-Z]{3}$/.test(currency) || !/year|annual|annum/i.test(plainText(range.interval, 50) ?? '')) return null;
  const [min, max] = [amountOf(range.min), amountOf(range.max)];
  return (min === null && max === null) || (min !== null && max !== null && min > max) ? null : { min, max, currency };
}

function amountOf(value: unknown): number | null {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && amount > 0 && amount < 1e12 ? amount : null;
}

/** The day of a time: ISO with an offset, `2026-11-12 10:00:00 UTC`, or milliseconds since 1970. */
export function dayOf(value: unknown): string | null {
  const time =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? Date.parse(value.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z'))
        : Number.NaN;
  // Before 2000 there was no such board: a date there is a number in the wrong unit, or none.
  if (Number.isNaN(time) || time < Date.UTC(2000, 0, 1) || time > Date.UTC(2200, 0, 1)) return null;
  return new Date(time).toISOString().slice(0, 10);
}
