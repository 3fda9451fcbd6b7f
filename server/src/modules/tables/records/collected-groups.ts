/** Which filters select the rows that belong to collected people, or the people that belong to a row. Pure. */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { comparedValue } from './table-links.ts';

/** A collected person, as rows of the tables are compared with it. */
export interface ComparedPerson {
  readonly id: number;
  /** Lower-cased slug. */
  readonly profileKey: string;
  readonly profileUrl: string;
  readonly email: string | null;
  readonly companyUrl: string | null;
}

/** Filters of Companies that a row passes, and few others do. */
export function filtersOfCompany({ linkedin_url: page, website }: TableRow): readonly TableFilters[] {
  const host = comparedValue({ kind: 'domain' }, website);
  return [
    ...(comparedValue({ kind: 'linkedin' }, page) === null || typeof page !== 'string' ? [] : [{ search_query: page }]),
    ...(host === null ? [] : [{ domain: [host] }]),
  ];
}

export function filtersOfEmployer({ companyUrl }: ComparedPerson): readonly TableFilters[] {
  return companyUrl === null ? [] : [{ search_query: companyUrl }];
}

export function filtersOfSamePerson({ profileUrl, email }: ComparedPerson): readonly TableFilters[] {
  return [{ search_query: profileUrl }, ...(email === null ? [] : [{ search_query: email }])];
}
