/**
 * Addresses of pictures. They are unsorted, and their `width` may be smaller than the size in the address (312
 * for `800_800`), so the address decides. Addresses expire.
 */
import type { EntityIndex } from './entity-index.ts';
import { arrayOf, isObject, type JsonObject, stringOf } from './json-value.ts';

export interface Photo {
  readonly url: string;
  /** ISO time; null if the response does not say. */
  readonly expiresAt: string | null;
}

/** The plain picture first; the framed one has a banner such as "open to work". */
const PICTURE_KEYS = [
  'displayImageReference',
  'displayImageReferenceResolutionResult',
  'displayImage',
  'displayImageUnion',
  'displayImageWithFrameReference',
  'displayImageWithFrameReferenceResolutionResult',
  'displayImageWithFrameReferenceUnion',
];
const VECTOR_KEYS = ['vectorImage', 'com.linkedin.common.VectorImage'];
const LABEL = /(\d{2,4})_(\d{2,4})/;
const MAX_ARTIFACTS = 50;
const MAX_URL = 2048;
/** 2001 to 2286. A number outside is not a time in milliseconds. */
const [FIRST_TIME, LAST_TIME] = [1e12, 1e13];

/** The widest picture of a member record. */
export function photoOf(index: EntityIndex, record: JsonObject | undefined): Photo | null {
  for (const name of ['profilePicture', 'picture']) {
    const picture = index.reference(record, name);
    const photo = picture === undefined ? null : photoIn(index, picture);
    if (photo !== null) return photo;
  }
  return null;
}

/** The widest picture of a picture object, a vector image, or `{url}`. */
export function photoIn(index: EntityIndex, picture: JsonObject): Photo | null {
  const holders = [...PICTURE_KEYS.map((key) => index.reference(picture, key)), picture];
  for (const holder of holders) {
    if (holder === undefined) continue;
    const vectors = [...VECTOR_KEYS.map((key) => holder[key]).filter(isObject), holder];
    for (const vector of vectors) {
      const photo = widest(vector) ?? (isHttps(vector.url) ? { url: vector.url, expiresAt: null } : null);
      if (photo !== null) return photo;
    }
  }
  return null;
}

function widest(vector: JsonObject): Photo | null {
  let best: { readonly width: number; readonly photo: Photo } | null = null;
  for (const artifact of arrayOf(vector.artifacts).slice(0, MAX_ARTIFACTS)) {
    if (!isObject(artifact)) continue;
    const segment = stringOf(artifact.fileIdentifyingUrlPathSegment);
    if (segment === undefined) continue;
    const url = `${stringOf(vector.rootUrl) ?? ''}${segment}`;
    if (!isHttps(url)) continue;
    const width = Math.max(Number(LABEL.exec(segment)?.[1] ?? 0), typeof artifact.width === 'number' ? artifact.width : 0);
    if (best === null || width > best.width) best = { width, photo: { url, expiresAt: timeOf(artifact.expiresAt) } };
  }
  return best?.photo ?? null;
}

function isHttps(url: unknown): url is string {
  return typeof url === 'string' && url.length <= MAX_URL && url.startsWith('https://') && URL.canParse(url);
}

function timeOf(milliseconds: unknown): string | null {
  const isTime = typeof milliseconds === 'number' && milliseconds >= FIRST_TIME && milliseconds < LAST_TIME;
  return isTime ? new Date(milliseconds).toISOString() : null;
}
