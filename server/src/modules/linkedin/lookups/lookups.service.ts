/**
 * Suggestions for the people search: companies, and locations from the bundled list and from LinkedIn's earlier answers.
 */
import { MAX_KNOWN_PLACES } from '@leadloom/shared/contract/collector-limits';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { searchCompanies as companyLookup, searchLocations as locationLookup } from '@leadloom/shared/contract/linkedin';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { limitFor } from '../../accounts/storage-room.service.ts';
import { findCompanies } from './company-search.repository.ts';
import { findLocations, isListed, labelOfLocation, type NamedPlace, toLocations } from './find-locations.ts';
import { findKnownPlaces, listKnownPlaces, storePlaces } from './known-places.repository.ts';

/** Remembered places that are read from each source. */
const MAX_NAMED = 10;
const MAX_COMPANIES = 10;

/** Finds at most ten companies, best match first; none for a text without a word. */
export async function searchCompanies(
  { database }: Platform,
  workspaceId: WorkspaceId,
  query: string,
): Promise<EndpointResult<typeof companyLookup>> {
  // PostgreSQL refuses NUL, which is not part of a word anyway.
  const text = query.replaceAll('\0', ' ').trim();
  if (text === '') return { data: [] };
  const found = await findCompanies(database, workspaceId, text, MAX_COMPANIES);
  return { data: found.map(({ companyId, name }) => ({ company_id: companyId, company_name: name })) };
}

/** Finds at most ten places, best match first. @throws {AppError} LOCATION.NONE */
export async function searchLocations(
  { database }: Platform,
  workspaceId: WorkspaceId,
  query: string,
): Promise<EndpointResult<typeof locationLookup>> {
  // PostgreSQL refuses NUL, which is not part of a word anyway.
  const text = query.replaceAll('\0', ' ').trim();
  const known = text === '' ? [] : await findKnownPlaces(database, workspaceId, text, MAX_NAMED);
  // Places that other accounts were shown are added to the list, and change none of it: one person may have two accounts.
  const named = known.filter(({ isOwn, id, label }) => isOwn || !isListed(id, label));
  const found = text === '' ? [] : findLocations(text, named);
  if (found.length === 0) throw new AppError('LOCATION.NONE');
  return { data: found };
}

/** Stores what LinkedIn's own look-up named; above the limit the oldest are deleted. */
export async function rememberLocations(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  places: readonly { readonly id: string; readonly name: string }[],
): Promise<EndpointResult<typeof locationLookup>> {
  const named: NamedPlace[] = places.map(({ id, name }) => ({ id, label: name }));
  await database.transaction(async (transaction) => {
    const limit = await limitFor(transaction, workspaceId, MAX_KNOWN_PLACES);
    await storePlaces(transaction, workspaceId, named, { limit, at: now() });
  });
  return { data: toLocations(named) };
}

/** The whole names of these numbers, as far as the list or the account's own look-ups have them. */
export async function labelLocations(
  { database }: Platform,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = await listKnownPlaces(
    database,
    workspaceId,
    ids.filter((id) => labelOfLocation(id) === null),
  );
  return new Map(
    ids.flatMap((id) => {
      const label = labelOfLocation(id) ?? known.get(id);
      return label === undefined ? [] : [[id, label] as const];
    }),
  );
}
