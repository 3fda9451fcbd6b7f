/** What a connection of a pool does when the primary of a cluster is lost, so that nothing acknowledged is lost with it. */
import pg from 'pg';

/** `read_only_sql_transaction`: what a replica says to a statement that writes. */
const READ_ONLY = '25006';
/** `transaction_resolution_unknown` */
const UNKNOWN_OUTCOME = '08007';
/**
 * A name in PostgreSQL's sources: where a commit waits for the synchronous replica. Messages are translated, this name is
 * not.
 */
const WAIT_FOR_REPLICA = 'SyncRepWaitForLSN';

/** Watches the pool's connections. Must be called once, before the first of them is opened. */
export function prepareForFailover(pool: pg.Pool): void {
  /** Connections that lead to a replica, such as a former primary that a balancer has not left out yet. */
  const onReplicas = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === READ_ONLY) onReplicas.add(client);
    });
    failUnreplicated(client);
  });
  // A pool keeps no connection that is ending.
  pool.on('release', (_error, client) => {
    if (onReplicas.has(client)) void client.end();
  });
}

/**
 * A commit that waits for the synchronous replica and is cancelled, by a time limit for instance, succeeds with a warning:
 * only the primary has it, and a failover would undo it. Here it fails, as if the connection had broken before the answer.
 */
function failUnreplicated(client: pg.PoolClient): void {
  client.on('notice', ({ routine, message }) => {
    if (routine !== WAIT_FOR_REPLICA) return;
    const error = new pg.DatabaseError(message ?? '', 0, 'error');
    error.code = UNKNOWN_OUTCOME;
    // The rest of the same packet would settle the statement as a success.
    client.connection.emit('error', error);
  });
}
