/** Suggestions for the company field of the people search. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { searchCompanies as lookup } from '@leadloom/shared/contract/linkedin';
import type { Platform } from '../../../platform.ts';
import { findCompanies } from './company-search.repository.ts';

const MAX_COMPANIES = 10;

/** At most ten, best match first; none for a text without a word. */
export async function searchCompanies(
  { database }: Platform,
  accountId: number,
  query: string,
): Promise<EndpointResult<typeof lookup>> {
  // PostgreSQL refuses NUL, which is not part of a word anyway.
  const text = query.replaceAll('\0', ' ').trim();
  if (text === '') return { data: [] };
  const found = await findCompanies(database, accountId, text, MAX_COMPANIES);
  return { data: found.map(({ companyId, name }) => ({ company_id: companyId, company_name: name })) };
}
