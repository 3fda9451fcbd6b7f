/**
 * Whether a domain accepts mail, according to its name servers. Anybody may ask, and the name servers are the
 * operator's, so the response only says "mail can be sent there" or "it cannot".
 *
 * - Only public names are looked up. Names reserved for special use never leave the server, and names that
 * resolve only to private addresses accept no mail.
 * - All failures look alike: no such domain, no records, an error of the servers, no response in time. The
 * result always comes at the end of the timeout.
 * - If the name servers do not respond at all, the check is off and every domain counts as valid.
 * - Results are cached. Simultaneous look-ups of one domain are shared, and look-ups are limited. Above the
 * limit the check is off, too.
 */
import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressKey } from '../../../http/address-key.ts';
import type { AttemptLimit, Attempts } from '../../../limits/attempts.ts';
import { isMailDomainName } from '../../../mail/email-address.ts';
import { isPublicAddress } from '../../../sources/http/public-address.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TIMEOUT_MILLISECONDS = 1500;
const GOOD_FOR = 10 * MINUTE;
/** Negative results are cached for a shorter time, because servers that were slow may have the result by then. */
const BAD_FOR = MINUTE;
const REMEMBERED_DOMAINS = 2000;
/** Domains per caller that are not cached yet. */
export const LOOK_UP_LIMIT: AttemptLimit = { max: 30, windowSeconds: 15 * 60 };
/** The same for all callers together. */
export const ALL_LOOK_UPS_LIMIT: AttemptLimit = { max: 300, windowSeconds: 60 };

export interface MailResolver {
  resolveMx(domain: string): Promise<{ exchange: string }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
  resolveNs(domain: string): Promise<string[]>;
}

/** @param asker identifies the caller: an address or another name */
export type TakesMail = (domain: string, asker: string) => Promise<boolean>;

interface MailDomainOptions {
  readonly now: () => Date;
  /** Counts what is asked, for all servers. */
  readonly attempts: Attempts;
  readonly resolver?: MailResolver;
  readonly timeoutMilliseconds?: number;
}

interface Remembered {
  readonly takesMail: boolean;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export function createMailDomainCheck(options: MailDomainOptions): TakesMail {
  const { now, attempts, resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: 1 }) } = options;
  const timeout = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  const remembered = new Map<string, Remembered>();
  const asking = new Map<string, Promise<boolean>>();
  let answeredUntil = 0;

  function remember(domain: string, takesMail: boolean): void {
    const [oldest] = remembered.keys();
    if (remembered.size >= REMEMBERED_DOMAINS && oldest !== undefined) remembered.delete(oldest);
    remembered.set(domain, { takesMail, until: now().getTime() + (takesMail ? GOOD_FOR : BAD_FOR) });
  }

  /** Whether the name servers respond at all: they resolved a well-known name recently. */
  async function areServersThere(): Promise<boolean> {
    if (answeredUntil > now().getTime()) return true;
    const isAnswered = (await resolver.resolveNs('.')).length > 0;
    if (isAnswered) answeredUntil = now().getTime() + GOOD_FOR;
    return isAnswered;
  }

  async function ask(domain: string): Promise<boolean> {
    const timeIsUp = sleep(timeout, false, { ref: false });
    const areThere = within(timeIsUp, areServersThere());
    if (await within(timeIsUp, hasPlaceForMail(resolver, domain))) {
      remember(domain, true);
      return true;
    }
    // The negative result always comes at the same time, whatever the failure and however early.
    await timeIsUp;
    if (!(await areThere)) return true;
    remember(domain, false);
    return false;
  }

  /** Refused look-ups count too, so that repeating them does not help. */
  async function mayAsk(asker: string): Promise<boolean> {
    const [ofAsker, ofAll] = [`look-up ${addressKey(asker)}`, 'look-ups'];
    if ((await attempts.take([{ key: ofAsker, limit: LOOK_UP_LIMIT }])) !== null) return false;
    return (await attempts.take([{ key: ofAll, limit: ALL_LOOK_UPS_LIMIT }])) === null;
  }

  return async (domain, asker) => {
    if (!isMailDomainName(domain)) return false;
    if (isSetAside(domain)) return true;
    const known = remembered.get(domain);
    if (known !== undefined && known.until > now().getTime()) return known.takesMail;
    const running = asking.get(domain);
    if (running !== undefined) return running;
    const answer = mayAsk(asker)
      .then((may) => (may ? ask(domain) : true))
      .finally(() => asking.delete(domain));
    asking.set(domain, answer);
    return answer;
  };
}

/**
 * Names that no public name server knows: reserved for examples, tests and special use (RFC 6761 and its
 * registry), or used by networks for their own machines.
 */
const setAside: ReadonlySet<string> = new Set(
  `alt arpa corp domain example home internal intranet invalid lan local localdomain localhost mail onion private
  router test workgroup`.split(/\s+/),
);

function isSetAside(domain: string): boolean {
  return setAside.has(domain.slice(domain.lastIndexOf('.') + 1)) || /(?:^|\.)example\.(?:com|net|org)$/.test(domain);
}

/** @throws the error of the name servers */
async function hasPlaceForMail(resolver: MailResolver, domain: string): Promise<boolean> {
  const exchanges = await lookUp(() => resolver.resolveMx(domain));
  // A single empty exchange means explicitly that the domain accepts no mail (RFC 7505).
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const hasPublic = async (addresses: Promise<string[]>): Promise<true> => {
    if ((await addresses).some(isPublicAddress)) return true;
    throw new Error('no public address');
  };
  return Promise.any([hasPublic(resolver.resolve4(domain)), hasPublic(resolver.resolve6(domain))]);
}

/** A domain without such records may have others. */
async function lookUp<Entry>(query: () => Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENODATA') return [];
    throw error;
  }
}

/** Resolves to false if the promise fails or comes too late. */
function within(timeIsUp: Promise<boolean>, answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer.catch(() => false), timeIsUp]);
}
