/**
 * The database's superuser, whom the application never is: it makes the application's role and database at each start,
 * where they are missing. Its password is its own, so that whoever learns the application's cannot become it.
 */
import pg from 'pg';
import { readIfThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { createPassword, SUPERUSER, writeDurably } from './create-cluster.ts';
import type { DatabaseHome } from './database-home.ts';
import type { Postmaster } from './postmaster.ts';

export const APPLICATION = 'leadloom';
/** PostgreSQL's `invalid_password`. */
const WRONG_PASSWORD = '28P01';

export interface Login {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/**
 * How to reach the database as its superuser, once the application's role and database are there.
 * @param password of the application's role
 * @throws {StartError} in one line, when the database does not let its own server in
 */
export async function prepareAsSuperuser(
  home: DatabaseHome,
  { host, port }: Pick<Postmaster, 'host' | 'port'>,
  password: string,
): Promise<Login> {
  const known = await readIfThere(home.superuserPasswordFile);
  const login = { host, port, user: SUPERUSER, password: known?.toString().trim() || createPassword(), database: 'postgres' };
  try {
    const client = (await open(login)) ?? (await openWithSharedPassword(home, login, password));
    try {
      await createApplicationDatabase(client, password);
    } finally {
      await client.end().catch(() => undefined);
    }
    return login;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database in DATA_DIR refuses its own server: ${reason}`, { cause });
  }
}

/**
 * Earlier versions gave both roles one password; so does a start that was killed between the file and the role.
 * The file comes first: a password that only the database knows would lock its server out.
 */
async function openWithSharedPassword(home: DatabaseHome, login: Login, password: string): Promise<pg.Client> {
  const client = await open({ ...login, password });
  if (client === null) {
    throw new StartError(
      `${home.superuserPasswordFile} is missing or wrong, and ${home.cluster} cannot be opened without it. Restore it or set DATA_DIR.`,
    );
  }
  await writeDurably(home, home.superuserPasswordFile, `${login.password}\n`);
  await client.query(`alter role ${SUPERUSER} password ${client.escapeLiteral(login.password)}`);
  return client;
}

/** Connects with this login; null: the password is another. */
async function open(login: Login): Promise<pg.Client | null> {
  const client = new pg.Client({
    ...login,
    ssl: false,
    application_name: `${APPLICATION}-start`,
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) return null;
    throw error;
  }
}

async function createApplicationDatabase(client: pg.Client, password: string): Promise<void> {
  const role = await client.query('select 1 from pg_roles where rolname = $1', [APPLICATION]);
  if (role.rowCount === 0) await client.query(`create role ${APPLICATION} login password ${client.escapeLiteral(password)}`);
  const database = await client.query('select 1 from pg_database where datname = $1', [APPLICATION]);
  if (database.rowCount === 0) await client.query(`create database ${APPLICATION} owner ${APPLICATION}`);
}
