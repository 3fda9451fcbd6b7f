/**
 * `pnpm collector reparse|catalogue`: the collector's kept answers and its endpoint catalogue, while the server
 * runs or not. Ends with 0 when it did what was asked, else with 1.
 */
import { catalogueCommand } from './lib/collector/catalogue-command.ts';
import { reparseCommand } from './lib/collector/reparse-command.ts';
import { usage } from './lib/collector/usage.ts';
import { runCommand } from './lib/run-command.ts';

await runCommand({ name: 'pnpm collector', commands: { reparse: reparseCommand, catalogue: catalogueCommand }, usage });
