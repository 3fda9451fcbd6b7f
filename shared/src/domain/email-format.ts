/**
 * Whether a text has the form of a mail address: the pattern browsers use, plus a dot in the domain, SMTP's lengths,
 * and domains in any script. Only the server decides whether mail can be sent there.
 */
const LOCAL_PART = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const emailPattern = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`, 'u');

export const EMAIL_MAX_LENGTH = 254;

/** Checks the trimmed text, because the server stores it trimmed. */
export function hasEmailFormat(text: string): boolean {
  const email = text.trim();
  return email.length <= EMAIL_MAX_LENGTH && emailPattern.test(email);
}
