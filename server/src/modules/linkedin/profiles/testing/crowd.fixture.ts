/** People with jobs, schools and tags, rows of Companies, and what plain code answers to questions about them. */
interface Job {
  readonly title: string | null;
  readonly company: string | null;
  /** The last part of the company's address at LinkedIn. */
  readonly page?: string;
  readonly number?: string;
  readonly isCurrent: boolean;
}

export interface Person {
  readonly name: string;
  readonly country: string | null;
  readonly email: string | null;
  readonly followers: number | null;
  readonly collected: string;
  readonly jobs: readonly Job[];
  readonly schools: readonly string[];
  readonly tags: readonly string[];
}

const now = (title: string | null, company: string | null, page?: string, number?: string): Job => ({
  title,
  company,
  isCurrent: true,
  ...(page === undefined ? {} : { page }),
  ...(number === undefined ? {} : { number }),
});
const before = (company: string | null, page?: string): Job => ({ ...now('Clerk', company, page), isCurrent: false });

export const person = (name: string, part: Partial<Person>): Person => ({
  name,
  country: null,
  email: null,
  followers: null,
  collected: '2026-03-02',
  jobs: [],
  schools: [],
  tags: [],
  ...part,
});

export const crowd: readonly Person[] = [
  person('Ada', {
    country: 'Norway',
    email: 'ada@nordlys.example',
    followers: 30,
    collected: '2026-03-01',
    jobs: [now('Lead Engineer', 'Nordlys Freight AS', 'nordlys'), before('Kestrel & Sons', 'kestrel')],
    schools: ['Universität Köln'],
    tags: ['Warm', 'Buyer'],
  }),
  person('Bo', {
    country: 'norway',
    followers: 0,
    jobs: [now('Küchenchef', 'Müller Kaffee', undefined, '77'), before('Nordlys Freight', 'nordlys')],
    schools: ['Harbour College', 'Bergen School of Business'],
    tags: ['Warm'],
  }),
  person('Cy', {
    country: 'France',
    email: 'cy@kestrel.example',
    followers: 500,
    collected: '2026-03-03',
    jobs: [now(null, 'Kestrel & Sons', 'kestrel'), now('Engineering Manager', 'Side Job', 'nordlys')],
    schools: ['Lyon'],
  }),
  // Known by its number alone, which the account has looked up.
  person('Di', { country: 'France', followers: 31, jobs: [now('Owner', null, undefined, '4711'), before(null)], tags: ['cold'] }),
  // Neither page nor number: the name alone.
  person('Eve', { country: 'Spain', jobs: [now('Adviser', 'Quiet Mill')], schools: ['KÖLN evening school'] }),
  person('Flo', { jobs: [before('Nordlys Freight', 'nordlys')] }),
  person('Gus', {}),
];

export const rows = [
  { name: 'Nordlys', linkedin_url: 'https://no.linkedin.com/company/Nordlys/about', country: 'Norway', employee_count: 120 },
  { name: 'Kestrel and Sons', website: 'https://kestrel.example', website_domain: 'kestrel.example', country: 'France' },
  { name: 'Kestrel', linkedin_url: 'linkedin.com/company/kestrel', country: 'Germany', employee_count: 9 },
  { name: 'Mueller', linkedin_url: 'https://www.linkedin.com/company/77', country: 'Germany', employee_count: 60 },
  { name: 'Looked Up', website: 'https://lookup.example', website_domain: 'lookup.example', country: 'Sweden' },
  { name: 'quiet mill', country: 'Spain', employee_count: 3 },
  { name: 'Nobody’s', linkedin_url: 'https://www.linkedin.com/company/nobody', country: 'Norway', employee_count: 500 },
  { name: 'Shared', website: 'https://github.com', website_domain: 'github.com', country: 'Norway' },
];
/** Which rows each works for, by hand. */
const employers: Readonly<Record<string, readonly string[]>> = {
  Ada: ['Nordlys'],
  Bo: ['Mueller'],
  Cy: ['Kestrel', 'Nordlys'],
  Di: ['Looked Up'],
  Eve: ['quiet mill'],
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const has = (cell: string | null | undefined, part: string) => cell != null && plain(cell).includes(plain(part));
const titleOf = ({ jobs }: Person) => jobs.find(({ isCurrent, title }) => isCurrent && title !== null)?.title ?? null;
/** As the profile itself names it: that of the first present position. */
const companyOf = ({ name, jobs }: Person) =>
  name === 'Di' ? 'Looked Up AB' : (jobs.find(({ isCurrent }) => isCurrent)?.company ?? null);
const pastOf = ({ jobs }: Person) => jobs.flatMap(({ isCurrent, company }) => (isCurrent || company === null ? [] : [company]));
const worksAt =
  (test: (row: (typeof rows)[number]) => boolean) =>
  ({ name }: Person) =>
    rows.some((row) => (employers[name] ?? []).includes(row.name) && test(row));
const countryIs = (country: string) => (one: Person) => one.country?.toLowerCase() === country;
const all = () => true;

export type Query = Readonly<Record<string, string | string[]>>;

export const cases: readonly (readonly [query: Query, holds: (one: Person) => boolean])[] = [
  [{ country: 'NORWAY ' }, countryIs('norway')],
  [{ country: ['Norway', 'Spain'] }, (one) => countryIs('norway')(one) || countryIs('spain')(one)],
  [{ country: 'Norway,Spain' }, (one) => countryIs('norway')(one) || countryIs('spain')(one)],
  [{ country_not: 'norway' }, (one) => !countryIs('norway')(one)],
  [{ country_not: ['Norway', 'france'] }, (one) => !countryIs('norway')(one) && !countryIs('france')(one)],
  [{ country_has: 'true' }, (one) => one.country !== null],
  [{ country_has: 'false' }, (one) => one.country === null],
  [{ country: '' }, all],
  [{ title: 'ngine' }, (one) => has(titleOf(one), 'ngine')],
  [{ title: 'kuchen' }, ({ name }) => name === 'Bo'],
  [{ title: 'KUECHEN' }, ({ name }) => name === 'Bo'],
  [{ title: 'manager eng' }, ({ name }) => name === 'Cy'],
  [{ title: ['owner', 'adviser'] }, ({ name }) => name === 'Di' || name === 'Eve'],
  [{ title: 'clerk' }, () => false],
  [{ title: '%' }, () => false],
  [{ title: '_' }, () => false],
  [{ title_not: 'engineer' }, (one) => !has(titleOf(one), 'engineer')],
  [{ title_not: '%' }, all],
  [{ title_has: 'true' }, (one) => titleOf(one) !== null],
  [{ title_has: 'false' }, (one) => titleOf(one) === null],
  [{ company: 'ordl' }, (one) => has(companyOf(one), 'ordl')],
  [{ company: 'nordlys freight gmbh' }, ({ name }) => name === 'Ada'],
  [{ company: 'mueller' }, ({ name }) => name === 'Bo'],
  [{ company: 'looked' }, ({ name }) => name === 'Di'],
  [{ company_not: 'e' }, (one) => !has(companyOf(one), 'e')],
  [{ company_has: 'false' }, (one) => companyOf(one) === null],
  [{ past_company: 'lys' }, (one) => pastOf(one).some((name) => has(name, 'lys'))],
  [{ past_company: ['kestrel', 'lys'] }, (one) => pastOf(one).length > 0],
  [{ past_company_not: 'nordlys' }, (one) => !pastOf(one).some((name) => has(name, 'nordlys'))],
  [{ past_company_has: 'true' }, (one) => pastOf(one).length > 0],
  [{ past_company_has: 'false' }, (one) => pastOf(one).length === 0],
  [{ school: 'koln' }, ({ schools }) => schools.some((name) => has(name, 'koln'))],
  [{ school: 'business bergen' }, ({ name }) => name === 'Bo'],
  [{ school: 'harbour business' }, () => false],
  [{ school_not: 'school' }, ({ schools }) => !schools.some((name) => has(name, 'school'))],
  [{ school_has: 'false' }, ({ schools }) => schools.length === 0],
  [{ with_email: 'true' }, ({ email }) => email !== null],
  [{ with_email: 'false' }, ({ email }) => email === null],
  [{ with_email_not: 'true' }, ({ email }) => email === null],
  [{ with_email_not: 'false' }, all],
  [{ incomplete: 'false' }, () => false],
  [{ incomplete_not: 'true' }, () => false],
  [{ collect_again_not: 'true' }, all],
  [{ follower_count_from: '31' }, ({ followers }) => followers !== null && followers >= 31],
  [{ follower_count_to: '30.5' }, ({ followers }) => followers !== null && followers <= 30.5],
  [{ follower_count_from: '30', follower_count_to: '31' }, ({ followers }) => followers === 30 || followers === 31],
  [{ follower_count_has: 'false' }, ({ followers }) => followers === null],
  [{ connection_count_has: 'true' }, () => false],
  [{ collected_after: '2026-03-02' }, ({ collected }) => collected >= '2026-03-02'],
  [{ collected_before: '2026-03-01' }, ({ collected }) => collected <= '2026-03-01'],
  [{ collected_has: 'true' }, all],
  [{ collected_has: 'false' }, () => false],
  [{ tags: 'warm,buyer' }, ({ name }) => name === 'Ada'],
  [{ tag_not: 'warm' }, ({ tags }) => !tags.includes('Warm')],
  [{ tag_not: 'buyer,COLD' }, ({ tags }) => !tags.includes('Buyer') && !tags.includes('cold')],
  [{ query: 'nordlys -ada' }, () => false],
  [{ query: 'kestrel OR quiet' }, ({ name }) => name === 'Cy' || name === 'Eve'],
  [{ query: '"sons kestrel"' }, () => false],
  [{ query: '"nordlys freight"' }, ({ name }) => name === 'Ada'],
  [{ query: '-ada -bo' }, ({ name }) => name !== 'Ada' && name !== 'Bo'],
  [{ 'company.any': 'true' }, worksAt(all)],
  [{ 'company.any': 'false' }, ({ name }) => employers[name] === undefined],
  [{ 'company.country': 'germany' }, worksAt(({ country }) => country === 'Germany')],
  [{ 'company.country_not': 'Norway' }, worksAt(({ country }) => country !== 'Norway')],
  [
    { 'company.country': 'Germany', 'company.employee_count_from': '50' },
    worksAt(({ country, employee_count: count = 0 }) => country === 'Germany' && count >= 50),
  ],
  [{ 'company.domain': 'lookup.example' }, ({ name }) => name === 'Di'],
  [{ 'company.search_query': 'linkedin.com/company/nordlys' }, ({ name }) => name === 'Ada' || name === 'Cy'],
  [{ 'company.search_query': 'mueller' }, ({ name }) => name === 'Bo'],
  [{ 'company.country': 'Norway', country: 'France' }, ({ name }) => name === 'Cy'],
  [{ 'company.any': 'true', company_not: 'kestrel' }, ({ name }) => employers[name] !== undefined && name !== 'Cy'],
];

/** What each person has in each dimension, by hand; an empty list is blank. */
export const held: Readonly<Record<string, (one: Person) => readonly string[]>> = {
  title: (one) => listed(titleOf(one)),
  company: (one) => listed(companyOf(one)),
  country: ({ country }) => listed(country),
  collected: ({ collected }) => [collected],
  with_email: ({ email }) => [String(email !== null)],
  past_company: pastOf,
  school: ({ schools }) => schools,
  incomplete: () => ['true'],
  collect_again: () => ['false'],
  follower_count: ({ followers }) => (followers === null ? [] : [rangeOf(followers)]),
  connection_count: () => [],
};
const listed = (text: string | null) => (text === null ? [] : [text]);
const edges = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const rangeOf = (number: number) => String(edges.findLast((edge) => edge <= number));
const isOrdered = (name: string) => name === 'collected' || name === 'follower_count';

export type Piece = readonly [value: string, count: number];

/** Values in the order of an answer. Those that differ in case alone are one, in the smaller spelling. */
export function piecesOf(name: string, those: readonly Person[]): readonly Piece[] {
  const groups = Map.groupBy(
    those.flatMap((one) => held[name]?.(one) ?? []),
    (text) => text.toLowerCase(),
  );
  const pieces = [...groups].map(([key, texts]) => ({ key, value: texts.toSorted()[0] ?? '', count: texts.length }));
  const sorted = pieces.toSorted((one, other) => {
    if (name === 'follower_count') return Number(one.key) - Number(other.key);
    const byKey = Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));
    return isOrdered(name) ? byKey : other.count - one.count || byKey;
  });
  return sorted.map(({ value, count }) => [value, count]);
}

export const isBlankIn = (name: string) => (one: Person) => held[name]?.(one).length === 0;
export const isOwn = (name: string, parameter: string) =>
  parameter === name || ['_not', '_has', '_from', '_to', '_after', '_before'].some((end) => parameter === `${name}${end}`);

/** The sums of followers. */
export function cellsOf(those: readonly Person[], first: string, second: string) {
  const keysOf = (name: string) => [...piecesOf(name, those).map(([value]) => value), null];
  const isIn = (one: Person, name: string, value: string | null) =>
    value === null ? isBlankIn(name)(one) : held[name]?.(one).some((text) => text.toLowerCase() === value.toLowerCase()) === true;
  return keysOf(first).flatMap((one) =>
    keysOf(second).flatMap((other) => {
      const found = those.filter((person) => isIn(person, first, one) && isIn(person, second, other));
      const numbers = found.flatMap(({ followers }) => followers ?? []);
      const value = numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0);
      return found.length === 0 ? [] : [{ by: [one, other], value }];
    }),
  );
}
