/** `pnpm data sample`: adds the requested number of sample rows to every table. */
import type { Config } from '../../../server/src/config.ts';
import { loadSampleRows } from '../../../server/src/modules/sample-data/sample-rows.service.ts';
import { tableNames } from '../../../shared/src/tables/tables.ts';
import type { Terminal } from '../terminal.ts';
import { withDatabase } from './open-database.ts';
import { createProgress } from './progress.ts';
import { readArguments, readWholeNumber, UsageError } from './usage.ts';

const MAX_ROWS = 100_000_000;
const MAX_SEED = 1_000_000_000;

export async function sampleCommand(args: readonly string[], config: Config, { output, errors }: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    rows: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  });
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is an unexpected argument`);
  const rows = readWholeNumber('rows', values.rows, { min: 1, max: MAX_ROWS });
  const seed = readWholeNumber('seed', values.seed, { min: 0, max: MAX_SEED });
  await withDatabase(
    config,
    async (database) => {
      for (const table of tableNames) {
        let made = 0;
        const progress = createProgress({ bytesRead: () => made, bytesTotal: rows, output: errors });
        const onProgress = (state: { readonly rows: number; readonly isMerging: boolean }) => {
          made = state.rows;
          progress.update(state);
        };
        const report = await loadSampleRows(database, table, { rows, seed }, { now: new Date(), onProgress });
        progress.end();
        const { added, changed, unchanged } = report;
        const counts = Object.entries({ added, changed, unchanged }).map(
          ([name, count]) => `${count.toLocaleString('en')} ${name}`,
        );
        output.write(`${table}: ${counts.join(', ')}\n`);
      }
    },
    { errors },
  );
  if (!config.sampleData)
    output.write('SAMPLE_DATA is off: the next start of the server removes these rows. Set it to on to keep them.\n');
  return 0;
}
