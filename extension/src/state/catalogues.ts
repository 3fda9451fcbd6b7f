/**
 * What is kept of each origin's catalogue: the key that signed the first one, the version, and the
 * operator's limits. One stored value per origin, so that forgetting one touches no other.
 */
import { type Catalogue, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import type { Allowance } from '@leadloom/shared/messages/allowance';
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';
import type { Limits } from './allowance.ts';

const CATALOGUE_PREFIX = 'catalogue:';

export type CatalogueRefusal = NonNullable<NonNullable<Allowance['catalogue']>['refusal']>;

const acceptedSchema = z.object({
  /** Of the first catalogue this origin handed over: no other key is taken for it any more. */
  publicKey: z.string(),
  version: z.int(),
  limits: catalogueSchema.shape.limits,
});

const recordSchema = z.object({
  /** null: none was accepted yet. */
  accepted: acceptedSchema.nullable(),
  /** What was wrong with the last one; null when it was accepted. */
  refusal: z.enum(['bad_signature', 'other_key', 'older', 'not_valid']).nullable(),
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

/** The pin goes with the limits: the next catalogue of the origin is the first one again. */
export async function forgetCatalogue(origin: string): Promise<void> {
  await removeStored('local', [CATALOGUE_PREFIX + origin]);
}

/** Pins and limits of origins that are not connected any more. */
export async function forgetCataloguesExcept(origins: readonly string[]): Promise<void> {
  const kept = origins.map((origin) => CATALOGUE_PREFIX + origin);
  const keys = (await storedKeys('local')).filter((key) => key.startsWith(CATALOGUE_PREFIX));
  await removeStored(
    'local',
    keys.filter((key) => !kept.includes(key)),
  );
}

/** The lowest of the operators' ceilings, and the default where one sets none. */
export async function readCeiling(origins: readonly string[], defaults: Limits): Promise<Limits> {
  const records = await readCatalogues(origins);
  const ceilings = records.flatMap((record) => (record?.accepted ? [{ ...defaults, ...given(record.accepted.limits) }] : []));
  if (ceilings.length === 0) return defaults;
  const lowest = (meter: keyof Limits) => Math.min(...ceilings.map((ceiling) => ceiling[meter]));
  return { profiles: lowest('profiles'), searchPages: lowest('searchPages'), lookups: lowest('lookups') };
}

function given(limits: Catalogue['limits']): Partial<Limits> {
  return {
    ...(limits?.profiles === undefined ? {} : { profiles: limits.profiles }),
    ...(limits?.searchPages === undefined ? {} : { searchPages: limits.searchPages }),
  };
}
