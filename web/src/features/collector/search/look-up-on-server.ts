/** What our server knows for a typed text: its built-in locations, and locations and companies seen before. */
import { searchCompanies, searchLocations } from '@leadloom/shared/contract/linkedin';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { logWarning } from '../../../lib/log.ts';
import { toLocationOption } from './location-option.ts';
import type { LookupKind, LookupOption } from './lookup-option.ts';

export async function lookUpOnServer(kind: LookupKind, text: string, signal: AbortSignal): Promise<readonly LookupOption[]> {
  // The endpoint accepts no longer text, and no name is that long.
  const query = text.slice(0, 200).toWellFormed();
  if (kind === 'company') {
    const { data } = await call(searchCompanies, { query: { query } }, { signal });
    return data.map(({ company_id: id, company_name: name }) => ({ id, ids: [id], name, note: null, chosenName: name }));
  }
  try {
    const { data } = await call(searchLocations, { query: { query } }, { signal });
    return data.map(toLocationOption);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    logWarning(`The server knows no location that matches “${query}”.`);
    return [];
  }
}
