/** The process that imports one messy file, so that its memory is its own. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect } from '@leadloom/server/database/connect';
import { importFile } from '@leadloom/server/modules/imports/import-file';
import { tableByName } from '@leadloom/shared/tables/tables';
import { milliseconds } from '../tables/statistics.ts';
import type { FileToImport, ImportedFile } from './import-messy-file.ts';

const WATCH_MILLISECONDS = 20;
const MEBIBYTE = 1024 * 1024;

async function load({ table, login, path }: FileToImport): Promise<ImportedFile> {
  const database = connect(login, { onIdleError: () => undefined, poolSize: 2 });
  try {
    let rejected = 0;
    let peak = 0;
    const start = process.memoryUsage.rss();
    // The system's own figure begins with the memory of the process that started this one.
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, WATCH_MILLISECONDS);
    const time = await milliseconds(async () => {
      const report = await importFile(database, tableByName(table), createReadStream(path), {
        // Of a workbook, the content says what it is.
        format: path.endsWith('.csv') ? 'csv' : null,
        encoding: null,
        mustBeGzip: false,
        mapping: {},
        source: 'bench',
        now: new Date(),
        maxRejects: null,
        keepsKnown: false,
        isDryRun: false,
      });
      rejected = report.rejected;
    });
    clearInterval(watch);
    return { milliseconds: time, rejected, startMegabytes: start / MEBIBYTE, peakMegabytes: peak / MEBIBYTE };
  } finally {
    await database.$client.end();
  }
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
const [file]: FileToImport[] = await once(process, 'message');
if (file !== undefined) process.send?.(await load(file));
