/**
 * The requests of a stranger who looks for accounts: the same request for addresses (and codes) that are
 * known here and for others that are not. Known ones are of every kind: verified or not, blocked, with a
 * second factor; codes are used, replaced, out of date, or for something else.
 */
import { createCode, hashCode } from '@leadloom/server/modules/accounts/mailed-codes/mailed-code';
import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { uniqueEmail } from '@leadloom/server/testing/accounts';
import type { TestServer } from '@leadloom/server/testing/test-server';
import { expect } from 'vitest';
import { areDistinguishable, compareTimes, type Difference } from './distinguishable.ts';
import { nextAddress, PASSWORD } from './testing/security.fixture.ts';

/** A round with a difference is repeated with twice as many pairs, this often at most: noise disappears, a leak does not. */
const MAX_ROUNDS = 4;
const WARM_UP_PAIRS = 3;

export interface Probe {
  readonly url: string;
  body(subject: string): object;
  readonly known: readonly string[];
  invent(): string;
}

export const probeNames = ['login', 'register', 'reset-password', 'verify-email', 'new-password'] as const;
type ProbeName = (typeof probeNames)[number];

/** @param count of known addresses, and of codes */
export async function prepareProbes(server: TestServer, count: number): Promise<Readonly<Record<ProbeName, Probe>>> {
  const emails = Array.from({ length: count }, uniqueEmail);
  const codes = Array.from({ length: count }, createCode);
  await addKnown(server, emails, codes);
  const ofAddress = (name: ProbeName, fields: object = {}): Probe => ({
    url: `/api/v1/${name}`,
    body: (email) => ({ email, ...fields }),
    known: emails,
    invent: uniqueEmail,
  });
  return {
    login: ofAddress('login', { password: 'not the password' }),
    register: ofAddress('register', { password: 'some new password' }),
    'reset-password': ofAddress('reset-password'),
    'verify-email': ofAddress('verify-email'),
    'new-password': {
      url: '/api/v1/new-password',
      body: (code) => ({ password: 'some new password', password_code: code }),
      known: codes,
      invent: createCode,
    },
  };
}

async function addKnown({ database, platform }: TestServer, emails: readonly string[], codes: readonly string[]): Promise<void> {
  const { rowCount } = await database.$client.query(
    `with added as (
      insert into accounts (email, password_hash, verified_at, blocked_at, totp_secret, totp_enabled_at)
      select email, $1,
        case when number % 2 = 0 then now() end,
        case when number % 5 = 0 then now() end,
        case when number % 3 = 0 then '\\x00'::bytea end,
        case when number % 3 = 0 then now() end
      from unnest($2::text[]) with ordinality as given (email, number)
      returning id
    )
    insert into mailed_codes (code_hash, account_id, purpose, expires_at, used_at, superseded_at)
    select code_hash, id,
      case when number % 4 = 0 then 'verify' else 'reset' end,
      now() + case when number % 4 = 1 then interval '-1 hour' else interval '1 hour' end,
      case when number % 4 = 2 then now() end,
      case when number % 4 = 3 then now() end
    from unnest($3::bytea[]) with ordinality as given (code_hash, number)
    join (select id, row_number() over () as number from added) as owner using (number)`,
    [await createPasswords(platform.hashParameters).hash(PASSWORD), emails, codes.map(hashCode)],
  );
  if (rowCount !== codes.length) throw new Error('what should be known is not');
}

interface Round {
  /** Milliseconds, pair by pair. */
  readonly known: number[];
  readonly unknown: number[];
  /** Everything in a response except its time; one entry if known and unknown subjects get the same response. */
  readonly faces: Set<string>;
}

/** Sends the requests in pairs, in random order within each, so that other load affects both equally. */
export async function askInPairs(server: TestServer, probe: Probe, pairs: number): Promise<Round> {
  const round: Round = { known: [], unknown: [], faces: new Set() };
  for (let pair = -WARM_UP_PAIRS; pair < pairs; pair += 1) {
    const subjects = { known: probe.known[Math.max(0, pair) % probe.known.length] ?? '', unknown: probe.invent() };
    for (const side of Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const request = {
        method: 'POST',
        url: probe.url,
        payload: probe.body(subjects[side]),
        remoteAddress: nextAddress(),
      } as const;
      const startedAt = performance.now();
      const answer = await server.app.inject(request);
      const time = performance.now() - startedAt;
      const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
      const { request_id: _request, ...body } = answer.json();
      round.faces.add(JSON.stringify([answer.statusCode, headers, body]));
      if (pair >= 0) round[side].push(time);
    }
  }
  return round;
}

interface Verdict {
  readonly requests: number;
  readonly faces: ReadonlySet<string>;
  /** The difference in the last round. */
  readonly difference: Difference;
  readonly isDistinguishable: boolean;
}

async function judgeProbe(server: TestServer, probe: Probe, pairs: number): Promise<Verdict> {
  const faces = new Set<string>();
  let requests = 0;
  for (let round = 0; ; round += 1) {
    const { known, unknown, faces: seen } = await askInPairs(server, probe, pairs * 2 ** round);
    requests += known.length + unknown.length;
    for (const face of seen) faces.add(face);
    const difference = compareTimes(known, unknown);
    const isDistinguishable = areDistinguishable(difference);
    if (!isDistinguishable || round + 1 === MAX_ROUNDS) return { requests, faces, difference, isDistinguishable };
  }
}

export type EnumerationCounts = ReturnType<typeof countEnumeration>;

export function countEnumeration() {
  return { routes: 0, requests: 0, 'routes that answer differently': 0, 'routes told apart by time': 0 };
}

export async function expectAlike(server: TestServer, probe: Probe, pairs: number, counts: EnumerationCounts): Promise<void> {
  const { requests, faces, difference, isDistinguishable } = await judgeProbe(server, probe, pairs);
  counts.routes += 1;
  counts.requests += requests;
  if (faces.size !== 1) counts['routes that answer differently'] += 1;
  if (isDistinguishable) counts['routes told apart by time'] += 1;
  const { gap, z } = difference;
  console.log(`  ${probe.url}: gap ${gap.toFixed(2)} ms, ${z.toFixed(2)} deviations, in ${requests} requests`);
  expect([...faces]).toHaveLength(1);
  expect(isDistinguishable, `a gap of ${gap} ms, ranks off by ${z} deviations`).toBe(false);
}
