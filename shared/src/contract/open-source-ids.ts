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

/** What rows of the source are shown with, and what decides between sources; the manifests say the same. */
export const openSourceFacts: Readonly<Record<OpenSourceId, OpenSourceFacts>> = {
  'sec-form-d': {
    title: 'SEC Form D',
    weight: 'register',
    attribution: 'Source: U.S. Securities and Exchange Commission, Form D.',
  },
  'sec-advisers': {
    title: 'SEC advisers',
    weight: 'register',
    attribution: 'Source: U.S. Securities and Exchange Commission, Form ADV.',
  },
  'no-brreg': {
    title: 'Brønnøysund Register Centre',
    weight: 'register',
    attribution:
      'Contains data under the Norwegian licence for Open Government data (NLOD) distributed by Brønnøysundregistrene.',
  },
  websites: { title: 'Websites', weight: 'website', attribution: 'From the companies’ own websites.' },
  'job-boards': {
    title: 'Job boards',
    weight: 'directory',
    attribution: 'From the companies’ own job boards.',
  },
  'ee-ariregister': {
    title: 'e-Business Register of Estonia',
    weight: 'register',
    attribution: 'Contains data of the Estonian e-Business Register (RIK), licensed under CC BY 4.0.',
  },
  'gb-companies-house': {
    title: 'Companies House',
    weight: 'register',
    attribution: 'Company data: Companies House, United Kingdom.',
  },
};
