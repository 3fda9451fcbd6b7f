/**
 * Judges a catalogue a page handed over. The operator's ceiling protects the member's account, so a
 * page that was taken over must not raise it: the document is signed with the server's own key, which
 * is pinned for the origin at first sight, and no older version is taken back.
 */
import { catalogueSchema, type SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import pLimit from 'p-limit';
import { type CatalogueRecord, type CatalogueRefusal, readCatalogue, writeCatalogue } from '../state/catalogues.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** One after the other: of two first keys only one may be pinned. */
const oneAtATime = pLimit(1);

/** Keeps what came of it, for the origin alone. */
export function acceptCatalogue(origin: string, signed: SignedCatalogue): Promise<CatalogueRecord> {
  return oneAtATime(async () => {
    const known = await readCatalogue(origin);
    const record = await judgeCatalogue(signed, known);
    if (JSON.stringify(record) !== JSON.stringify(known)) await writeCatalogue(origin, record);
    return record;
  });
}

async function judgeCatalogue(signed: SignedCatalogue, known: CatalogueRecord | null): Promise<CatalogueRecord> {
  const pinned = known?.accepted ?? null;
  const refuse = (refusal: CatalogueRefusal): CatalogueRecord => ({ accepted: pinned, refusal });
  if (!(await isSigned(signed))) return refuse('bad_signature');
  if (pinned !== null && pinned.publicKey !== signed.publicKey) return refuse('other_key');
  const catalogue = catalogueSchema.safeParse(parseJson(signed.document));
  if (!catalogue.success) return refuse('not_valid');
  const { version, limits } = catalogue.data;
  if (pinned !== null && version < pinned.version) return refuse('older');
  return { accepted: { publicKey: signed.publicKey, version, limits }, refusal: null };
}

/** A key that is no point of the curve throws: then nothing was signed with it. */
async function isSigned({ document, signature, publicKey }: SignedCatalogue): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), new TextEncoder().encode(document));
  } catch {
    return false;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
