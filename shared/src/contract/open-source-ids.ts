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
