/**
 * What is stored of each origin's catalogue: the key that signed it, the version, and the operator's limits.
 * Each origin has its own stored value, so that removing one does not affect the others.
 */
import { type Catalogue, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { type Allowance, catalogueRefusalSchema } from '@leadloom/shared/messages/allowance';
import * as z from 'zod/mini';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';
import type { Limits } from './allowance.ts';
import { type BuiltIn, readOriginKeys } from './origin-keys.ts';

const CATALOGUE_PREFIX = 'catalogue:';

export type CatalogueRefusal = z.infer<typeof catalogueRefusalSchema>;

const acceptedSchema = z.object({
  /** The key it was signed with. Invalid once the origin has another key. */
  publicKey: z.string(),
  version: z.int(),
  /** SHA-256 of the text, base64url; absent in values stored by versions without it. */
  digest: z.optional(z.string()),
  limits: catalogueSchema.shape.limits,
  /** The lowest limits this origin has ever set while its key was not confirmed. */
  lowest: catalogueSchema.shape.limits,
});

const recordSchema = z.object({
  /** null: none has been accepted yet. */
  accepted: z.nullable(acceptedSchema),
  /** Why the last one was refused; null if it was accepted. */
  refusal: z.nullable(catalogueRefusalSchema),
});
export type CatalogueRecord = z.infer<typeof recordSchema>;

/** null before the first. */
export async function readCatalogue(origin: string): Promise<CatalogueRecord | null> {
  return (await readCatalogues([origin]))[0] ?? null;
}

/**
 * The catalogues in the order of the origins. An unreadable one counts as none, so it cannot raise the limits above the
 * defaults.
 */
export async function readCatalogues(origins: readonly string[]): Promise<(CatalogueRecord | null)[]> {
  const keys = origins.map((origin) => CATALOGUE_PREFIX + origin);
  const stored = await readStored('local', keys);
  return keys.map((key) => recordSchema.safeParse(stored[key]).data ?? null);
}

export async function writeCatalogue(origin: string, record: CatalogueRecord): Promise<void> {
  await writeStored('local', { [CATALOGUE_PREFIX + origin]: record });
}

/** The outcome of a catalogue, as messages and the popup report it. */
export function outcomeOfCatalogue(record: CatalogueRecord | null): Allowance['catalogue'] {
  return record === null ? null : { version: record.accepted?.version ?? null, refusal: record.refusal };
}

/** The next catalogue of the origin is treated as the first. */
export async function forgetCatalogue(origin: string): Promise<void> {
  await removeStored('local', [CATALOGUE_PREFIX + origin]);
}

/** Removes the limits of origins that are no longer connected. */
export async function forgetCataloguesExcept(origins: readonly string[]): Promise<void> {
  const kept = origins.map((origin) => CATALOGUE_PREFIX + origin);
  const keys = (await storedKeys('local')).filter((key) => key.startsWith(CATALOGUE_PREFIX));
  await removeStored(
    'local',
    keys.filter((key) => !kept.includes(key)),
  );
}

/**
 * The lowest of the operators' limits, and the default if none sets one. A catalogue signed with another key
 * than the origin's is ignored, and one with an unconfirmed key may only lower the limits.
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

/** Takes for each limit the lower of the two; a limit that neither sets stays unset. */
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
