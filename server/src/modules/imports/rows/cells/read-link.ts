/**
 * Web addresses, stored as written, with or without a scheme. Only http and https addresses with a host are
 * accepted, so no stored link can make a browser do anything else.
 */

import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';

const LINK_LIMIT = 2048;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** The most common form, whose host can be read without parsing: no port, no user, only ASCII, and no IP address. */
const COMMON_FORM = /^(?:https?:\/\/)?(?:www\d?\.)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,24})(?:[/?#][!-~]*)?$/;

/** The address, and the host by which rows are compared. */
export interface Link {
  readonly address: string;
  readonly domain: string;
}

/** @param text trimmed and not empty */
export function readLink(text: string): Link | CellProblem {
  if (text.length > LINK_LIMIT) return new CellProblem(`is longer than ${LINK_LIMIT.toLocaleString('en')} characters`);
  const usual = commonDomain(text);
  if (usual !== null) return { address: text, domain: usual };
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text) || !text.isWellFormed()) return notALink(text);
  const address = text.startsWith('//') ? `https:${text}` : text;
  if (!hasWebScheme(address)) return new CellProblem(`${quoted(text)} is not an http or https address`);
  const domain = normalDomain(address);
  return domain === null || namesUser(address) ? notALink(text) : { address: address.normalize('NFC'), domain };
}

/** The result of `normalDomain`, or null if only that function can tell. */
function commonDomain(text: string): string | null {
  const host = COMMON_FORM.exec(text)?.[1];
  const isPlain = host !== undefined && host.length <= 253 && !host.includes('xn--') && !/^www\d?\./.test(host);
  return isPlain && !text.includes('\\') ? host : null;
}

/** `host:8080` looks like a scheme but is not one. */
function hasWebScheme(address: string): boolean {
  if (/^https?:\/\//i.test(address)) return true;
  return !SCHEME.test(address) || /^[^:/?#]*\.[^:/?#]*:\d{1,5}(?:[/?#]|$)/.test(address);
}

/** An address such as `bank.example@other.example` hides its real host. */
function namesUser(address: string): boolean {
  const { username, password } = new URL(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  return username !== '' || password !== '';
}

function notALink(text: string): CellProblem {
  return new CellProblem(`${quoted(text)} is not a web address`);
}
