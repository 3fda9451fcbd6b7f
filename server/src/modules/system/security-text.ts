/** Where to write about a hole in this server, as RFC 9116 has it. Pure. */
import { type Config, NOBODYS_EMAIL } from '../../config.ts';

const DAY = 24 * 3600 * 1000;
/** It must be less than a year; a copy somebody keeps is not believed for longer. */
const VALID_DAYS = 180;

/** @returns null where the operator gave no address to write to */
export function securityText({ supportEmail, publicUrl }: Pick<Config, 'supportEmail' | 'publicUrl'>, now: Date): string | null {
  if (supportEmail === NOBODYS_EMAIL) return null;
  // Whole days, so that it is one file all day long.
  const expires = new Date(Math.floor(now.getTime() / DAY + VALID_DAYS) * DAY).toISOString().replace('.000Z', 'Z');
  const { protocol, origin } = new URL(publicUrl);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // Such an address must be one of https.
    ...(protocol === 'https:' ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
