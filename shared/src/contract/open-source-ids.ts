/** The ids of open sources, as settings, commands, endpoints and the filter `source` name them. */
export const openSourceIds = [
  'sec-form-d',
  'sec-advisers',
  'no-brreg',
  'websites',
  'job-boards',
  'ee-ariregister',
  'gb-companies-house',
] as const;
export type OpenSourceId = (typeof openSourceIds)[number];

/** What counts more of two sources that know a cell comes first. A file and a person count more than all. */
export const sourceWeights = ['register', 'website', 'directory'] as const;

export interface OpenSourceFacts {
  readonly title: string;
  readonly weight: (typeof sourceWeights)[number];
  /** The sentence that stands where rows of the source are shown. */
  readonly attribution: string;
}

export const openSourceFacts: Readonly<Record<OpenSourceId, OpenSourceFacts>> = {
  'sec-form-d': {
    title: 'SEC Form D',
    weight: 'register',
    attribution: 'Form D filings: U.S. Securities and Exchange Commission.',
  },
  'sec-advisers': {
    title: 'SEC investment advisers',
    weight: 'register',
    attribution: 'Investment advisers: U.S. Securities and Exchange Commission.',
  },
  'no-brreg': {
    title: 'Brønnøysund Register Centre',
    weight: 'register',
    attribution:
      'Contains data under the Norwegian licence for Open Government data (NLOD) distributed by Brønnøysundregistrene.',
  },
  websites: { title: 'Own website', weight: 'website', attribution: 'Read on the websites of the companies themselves.' },
  'job-boards': { title: 'Job boards', weight: 'website', attribution: 'Read on the job boards of the companies themselves.' },
  'ee-ariregister': {
    title: 'e-Business Register, Estonia',
    weight: 'register',
    attribution: 'Contains data of the Estonian e-Business Register (RIK), licensed under CC BY 4.0.',
  },
  'gb-companies-house': {
    title: 'Companies House',
    weight: 'register',
    attribution: 'Contains public sector information of Companies House, licensed under the Open Government Licence v3.0.',
  },
};
