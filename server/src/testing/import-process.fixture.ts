/**
 * A process that answers uploads with the messages of `import-worker.ts`, starts in a tenth of its time, and loads nothing.
 * It refuses a file that begins with the word "nothing".
 */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { FromWorker } from '../modules/imports/worker/worker-replies.ts';

const report: ImportReport = {
  table: 'companies',
  is_dry_run: true,
  rows_read: 1,
  added: 1,
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  folded: [],
  rejected: 0,
  held_back: 0,
  changed_columns: {},
  mapping: { name: 'name' },
  rejects: [],
  left_blank: [],
  notices: [],
};
let isRefused = false;

function send(message: FromWorker): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(1));
process.on('message', (message: object) => {
  if ('task' in message) isRefused = false;
  if ('bytes' in message && message.bytes instanceof Uint8Array)
    isRefused ||= Buffer.from(message.bytes).toString().startsWith('nothing');
  if (!('kind' in message) || message.kind !== 'end') return send({ kind: 'more' });
  if (isRefused) send({ kind: 'refused', code: 'IMPORT.UNREADABLE', message: 'Nothing was loaded.', trace: '' });
  else send({ kind: 'done', report });
});
