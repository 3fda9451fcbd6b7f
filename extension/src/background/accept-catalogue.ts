/**
 * Checks a catalogue handed over by a page. The operator's limits protect the member's account, so a
 * compromised page must not raise them: the document is signed with the server's key, an older version is
 * refused, and each version has exactly one text.
 */
import { catalogueSchema, type SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import pLimit from 'p-limit';
import { type CatalogueRecord, type CatalogueRefusal, lowestOf, readCatalogue, writeCatalogue } from '../state/catalogues.ts';
import type { OriginKey } from '../state/origin-keys.ts';
import { base64urlOf, isSigned } from './signatures.ts';

/** One after the other, because each is compared with the one before. */
const oneAtATime = pLimit(1);

/**
 * Stores the result for this origin only.
 * @param key the key of the origin's server
 */
export function acceptCatalogue(origin: string, signed: SignedCatalogue, key: OriginKey): Promise<CatalogueRecord> {
  return oneAtATime(async () => {
    const known = await readCatalogue(origin);
    const record = await judgeCatalogue(signed, known, key);
    if (JSON.stringify(record) !== JSON.stringify(known)) await writeCatalogue(origin, record);
    return record;
  });
}

async function judgeCatalogue(
  { document, signature, publicKey }: SignedCatalogue,
  known: CatalogueRecord | null,
  key: OriginKey,
): Promise<CatalogueRecord> {
  const accepted = known?.accepted?.publicKey === key.publicKey ? known.accepted : null;
  const refuse = (refusal: CatalogueRefusal): CatalogueRecord => ({ accepted, refusal });
  if (!(await isSigned({ text: document, signature, publicKey }))) return refuse('bad_signature');
  if (publicKey !== key.publicKey) return refuse('other_key');
  const catalogue = catalogueSchema.safeParse(parseJson(document));
  if (!catalogue.success) return refuse('not_valid');
  const { version, limits } = catalogue.data;
  if (accepted !== null && version < accepted.version) return refuse('older');
  const digest = await digestOf(document);
  const isSeen = accepted !== null && version === accepted.version && accepted.digest !== undefined;
  if (isSeen && accepted.digest !== digest) return refuse('changed');
  // Until the key is confirmed, its owner can lower the limits but not raise them.
  const lowest = key.isConfirmed ? {} : { lowest: lowestOf(accepted?.lowest ?? accepted?.limits, limits) };
  return { accepted: { publicKey, version, digest, limits, ...lowest }, refusal: null };
}

async function digestOf(document: string): Promise<string> {
  return base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(document))));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
