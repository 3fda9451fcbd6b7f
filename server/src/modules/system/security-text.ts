/** The contact for reports of vulnerabilities, according to RFC 9116. A pure function. */
import { type Config, NOBODYS_EMAIL } from '../../config.ts';

const DAY = 24 * 3600 * 1000;
/** The expiry must be less than a year away, so that old copies are not trusted for longer. */
const VALID_DAYS = 180;

/** @returns null if the operator set no contact */
export function securityText({ supportEmail, publicUrl }: Pick<Config, 'supportEmail' | 'publicUrl'>, now: Date): string | null {
  if (supportEmail === NOBODYS_EMAIL) return null;
  // Whole days, so that the file stays the same for a day.
  const expires = new Date(Math.floor(now.getTime() / DAY + VALID_DAYS) * DAY).toISOString().replace('.000Z', 'Z');
  const { protocol, origin } = new URL(publicUrl);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // A canonical address must use https.
    ...(protocol === 'https:' ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
