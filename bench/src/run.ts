/**
 * `node bench/src/run.ts <name>… [options]`: runs the named benchmarks, or all but `soak`, `column-store` and `start`. Each sets the exit
 * code when it misses a goal.
 */
import { parseArgs } from 'node:util';
import { benchAccount } from './account.ts';
import { benchApi } from './api/api.ts';
import { readApiChoice } from './api/options.ts';
import { benchCollector } from './collector.ts';
import { benchColumnStore } from './column-store/column-store.ts';
import { readColumnStoreChoice } from './column-store/options.ts';
import { benchDestinations } from './destinations.ts';
import { benchEngine } from './engine/engine.ts';
import { readEngineParts } from './engine/options.ts';
import { benchExtension } from './extension.ts';
import { benchGrid } from './grid/grid.ts';
import { benchImport } from './import/import.ts';
import { readImportRows } from './import/options.ts';
import { benchNotifications } from './notifications/notifications.ts';
import { readNotificationChoice } from './notifications/options.ts';
import { benchParse } from './parse.ts';
import { readScreensChoice, screensOptions } from './screens/options.ts';
import { benchScreens } from './screens/screens.ts';
import { benchSizes } from './sizes.ts';
import { readSoakChoice, soakOptions } from './soak/options.ts';
import { benchSoak } from './soak/soak.ts';
import { readSourcesChoice, sourcesOptions } from './sources/options.ts';
import { benchSources } from './sources/sources.ts';
import { benchStart } from './start.ts';
import { readTablesChoice, tablesOptions } from './tables/options.ts';
import { benchTables } from './tables/tables.ts';
import { readTrendsChoice, trendsOptions } from './trends/options.ts';
import { benchTrends } from './trends/trends.ts';
import { benchWorkspaces } from './workspaces.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { ...tablesOptions, ...trendsOptions, ...soakOptions, ...screensOptions, ...sourcesOptions },
});

const benchmarks: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['account', benchAccount],
  ['api', () => benchApi(readApiChoice(values))],
  ['parse', benchParse],
  ['collector', benchCollector],
  ['engine', () => benchEngine(readEngineParts(values.only))],
  ['extension', benchExtension],
  ['grid', benchGrid],
  ['import', () => benchImport(readImportRows(values))],
  ['screens', () => benchScreens(readScreensChoice(values))],
  ['sizes', benchSizes],
  ['sources', () => benchSources(readSourcesChoice(values))],
  ['start', benchStart],
  ['soak', () => benchSoak(readSoakChoice(values))],
  ['tables', () => benchTables(readTablesChoice(values))],
  ['notifications', () => benchNotifications(readNotificationChoice(values))],
  ['trends', () => benchTrends(readTrendsChoice(values))],
  ['workspaces', benchWorkspaces],
  ['destinations', benchDestinations],
  ['column-store', () => benchColumnStore(readColumnStoreChoice(values))],
]);

/** One takes an hour, and two install an engine: they run when they are named. */
const onlyNamed: readonly string[] = ['soak', 'column-store', 'start'];
const usual = [...benchmarks.keys()].filter((name) => !onlyNamed.includes(name));
for (const name of names.length > 0 ? names : usual) {
  const benchmark = benchmarks.get(name);
  if (benchmark === undefined) {
    console.error(`there is no benchmark "${name}"; choose from: ${[...benchmarks.keys()].join(', ')}`);
    process.exitCode = 2;
  } else {
    await benchmark();
  }
}
