/** The canonical address of a slug in any spelling: percent-encoded or not, encoded once. */
import { readProfileUrl } from '../profile-url.ts';

/** null if the slug cannot be part of a member's address. */
export function profileAddress(slug: string): string | null {
  if (/[/?#\\]/.test(slug)) return null;
  return readProfileUrl(`https://www.linkedin.com/in/${slug}`)?.url ?? null;
}
