/**
 * Addresses of member profiles, `https://www.linkedin.com/in/{slug}`, and their canonical form. All
 * `*.linkedin.com` hosts are equivalent; slugs may contain letters of any script.
 */
/** Pages below a profile are not the profile: its sections (`/details/…`), activity, overlays, other languages. */
const PROFILE_PATH = /^\/in\/([^/]+)\/*$/;
const SLUG = /^[\p{L}\p{M}\p{N}-]{1,100}$/u;

export interface ProfileAddress {
  /** `https://www.linkedin.com/in/maren-holt`, percent-encoded, no trailing slash. */
  readonly url: string;
  /** The slug, decoded, in the case the user typed: `Maren-Holt`. */
  readonly slug: string;
  /** A key that is equal for all addresses of one member. */
  readonly key: string;
}

/** The text is fixed by the specification and quotes what the user typed. */
export function invalidProfileUrlMessage(typed: string): string {
  return `"${typed}" doesn't seem a valid linkedin URL`;
}

/** Reads what a person pastes: with or without scheme, any LinkedIn host, query, fragment or trailing slashes. */
export function readProfileUrl(typed: string): ProfileAddress | null {
  const trimmed = typed.trim();
  if (trimmed === '' || trimmed.length > 2048) return null;
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/?#]*\.[^/?#]*:\d/.test(trimmed)
      ? trimmed
      : `https://${trimmed.replace(/^\/+/, '')}`;
  if (!URL.canParse(withScheme)) return null;
  const parsed = new URL(withScheme);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return null;
  if (parsed.username !== '' || parsed.password !== '' || parsed.port !== '') return null;
  if (parsed.hostname !== 'linkedin.com' && !parsed.hostname.endsWith('.linkedin.com')) return null;
  const encodedSlug = PROFILE_PATH.exec(parsed.pathname)?.[1];
  if (encodedSlug === undefined) return null;
  const slug = decodeSegment(encodedSlug)?.normalize('NFC');
  if (slug === undefined || !SLUG.test(slug)) return null;
  return { url: profileUrl(slug), slug, key: slug.toLowerCase() };
}

/** The canonical address of a slug. */
export function profileUrl(slug: string): string {
  return `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
