/**
 * Reads an email address into the one form it is stored and compared in. Only what mail systems accept
 * without quoting passes, so an address can never carry a second header, recipient or name.
 */
import { domainToASCII } from 'node:url';

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** A text that may be converted to an ASCII domain. The converter reads a URL's host and would drop a path or a port. */
const domainText = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u;
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The address trimmed and lower-cased, with an international domain in its ASCII form; null when it is not an address. */
export function readEmailAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  if (local.length > MAX_LOCAL_LENGTH || !localPart.test(local)) return null;
  const typedDomain = trimmed.slice(at + 1);
  const domain = domainText.test(typedDomain) ? domainToASCII(typedDomain) : '';
  if (!domainPart.test(domain)) return null;
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length > MAX_LENGTH ? null : address;
}

/** Whether this is a valid domain of an email address, in ASCII and lower case. */
export function isMailDomainName(domain: string): boolean {
  return domain.length <= MAX_LENGTH - 2 && domainPart.test(domain);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
