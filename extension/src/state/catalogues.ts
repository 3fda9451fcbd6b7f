/**
 * What is kept of each origin's catalogue: the key that signed it, the version, and the operator's limits.
 * One stored value per origin, so that forgetting one touches no other.
 */
import { type Catalogue, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { type Allowance, catalogueRefusalSchema } from '@leadloom/shared/messages/allowance';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';
import type { Limits } from './allowance.ts';
import { type BuiltIn, readOriginKeys } from './origin-keys.ts';

const CATALOGUE_PREFIX = 'catalogue:';

export type CatalogueRefusal = z.infer<typeof catalogueRefusalSchema>;

const acceptedSchema = z.object({
  /** What it was signed with. Worth nothing once the origin is known by another key. */
  publicKey: z.string(),
  version: z.int(),
  /** SHA-256 of the text, base64url; absent in what was stored before there was one. */
  digest: z.string().optional(),
  limits: catalogueSchema.shape.limits,
  /** The lowest this origin ever named while its key was not confirmed. */
  lowest: catalogueSchema.shape.limits,
});

const recordSchema = z.object({
  /** null: none was accepted yet. */
  accepted: acceptedSchema.nullable(),
  /** What was wrong with the last one; null when it was accepted. */
  refusal: catalogueRefusalSchema.nullable(),
});
export type CatalogueRecord = z.infer<typeof recordSchema>;

/** null before the first. */
export async function readCatalogue(origin: string): Promise<CatalogueRecord | null> {
  return (await readCatalogues([origin]))[0] ?? null;
}

/** In the order of the origins. One that cannot be read is none: it sets no ceiling above the defaults. */
export async function readCatalogues(origins: readonly string[]): Promise<(CatalogueRecord | null)[]> {
  const keys = origins.map((origin) => CATALOGUE_PREFIX + origin);
  const stored = await readStored('local', keys);
  return keys.map((key) => recordSchema.safeParse(stored[key]).data ?? null);
}

export async function writeCatalogue(origin: string, record: CatalogueRecord): Promise<void> {
  await writeStored('local', { [CATALOGUE_PREFIX + origin]: record });
}

/** As the messages and the popup tell it. */
export function outcomeOfCatalogue(record: CatalogueRecord | null): Allowance['catalogue'] {
  return record === null ? null : { version: record.accepted?.version ?? null, refusal: record.refusal };
}

/** The next catalogue of the origin is the first one again. */
export async function forgetCatalogue(origin: string): Promise<void> {
  await removeStored('local', [CATALOGUE_PREFIX + origin]);
}

/** Limits of origins that are not connected any more. */
export async function forgetCataloguesExcept(origins: readonly string[]): Promise<void> {
  const kept = origins.map((origin) => CATALOGUE_PREFIX + origin);
  const keys = (await storedKeys('local')).filter((key) => key.startsWith(CATALOGUE_PREFIX));
  await removeStored(
    'local',
    keys.filter((key) => !kept.includes(key)),
  );
}

/**
 * The lowest of the operators' ceilings, and the default where one sets none. A catalogue of another key than the
 * origin's is nobody's word, and one whose key is not confirmed may lower the limits only.
 */
export async function readCeiling(origins: readonly string[], defaults: Limits, builtIn: BuiltIn): Promise<Limits> {
  const [records, keys] = await Promise.all([readCatalogues(origins), readOriginKeys(origins, builtIn)]);
  const ceilings = records.flatMap((record, index) => {
    const accepted = record?.accepted ?? null;
    const key = keys[index] ?? null;
    if (accepted === null || (key !== null && key.publicKey !== accepted.publicKey)) return [];
    if (key?.isConfirmed === true) return [{ ...defaults, ...given(accepted.limits) }];
    return [lowerOf(defaults, { ...defaults, ...given(lowestOf(accepted.lowest, accepted.limits)) })];
  });
  return ceilings.length === 0 ? defaults : ceilings.reduce(lowerOf);
}

/** Limit by limit the lower of two catalogues; what neither names stays open. */
export function lowestOf(one: Catalogue['limits'], other: Catalogue['limits']): Catalogue['limits'] {
  const lower = (first: number | undefined, second: number | undefined): number | undefined =>
    first === undefined || second === undefined ? (first ?? second) : Math.min(first, second);
  return given({
    profiles: lower(one?.profiles, other?.profiles),
    searchPages: lower(one?.searchPages, other?.searchPages),
    requests: lower(one?.requests, other?.requests),
  });
}

function lowerOf(one: Limits, other: Limits): Limits {
  return {
    profiles: Math.min(one.profiles, other.profiles),
    searchPages: Math.min(one.searchPages, other.searchPages),
    lookups: Math.min(one.lookups, other.lookups),
    requests: Math.min(one.requests, other.requests),
  };
}

function given(limits: Catalogue['limits']): Partial<Limits> {
  return {
    ...(limits?.profiles === undefined ? {} : { profiles: limits.profiles }),
    ...(limits?.searchPages === undefined ? {} : { searchPages: limits.searchPages }),
    ...(limits?.requests === undefined ? {} : { requests: limits.requests }),
  };
}
