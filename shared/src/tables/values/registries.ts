import type { FilterOption } from '../define-table.ts';

/** Registers whose numbers identify a row, by the id of their numbers. */
export const registries: readonly FilterOption[] = [
  { value: 'sec-cik', label: 'SEC (CIK)' },
  { value: 'sec-crd', label: 'SEC advisers (CRD)' },
  { value: 'no-orgnr', label: 'Brønnøysund, Norway' },
  { value: 'ee-code', label: 'Äriregister, Estonia' },
  { value: 'gb-crn', label: 'Companies House, United Kingdom' },
];

/** What the last look at a row's website found; blank: it was read, or never looked at. */
export const websiteStates: readonly FilterOption[] = [
  { value: 'unreachable', label: 'Unreachable' },
  { value: 'no_mail_server', label: 'No mail server for the domain' },
  { value: 'not_checked', label: 'Not checked for 90 days' },
];
