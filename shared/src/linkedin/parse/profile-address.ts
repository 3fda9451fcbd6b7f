/** The canonical address of a slug as answers spell it: percent-encoded or not, encoded once. */
import { readProfileUrl } from '../profile-url.ts';

/** null when the slug cannot be one of a member's address. */
export function profileAddress(slug: string): string | null {
  if (/[/?#\\]/.test(slug)) return null;
  return readProfileUrl(`https://www.linkedin.com/in/${slug}`)?.url ?? null;
}
