/**
 * Whether a domain takes mail, as far as its name servers say within a moment. Fails open: only a clear
 * "no such domain" or "no mail here" refuses. Says nothing about any account.
 */
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MILLISECONDS = 1500;
const REMEMBERED_MILLISECONDS = 10 * 60 * 1000;
const REMEMBERED_DOMAINS = 2000;

export interface MailResolver {
  resolveMx(domain: string): Promise<{ exchange: string }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
}

export type TakesMail = (domain: string) => Promise<boolean>;

interface MailDomainOptions {
  readonly now: () => Date;
  readonly resolver?: MailResolver;
  readonly timeoutMilliseconds?: number;
}

export function createMailDomainCheck(options: MailDomainOptions): TakesMail {
  const { now, resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: 1 }) } = options;
  const timeout = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  const remembered = new Map<string, { readonly takesMail: boolean; readonly until: number }>();

  function remember(domain: string, takesMail: boolean): void {
    const [oldest] = remembered.keys();
    if (remembered.size >= REMEMBERED_DOMAINS && oldest !== undefined) remembered.delete(oldest);
    remembered.set(domain, { takesMail, until: now().getTime() + REMEMBERED_MILLISECONDS });
  }

  return async (domain) => {
    if (isReservedDomain(domain)) return true;
    const known = remembered.get(domain);
    if (known !== undefined && known.until > now().getTime()) return known.takesMail;
    const answer = await within(timeout, askNameServers(resolver, domain));
    if (answer !== null) remember(domain, answer);
    return answer ?? true;
  };
}

/** Names set aside for examples and tests, which no name server can know. */
export function isReservedDomain(domain: string): boolean {
  return /(?:^|\.)(?:example\.(?:com|net|org)|example|test|localhost|local|invalid)$/.test(domain);
}

/** null when the name servers gave no clear answer. */
async function askNameServers(resolver: MailResolver, domain: string): Promise<boolean | null> {
  const exchanges = await lookUp(() => resolver.resolveMx(domain));
  if (!Array.isArray(exchanges)) return exchanges === 'unclear' ? null : false;
  // A single empty exchange says in so many words that the domain takes no mail (RFC 7505).
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const hosts = await Promise.all([lookUp(() => resolver.resolve4(domain)), lookUp(() => resolver.resolve6(domain))]);
  if (hosts.some((host) => Array.isArray(host) && host.length > 0)) return true;
  return hosts.includes('unclear') ? null : false;
}

async function lookUp<Entry>(query: () => Promise<Entry[]>): Promise<Entry[] | 'no such domain' | 'unclear'> {
  try {
    return await query();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENODATA') return [];
    return code === 'ENOTFOUND' ? 'no such domain' : 'unclear';
  }
}

async function within(milliseconds: number, answer: Promise<boolean | null>): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
