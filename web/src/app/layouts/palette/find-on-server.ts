/** Collected people and companies that a text finds. What an account may not see is not found. */
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import type { Suggestion } from '../../../lib/use-suggestions.ts';

export interface Found extends Suggestion {
  readonly detail: string;
}

const SHOWN = 6;
/** The search also looks at descriptions; companies found by these alone are left out. */
const SEARCHED = 25;
const A_DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

export async function findPeople(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const query = { query: text.slice(0, 200), per_page: SHOWN, sort: 'full_name', order: 'asc' } as const;
  const { data } = await call(listProfiles, { query }, { signal });
  return data.flatMap(({ user_id: id, full_name: name, company_name: company, headline }) =>
    name === null || !hasWords(name, text) ? [] : [{ id, name, detail: company ?? headline ?? '' }],
  );
}

export async function findCompanies(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const filters = A_DOMAIN.test(text) ? { domain: text.slice(0, 100) } : { search_query: text.slice(0, 100) };
  try {
    const query = { ...filters, per_page: SEARCHED, include_total: 'false' } as const;
    const { data } = await call(tableEndpoints.companies.list, { query }, { signal });
    return data.flatMap(({ id, name, website }) => {
      const detail = typeof website === 'string' ? website.replace(/^https?:\/\/(?:www\.)?|\/$/g, '') : '';
      if (typeof name !== 'string' || !hasWords(`${name} ${detail}`, text)) return [];
      return [{ id: String(id), name, detail }];
    });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}

function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
