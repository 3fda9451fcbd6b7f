/** An account of the throw-away installation that may do what only verified members of it may. */
import { connect } from '../../../server/src/database/connect.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { findEmbeddedDatabase } from '../../../server/src/embedded/embedded-database.ts';
import { openAccount, type WritingAccount } from '../cluster/writing-account.ts';

/** @throws {Error} while the database is away */
export async function openDatabase(dataDir: string): Promise<Database> {
  const login = await findEmbeddedDatabase(dataDir);
  if (login === null) throw new Error('the database is away');
  return connect(login, { onIdleError: () => undefined, poolSize: 1 });
}

/** Registers an account, and verifies it in the database. Not for two at once. @returns it with its id */
export async function openOwner(server: string, database: Database): Promise<{ account: WritingAccount; id: number }> {
  const account = await openAccount(server);
  const { rows } = await database.$client.query<{ id: string }>(
    `update accounts set verified_at = now(), trial_ends_at = now() + interval '1 year'
     where id = (select max(id) from accounts) returning id`,
  );
  return { account, id: Number(rows[0]?.id) };
}
