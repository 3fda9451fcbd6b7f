/** The canonical address of a slug in any spelling: percent-encoded or not, encoded once. */
import { readProfileUrl } from '../profile-url.ts';

/** The address of a profile; null if the slug cannot be part of one. */
export function profileAddress(slug: string): string | null {
  if (/[/?#\\]/.test(slug)) return null;
  return readProfileUrl(`https://www.linkedin.com/in/${slug}`)?.url ?? null;
}
