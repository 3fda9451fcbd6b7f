/** What a register calls the website of a company: its own site, its page at LinkedIn, or the page of a site that many share. */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { isLinkedinHost, linkedinPage } from '@leadloom/shared/linkedin/linkedin-page';
import { isSharedHost } from '../../hosts/shared-hosts.ts';

export interface WebAddresses {
  /** Of the company alone; null: none was named. */
  readonly website: string | null;
  readonly linkedinUrl: string | null;
}

const ADDRESS_LIMIT = 2048;

/**
 * Sorts addresses as companies typed them: `HTTP://WWW.NORTHLIGHT.EXAMPLE`, `northlight.example`. The first of each kind
 * counts; pages of other networks, blogs and directories are nobody's website.
 */
export function sortAddresses(typed: readonly string[]): WebAddresses {
  let website: string | null = null;
  let linkedinUrl: string | null = null;
  for (const text of typed) {
    const address = writtenAs(text);
    const host = address === null ? null : normalDomain(address);
    if (address === null || host === null) continue;
    if (isLinkedinHost(host)) linkedinUrl ??= isPageOfSomebody(address, host) ? address : null;
    else if (!isSharedHost(host)) website ??= address;
  }
  return { website, linkedinUrl };
}

/** Without blanks and mistyped schemes; in small letters, if it is in capitals. null: it is none */
function writtenAs(text: string): string | null {
  const typed = text.trim().replace(/^(https?):\/*(?:https?:\/*)?/i, '$1://');
  if (typed === '' || typed.length > ADDRESS_LIMIT || /\s|@/.test(typed)) return null;
  const address = /[a-z]/.test(typed)
    ? typed.replace(/^https?:\/\/[^/?#]*/i, (origin) => origin.toLowerCase())
    : typed.toLowerCase();
  return URL.canParse(/^https?:/.test(address) ? address : `https://${address}`) ? address : null;
}

function isPageOfSomebody(address: string, host: string): boolean {
  const { pathname, search } = new URL(/^https?:/.test(address) ? address : `https://${address}`);
  return linkedinPage({ host, path: pathname, search }) !== null;
}
