/** A feeder in a process of its own, which tests kill: `node feeder-process.ts`, with the settings of a server. */
import { createEngineClient } from '@leadloom/server/column-store/engine-http';
import { createFeeder } from '@leadloom/server/column-store/feeder';
import { readConfig } from '@leadloom/server/config';
import { connectAll } from '@leadloom/server/database/connect';

const LOOK_MILLISECONDS = 100;

const { columnStore, databaseUrl } = readConfig(process.env);
if (columnStore === null || databaseUrl === null) throw new Error('CLICKHOUSE_URL and DATABASE_URL are needed');
const { database, direct } = connectAll(databaseUrl, { onIdleError: () => undefined });
const feeder = createFeeder({
  database,
  direct,
  engine: createEngineClient(columnStore),
  settings: columnStore,
  onFailure: (error) => process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
});
const look = () => {
  // The database may be away.
  feeder.look().then(
    () => setTimeout(look, LOOK_MILLISECONDS),
    () => setTimeout(look, LOOK_MILLISECONDS),
  );
};
look();
