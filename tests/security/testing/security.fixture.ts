/** The server under attack: many accounts that are created without signing in, and fingerprints of the stored data. */

import { createHash } from 'node:crypto';
import type { HashParameters } from '@leadloom/server/crypto/hash-parameters';
import { personalWorkspaceOf, type WorkspaceId } from '@leadloom/server/http/workspace';
import { createAccountsRepository } from '@leadloom/server/modules/accounts/accounts.repository';
import { createSessions, type SessionTokens } from '@leadloom/server/modules/accounts/sessions/sessions.service';
import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { uniqueEmail } from '@leadloom/server/testing/accounts';
import type { TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { z } from 'zod';
import { triedTables } from '../some-of.ts';

export const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});
/** Those of them that families of attacks try: of the endpoints of tables, the ones of the tables that are tried. */
export const triedRows: typeof rows = rows.filter(
  ([name]) => name in endpoints || triedTables.some((table) => name.startsWith(`${table}.`)),
);
export const PASSWORD = 'the right password';
/** Set it to attack the operator's endpoints with their token. */
export const OPERATOR_TOKEN = 'the-token-of-the-operator';
const operatorEmails = Array.from({ length: 1000 }, (_, index) => `operator-${index}@example.com`);
/** Set it to attack the console's endpoints. */
export const OPERATORS = operatorEmails.join(',');

export interface Person {
  /** Of the account, and so of its personal workspace. */
  readonly id: WorkspaceId;
  readonly email: string;
  readonly tokens: SessionTokens;
  /** The token as a script of the app sends it. */
  readonly bearer: { readonly authorization: string };
  /** The cookies as a browser sends them by itself. */
  readonly cookies: { readonly cookie: string };
}

const hashes = new Map<HashParameters | undefined, Promise<string>>();

/**
 * The makers of each server, because making them prepares statements and derives keys, which takes longer than adding an
 * account.
 */
const makersByPlatform = new WeakMap<TestServer['platform'], ReturnType<typeof createMakers>>();

function createMakers(platform: TestServer['platform']) {
  return { accounts: createAccountsRepository(platform.database), sessions: createSessions(platform) };
}

function makersOf({ platform }: TestServer): ReturnType<typeof createMakers> {
  const makers = makersByPlatform.get(platform) ?? createMakers(platform);
  makersByPlatform.set(platform, makers);
  return makers;
}

interface PersonOptions {
  readonly isVerified?: boolean;
  /** The person is named in OPERATORS, and has a second factor on. */
  readonly isOperator?: boolean;
}

let operators = 0;

/** An account of PASSWORD with a session of its own. */
export async function addPerson(
  server: TestServer,
  { isVerified = true, isOperator = false }: PersonOptions = {},
): Promise<Person> {
  const { database, platform } = server;
  const { accounts, sessions } = makersOf(server);
  const hashing = hashes.get(platform.hashParameters) ?? createPasswords(platform.hashParameters).hash(PASSWORD);
  hashes.set(platform.hashParameters, hashing);
  const passwordHash = await hashing;
  const email = isOperator ? (operatorEmails[operators++ % operatorEmails.length] ?? '') : uniqueEmail();
  const added = await accounts.addOrFind(email, passwordHash, platform.now());
  const id = personalWorkspaceOf(added.id);
  if (isVerified) {
    const verify = "update accounts set verified_at = now(), trial_ends_at = now() + interval '9 days' where id = $1";
    await database.$client.query(verify, [id]);
  }
  if (isOperator) await database.$client.query('update accounts set totp_enabled_at = now() where id = $1', [id]);
  const browser = { userAgent: null, address: '203.0.113.1' };
  const tokens = await sessions.start(id, { passwordHash, hasShownSecondFactor: isOperator }, browser);
  if (tokens === null) throw new Error('no session was started');
  const { binding, accessToken, xsrfToken } = tokens;
  const cookie = `leadloom_session=${binding}; leadloom_access=${accessToken}; XSRF-TOKEN=${xsrfToken}`;
  return { id, email, tokens, bearer: { authorization: `Bearer ${accessToken}` }, cookies: { cookie } };
}

/** Another session of the same account, as a script of the app sends it. */
export async function addSession(server: TestServer, { id }: Person): Promise<Person['bearer']> {
  const { accounts, sessions } = makersOf(server);
  const account = await accounts.findById(id);
  const browser = { userAgent: null, address: '203.0.113.2' };
  const tokens = await sessions.start(
    id,
    { passwordHash: account?.passwordHash ?? '', hasShownSecondFactor: account?.totpEnabledAt !== null },
    browser,
  );
  if (tokens === null) throw new Error('no session was started');
  return { authorization: `Bearer ${tokens.accessToken}` };
}

/** An account that may call the endpoint with the header of `bearerFor`. */
export function addPersonFor({ access }: EndpointDefinition, server: TestServer): Promise<Person> {
  return addPerson(server, { isOperator: access === 'console' });
}

/** The credential for the endpoint: the person's session, or the operator's token. */
export function bearerFor({ access }: EndpointDefinition, { bearer }: Person): Person['bearer'] {
  return access === 'operator' ? { authorization: `Bearer ${OPERATOR_TOKEN}` } : bearer;
}

let addresses = 0;
/** A new client address, so that no two attempts share a limit. */
export function nextAddress(): string {
  addresses += 1;
  return `100.${(addresses >> 16) & 63}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

const tableNames = z.array(z.object({ name: z.string() }));
const tableHashes = z.array(z.object({ name: z.string(), hash: z.string() }));

/**
 * A hash of each table's rows, for finding out what an attack changed. Servers write the unlogged ones by themselves, and add
 * up the ledger of stored bytes, which follows from the others.
 */
export async function fingerprint({ platform }: TestServer): Promise<Readonly<Record<string, string>>> {
  const { $client: connections } = platform.direct;
  const tables = await connections.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'account_storage'",
  );
  const parts = tableNames
    .parse(tables.rows)
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as hash from "${name}" t`,
    );
  const text = parts.join(' union all ');
  const found = await readAlone(connections, text);
  // The hashes are in one order, so that two results can be compared as texts.
  const byName = tableHashes.parse(found.rows).toSorted((one, other) => one.name.localeCompare(other.name));
  return Object.fromEntries(byName.map(({ name, hash }) => [name, hash]));
}

/**
 * Planning a statement of so many tables takes longer than reading them, so each connection plans it once; and so would
 * starting the processes among which the database would divide it.
 */
async function readAlone(connections: TestServer['platform']['direct']['$client'], text: string) {
  const connection = await connections.connect();
  let isInTransaction = true;
  try {
    await connection.query('begin; set local max_parallel_workers_per_gather = 0');
    const found = await connection.query({ name: createHash('md5').update(text).digest('hex'), text });
    await connection.query('commit');
    isInTransaction = false;
    return found;
  } finally {
    connection.release(isInTransaction);
  }
}

/** One line in the report of a run. */
export function tell(family: string, counts: Readonly<Record<string, number>>): void {
  console.log(
    `${family}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
}
