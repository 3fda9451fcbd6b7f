/** Starts the embedded database of a directory and says so, for tests that kill it before: `node start-embedded.ts <directory>`. */
import { startEmbeddedDatabase } from '@leadloom/server/embedded/embedded-database';

const [dataDir = ''] = process.argv.slice(2);
const log = { info: () => undefined, error: () => undefined };
const database = await startEmbeddedDatabase({ dataDir, isDurable: false, log });
process.stdout.write('up\n');
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
// Node ends when nothing is left to do, and the database is a process of its own.
setInterval(() => undefined, 60_000);
