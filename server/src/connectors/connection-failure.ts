/**
 * Why a connection was not made or broke, as a sentence for members: what happened, and what to check. The codes are those of
 * Node.js, of its TLS and of undici. Pure.
 */

interface Place {
  /** Who was asked, as a sentence begins with it: `The store`. */
  readonly who: string;
  /** The field that names the address, in lower case: `endpoint`. */
  readonly field: string;
  /** The name or address that was asked; undefined: it is not shown. */
  readonly host?: string | undefined;
}

type Describe = (place: Place) => string;

const notFound: Describe = ({ field, host }) =>
  `The host name${host === undefined ? '' : ` ${host}`} was not found. Check the ${field}.`;
const late: Describe = ({ who, field }) =>
  `${who} did not answer in time. Check the ${field}, and whether a firewall is in between.`;
const unreachable: Describe = ({ who, field }) => `No network leads to ${lowered(who)}. Check the ${field}.`;
const broken: Describe = ({ who }) => `${who} ended the connection before it answered.`;
const untrusted: Describe = ({ who }) => `${who} showed a certificate that no known authority signed.`;
const notTls: Describe = ({ who, field }) =>
  `${who} did not speak TLS as expected. Check the ${field}: the port may be another one, or take no https.`;

const sentences: Readonly<Record<string, Describe>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: ({ field, host }) =>
    `The host name${host === undefined ? '' : ` ${host}`} could not be looked up. Check the ${field}, or try again later.`,
  ECONNREFUSED: ({ who, field }) => `${who} refused the connection. Check the ${field} and its port.`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: late,
  ESOCKETTIMEDOUT: late,
  TimeoutError: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: late,
  ECONNRESET: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  CERT_HAS_EXPIRED: ({ who }) => `The certificate of ${lowered(who)} has expired.`,
  CERT_NOT_YET_VALID: ({ who }) => `The certificate of ${lowered(who)} is not valid yet.`,
  CERT_REVOKED: ({ who }) => `The certificate of ${lowered(who)} was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ who, field }) => `${who} showed a certificate for another host name. Check the ${field}.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  EPROTO: notTls,
};

/** @returns null: the code is none of a connection */
export function describeConnectionFailure(error: unknown, place: Place): string | null {
  const codes = codesOf(error);
  const known = codes.find((code) => Object.hasOwn(sentences, code));
  if (known !== undefined) return sentences[known]?.(place) ?? null;
  return codes.some((code) => code.startsWith('ERR_SSL_')) ? notTls(place) : null;
}

/** The code of the error, then its name, then those of what it stands for. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // All addresses of a name were tried.
  const tried = error instanceof AggregateError ? error.errors.slice(0, 1) : [];
  return [...code, error.name, ...[...tried, error.cause].flatMap((one) => codesOf(one, depth + 1))];
}

/** Causes stand in causes no deeper than this. */
const MAX_CAUSES = 4;

function lowered(who: string): string {
  return who.startsWith('The ') ? `the ${who.slice(4)}` : who;
}
