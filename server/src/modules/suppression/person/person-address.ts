/** Emails and addresses of profiles as they are compared. Pure. */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { isLinkedinHost, linkedinPage } from '@leadloom/shared/linkedin/linkedin-page';
import { readEmailAddress } from '../../../mail/email-address.ts';

const LONGEST = 2_048;
/** Providers whose mailboxes have the same owner with and without points in their name. */
const POINTLESS = new Set(['gmail.com', 'googlemail.com']);
/** Providers that deliver what is written to `name+anything` to `name`. */
const WITH_TAGS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com icloud.com me.com mac.com proton.me protonmail.com pm.me
  fastmail.com`.split(/\s+/),
);

/** The compared form of an email; null: it is none. */
export function emailForm(text: string): string | null {
  const email = readEmailAddress(
    text
      .trim()
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, ''),
  );
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const untagged = WITH_TAGS.has(domain) ? local.replace(/(?<=.)\+.*$/, '') : local;
  return POINTLESS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/**
 * Sites whose profiles are shown under several addresses: their hosts, the part of the path that names a profile, and
 * how it is written.
 */
const SITES: readonly (readonly [hosts: RegExp, profile: RegExp, form: (name: string) => string])[] = [
  [/^(?:[a-z]+\.)?tiktok\.(?:com|example)$/, /^\/@([^/]+)/, (name) => `tiktok.com/@${name}`],
  [/^(?:[a-z]+\.)?reddit\.com$/, /^\/(?:user|u)\/([^/]+)/i, (name) => `reddit.com/user/${name}`],
  [/^(?:[a-z]+\.)?(?:twitter|x)\.com$/, /^\/@?([^/]+)/, (name) => `x.com/${name}`],
];

/** @returns the form that all addresses of one profile have; null: the address of no profile, such as that of a company */
export function profileForm(text: string): string | null {
  const url = readAddress(text);
  if (url === null) return null;
  const host = url.hostname.replace(/^www\./, '');
  if (isLinkedinHost(host)) {
    const page = linkedinPage({ host, path: url.pathname, search: url.search });
    return page?.startsWith('in/') === true ? `linkedin.com/${page}` : null;
  }
  const site = SITES.find(([hosts]) => hosts.test(host));
  if (site !== undefined) {
    const [, profile, form] = site;
    const name = profile.exec(url.pathname)?.[1];
    return name === undefined ? null : form(nameInPath(name));
  }
  const path = nameInPath(url.pathname).replace(/\/+$/, '');
  const page = `${path}${url.search.toLowerCase()}`;
  return page === '' ? null : `${normalDomain(host) ?? host}${page}`;
}

export function tiktokForm(user: string): string {
  return `tiktok.com/@${nameInPath(user.trim().replace(/^@/, ''))}`;
}

export function redditForm(user: string): string {
  return `reddit.com/user/${nameInPath(user.trim().replace(/^\/?u(?:ser)?\//i, ''))}`;
}

/** A member of LinkedIn is also shown under the network's own id. */
export function memberForm(memberId: string): string {
  return `linkedin.com/in/${nameInPath(memberId)}`;
}

/** The name of a profile as addresses write it, where it differs from the form: `groß` for `gross`. */
export function writtenNames(address: string): readonly string[] {
  const name = profileForm(address)?.split('/').at(-1);
  return address
    .split(/[/?#]/)
    .flatMap((part) => (nameInPath(part) === name ? [decoded(part).normalize('NFC').toLowerCase()] : []));
}

/** Slugs may be encoded, in any case, and composed in two ways. Capitals have no `ß`. */
function nameInPath(name: string): string {
  return decoded(name).normalize('NFKC').toUpperCase().toLowerCase().trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readAddress(text: string): URL | null {
  const typed = text.trim();
  if (typed === '' || typed.length > LONGEST || /\s/.test(typed)) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : null;
}
