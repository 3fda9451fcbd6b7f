/**
 * Sample people for the sample account, in the form of LinkedIn's profile answers, so that the same parser reads them.
 * Every name and headline says it is a sample.
 */

export interface SamplePerson {
  readonly url: string;
  /** The answer of the profile endpoint, as text. */
  readonly answer: string;
}

const firstNames = [
  'Alma',
  'Bento',
  'Cora',
  'Dario',
  'Edda',
  'Fenn',
  'Gisla',
  'Hanno',
  'Ilka',
  'Jory',
  'Kaia',
  'Lennart',
] as const;
const lastNames = ['Webstuhl', 'Lindweave', 'Garnier', 'Spindel'] as const;
const roles = [
  'Head of Procurement',
  'Sales Director',
  'Supply Chain Manager',
  'Founder',
  'Marketing Lead',
  'Data Engineer',
] as const;
const companies = ['Nordwind Textiles', 'Harbour & Loom', 'Kettle Robotics', 'Fernweh Travel', 'Quarry Analytics'] as const;
const locations = [
  ['Bergen, Norway', 'Norway', 'no'],
  ['Porto, Portugal', 'Portugal', 'pt'],
  ['Leipzig, Germany', 'Germany', 'de'],
  ['Leeds, United Kingdom', 'United Kingdom', 'gb'],
] as const;

export interface SampleCompany {
  readonly url: string;
  /** The answer of the company endpoint, as text. */
  readonly answer: string;
}

const PEOPLE = 24;
const FIRST_YEAR = 2012;

export function samplePeople(): SamplePerson[] {
  return Array.from({ length: PEOPLE }, (_, index) => samplePerson(index));
}

/** The companies the people work at, so that LinkedIn is not asked for them. */
export function sampleCompanies(): SampleCompany[] {
  return companies.map((name, index) => {
    const entityUrn = `urn:li:fs_normalized_company:99000${index}`;
    const url = companyUrl(name);
    const company = { entityUrn, name, universalName: url.split('/').at(-2), url };
    return { url, answer: JSON.stringify({ data: { '*elements': [entityUrn] }, included: [company] }) };
  });
}

function samplePerson(index: number): SamplePerson {
  const id = `ACoAASAMPLE${String(index).padStart(28, '0')}`;
  const first = at(firstNames, index);
  const last = at(lastNames, Math.floor(index / firstNames.length) + index);
  const slug = `sample-${first}-${last}-${index + 1}`.toLowerCase();
  const role = at(roles, index);
  const [city, country, code] = at(locations, index);
  const companyIndex = index % companies.length;
  const urn = `urn:li:fsd_profile:${id}`;
  const positions = Array.from({ length: 1 + (index % 3) }, (_, position) => ({
    urn: `urn:li:fsd_profilePosition:(${id},${position})`,
    company: (companyIndex + position) % companies.length,
    title: position === 0 ? role : at(roles, index + position),
    start: { month: 1 + ((index + position) % 12), year: FIRST_YEAR + 9 - position * 3 },
    end: position === 0 ? null : { month: 1 + ((index + position) % 12), year: FIRST_YEAR + 12 - position * 3 },
  }));
  const included = [
    {
      $type: 'com.linkedin.voyager.dash.identity.profile.Profile',
      entityUrn: urn,
      publicIdentifier: slug,
      firstName: 'Sample',
      lastName: `${first} ${last}`,
      headline: `Sample: ${role} at ${at(companies, companyIndex)}`,
      summary: 'This is an invented person. Sample data shows what a collected profile looks like.',
      geoLocation: { '*geo': 'urn:li:fsd_geo:1' },
      location: { countryCode: code },
      connections: { paging: { start: 0, count: 10, total: 120 + ((index * 37) % 700) } },
      profilePositionGroups: {
        paging: { start: 0, count: 10, total: positions.length },
        '*elements': positions.map((_, position) => `urn:li:fsd_profilePositionGroup:(${id},${position})`),
      },
    },
    { entityUrn: 'urn:li:fsd_geo:1', defaultLocalizedName: city, '*country': 'urn:li:fsd_geo:2' },
    { entityUrn: 'urn:li:fsd_geo:2', defaultLocalizedName: country },
    ...companies.map((name, position) => ({
      $type: 'com.linkedin.voyager.dash.organization.Company',
      entityUrn: companyUrn(position),
      name,
      url: companyUrl(name),
    })),
    ...positions.flatMap((position, order) => [
      {
        $type: 'com.linkedin.voyager.dash.identity.profile.PositionGroup',
        entityUrn: `urn:li:fsd_profilePositionGroup:(${id},${order})`,
        companyName: at(companies, position.company),
        '*company': companyUrn(position.company),
        profilePositionInPositionGroup: { paging: { start: 0, count: 20, total: 1 }, '*elements': [position.urn] },
      },
      {
        $type: 'com.linkedin.voyager.dash.identity.profile.Position',
        entityUrn: position.urn,
        title: position.title,
        companyName: at(companies, position.company),
        '*company': companyUrn(position.company),
        dateRange: { start: position.start, end: position.end },
      },
    ]),
  ];
  return { url: `https://www.linkedin.com/in/${slug}`, answer: JSON.stringify({ data: { '*elements': [urn] }, included }) };
}

function companyUrn(index: number): string {
  return `urn:li:fsd_company:99000${index}`;
}

function companyUrl(name: string): string {
  return `https://www.linkedin.com/company/sample-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}/`;
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('an empty list of samples');
  return item;
}
