/** Fictional employers and schools, each a pure function of its number. */
import { createDice, cycle, pick, purpose } from './dice.ts';
import { allLocations, type Industry, industries, type Location } from './locations.ts';

export interface Company {
  readonly id: number;
  readonly kind: 'company' | 'school';
  readonly name: string;
  readonly universalName: string;
  /** The page's address, under `/company/` or `/school/`, with a trailing slash. */
  readonly url: string;
  readonly description: string;
  readonly website: string;
  readonly staffCount: number;
  readonly staffRange: { readonly start: number; readonly end: number | null };
  readonly followerCount: number;
  readonly industry: Industry;
  readonly place: Location;
}

export const COMPANY_COUNT = 400;
export const SCHOOL_COUNT = 60;
const FIRST_COMPANY_ID = 9_000_001;
const FIRST_SCHOOL_ID = 9_500_001;

const adjectives = [
  'Amber',
  'Börsen',
  'Copper',
  'Drift',
  'Elm',
  'Fjell',
  'Granit',
  'Hazel',
  'Indigo',
  'Juniper',
  'Kvarts',
  'Lumen',
  '桜木',
  'Möwen',
  'Northlight',
  'Ostsee',
  'Północ',
  'Quill',
];
const nouns = [
  'Works',
  'Logistik',
  'Analytics',
  'Energi',
  'Systems',
  'Freight & Co',
  'Optics',
  'Studio',
  'Robotics',
  'Bank',
  'Labs',
  'Werke',
];
const schoolKinds = ['University', 'Institute of Technology', 'Business School', 'Hochschule', 'College of Arts'];
const staffRanges: readonly { readonly start: number; readonly end: number | null }[] = [
  { start: 2, end: 10 },
  { start: 11, end: 50 },
  { start: 51, end: 200 },
  { start: 201, end: 500 },
  { start: 1001, end: 5000 },
  { start: 10_001, end: null },
];

export function companyAt(seed: number, number: number): Company {
  const wrapped = number % COMPANY_COUNT;
  const name = `${cycle(adjectives, wrapped)} ${cycle(nouns, Math.floor(wrapped / adjectives.length) + wrapped)}`;
  return build(seed, 'company', FIRST_COMPANY_ID + wrapped, name);
}

export function schoolAt(seed: number, number: number): Company {
  const wrapped = number % SCHOOL_COUNT;
  const town = cycle(allLocations, wrapped).name.split(',')[0] ?? 'Northern';
  return build(seed, 'school', FIRST_SCHOOL_ID + wrapped, `${cycle(schoolKinds, wrapped)} of New ${town}`);
}

/** The company with a numeric id or a universal name; undefined when none bears it. */
export function findCompany(seed: number, name: string): Company | undefined {
  const id = Number(/^(\d{1,10})$/.exec(name)?.[1] ?? /-(\d{7})$/.exec(name)?.[1]);
  const company = companyById(seed, id);
  if (company === undefined) return undefined;
  return name === String(id) || name.normalize('NFC') === company.universalName ? company : undefined;
}

export function companyById(seed: number, id: number): Company | undefined {
  if (id >= FIRST_COMPANY_ID && id < FIRST_COMPANY_ID + COMPANY_COUNT) return companyAt(seed, id - FIRST_COMPANY_ID);
  if (id >= FIRST_SCHOOL_ID && id < FIRST_SCHOOL_ID + SCHOOL_COUNT) return schoolAt(seed, id - FIRST_SCHOOL_ID);
  return undefined;
}

function build(seed: number, kind: Company['kind'], id: number, name: string): Company {
  const dice = createDice(seed, id, purpose.company);
  const universalName = `${name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-${id}`;
  const staffRange = pick(dice, staffRanges);
  const industry = kind === 'school' ? { id: 68, name: 'Higher Education' } : pick(dice, industries);
  return {
    id,
    kind,
    name,
    universalName,
    url: `https://www.linkedin.com/${kind}/${encodeURIComponent(universalName)}/`,
    description: `${name} works in ${industry.name.toLowerCase()}.\nAn invented organization for trying things out.`,
    website: `https://org-${id}.example.com`,
    staffCount: staffRange.start + dice((staffRange.end ?? staffRange.start * 2) - staffRange.start),
    staffRange,
    followerCount: 50 + dice(400_000),
    industry,
    place: pick(dice, allLocations),
  };
}
