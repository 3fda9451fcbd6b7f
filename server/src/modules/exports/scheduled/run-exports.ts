/**
 * Writes the scheduled exports that are due, of each workspace one after the other. Their rows count for the member who made
 * them, or for the first owner where that member is gone. A lease keeps other servers away; one whose
 * server was killed is written again, and its rows are free, because they were paid for. The file becomes visible, and the
 * mail is queued, in the transaction that ends the run.
 */
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createLeasedWork } from '../../../leased-work/leased-work.ts';
import { bulkFor } from '../../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../../mail/mailed-workspace.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { Platform } from '../../../platform.ts';
import { nextDigestAt } from '../../../time/next-digest.ts';
import { queueDeliveries } from '../../destinations/queue-deliveries.service.ts';
import { recordWebhookEvents } from '../../events/webhook-events.service.ts';
import { openPeopleOfList } from '../../linkedin/profiles/export-people.service.ts';
import { readStorageUse } from '../../storage/account-storage.service.ts';
import { lastErasure } from '../../suppression/last-erasure.service.ts';
import { breakAfterErasure } from '../break-after-erasure.ts';
import type { TableExports } from '../exports.service.ts';
import { listDestinations } from './export-destinations.repository.ts';
import { needsRows } from './export-destinations.service.ts';
import { NoRoomError, storeFile } from './export-files.ts';
import { composeEndedMail, composeNotWrittenMail, composeWrittenMail } from './export-mails.ts';
import { type ExportedRows, findExportRows, slugOf, tableOf } from './export-rows.ts';
import { fileUrl } from './file-url.ts';
import type { StoredExport, TakenExport } from './scheduled-exports.repository.ts';
import * as repository from './scheduled-exports.repository.ts';
import { formatOf } from './stored-format.ts';

/** Exports of different workspaces that this server writes at once. */
export const WRITTEN_AT_ONCE = 2;
const RENEW_MILLISECONDS = 15_000;
/** Seconds between two tries. */
const BUSY_SECONDS = 60;
const FAILED_SECONDS = 300;
const MAX_FAILURES = 5;
/** Milliseconds between two checks for erasures while a file is written. */
const ERASURE_MILLISECONDS = 5_000;
/** The number of files of one export, whatever their age. */
const MAX_FILES = 20;
/** Stored bytes of all files of a workspace. */
const WORKSPACE_BYTES = 2 * 1024 ** 3;

const NO_ROOM = 'There is not enough room left in your storage. Delete something, or choose fewer rows.';
const FAILED = 'Something went wrong on our side. It will be tried again at its next time.';

export interface RunnerParts {
  readonly platform: Platform;
  readonly exports: TableExports;
  /** Whoever made an export, or the workspace's first owner in their place; null: the workspace is gone. */
  readonly readRecipient: (
    workspaceId: WorkspaceId,
    createdBy: number | null,
  ) => Promise<{ readonly accountId: number; readonly email: string; readonly mayBeNotified: boolean } | null>;
  /** @param exportId null: the next one could not be taken */
  readonly onFailure: (error: unknown, exportId: number | null) => void;
}

interface MemberRows {
  readonly rows: ExportedRows;
  /** The member for whom they count. */
  readonly accountId: number;
}

type Result = NonNullable<StoredExport['lastResult']>;
interface Outcome {
  readonly result: Result;
  readonly rows?: number;
  readonly detail?: string;
  readonly mail?: Mail;
  readonly file?: { readonly id: number; readonly table: string; readonly size: number; readonly storedSize: number };
  readonly isEnded?: boolean;
}

export function createExportRunner({ platform, exports, readRecipient, onFailure }: RunnerParts) {
  const { database, mailQueue, now, config } = platform;

  const work = createLeasedWork<TakenExport>({
    slots: WRITTEN_AT_ONCE,
    renewal: repository.exportLeases.renewal(database, RENEW_MILLISECONDS),
    take: (room) => repository.takeDue(database, now(), room),
    run: async (due, signal) => finish(due, await write(due, signal)),
    onFailure: fail,
    onError: (error, due) => onFailure(error, due?.id ?? null),
  });

  async function write(due: TakenExport, signal: AbortSignal): Promise<Outcome> {
    const recipient = await readRecipient(due.workspaceId, due.createdBy);
    if (recipient?.mayBeNotified !== true) return { result: 'no_plan' };
    const workspace = await readMailedWorkspace(database, due.workspaceId);
    const parts = { to: recipient.email, publicUrl: config.publicUrl, name: due.name, workspace };
    const destinations = (await listDestinations(database, [due.id])).get(due.id) ?? [];
    let wanted: ExportedRows;
    try {
      wanted = await findExportRows(
        platform,
        { accountId: recipient.accountId, workspaceId: due.workspaceId },
        due.watch,
        formatOf(due),
        needsRows(destinations),
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return { result: 'failed', detail: error.message, mail: composeEndedMail(parts), isEnded: true };
    }
    try {
      const { id, rows, ...sizes } = await writeFile(due, { rows: wanted, accountId: recipient.accountId }, signal);
      return {
        result: 'written',
        rows,
        file: { id, table: slugOf(tableOf(wanted)), ...sizes },
        mail: composeWrittenMail(parts, rows),
      };
    } catch (error) {
      if (error instanceof NoRoomError) {
        await repository.deleteUnfinished(database, due.id);
        return notWritten('failed', NO_ROOM);
      }
      if (isOverLimit(error)) return notWritten('over_limit', error.message);
      if (due.failures + 1 < MAX_FAILURES || isBusy(error) || signal.aborted) throw error;
      onFailure(error, due.id);
      return notWritten('failed', FAILED);
    }
    function notWritten(result: Result, detail: string): Outcome {
      return { result, detail, mail: composeNotWrittenMail(parts, detail) };
    }
  }

  /** Rows of a table are charged. People were collected by the workspace itself and are free, as on their screen. */
  async function openRows(workspaceId: WorkspaceId, { rows, accountId }: MemberRows, signal: AbortSignal) {
    if (rows.kind === 'table') {
      const request = { workspaceId, accountId, isVerified: true, isScheduled: true, choice: rows.choice, signal };
      return exports.open(request, { byteOrderMark: false });
    }
    const erasure = await lastErasure(database);
    const opened = await openPeopleOfList(platform, { workspaceId, accountId }, rows);
    breakAfterErasure(database, opened.stream, erasure, ERASURE_MILLISECONDS);
    return opened;
  }

  /** Stores the rows in a file that is not visible yet. */
  async function writeFile(due: TakenExport, wanted: MemberRows, signal: AbortSignal) {
    const { rows } = wanted;
    const { id: exportId, workspaceId, isGzip } = due;
    await repository.deleteUnfinished(database, exportId);
    const { usedBytes, limitBytes } = await readStorageUse(database, config, workspaceId);
    const room = Math.min(WORKSPACE_BYTES - (await repository.storedBytes(database, workspaceId)), limitBytes - usedBytes);
    if (room <= 0) throw new NoRoomError();
    const { stream, rowCount } = await openRows(workspaceId, wanted, signal);
    const end = () => stream.destroy(new Error('a scheduled export was stopped'));
    // A failure also fails the read; without a listener, an error before that would end the process.
    stream.on('error', () => undefined);
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      const createdAt = now();
      const day = createdAt.toISOString().slice(0, 10).replaceAll('-', '');
      const fileName = `${slugOf(tableOf(rows))}_${day}.${formatOf(due)}${isGzip ? '.gz' : ''}`;
      const file = { exportId, workspaceId, isGzip, fileName, rowCount, createdAt };
      const id = await repository.addFile(database, file);
      const { plain, stored } = await storeFile(database, id, stream, room);
      return { id, rows: rowCount, size: isGzip ? stored : plain, storedSize: stored };
    } finally {
      signal.removeEventListener('abort', end);
      stream.destroy();
    }
  }

  async function finish(due: TakenExport, outcome: Outcome): Promise<void> {
    const { result, rows = null, detail = null, mail, file, isEnded = false } = outcome;
    await database.transaction(async (transaction) => {
      // The times of the export may have been changed meanwhile.
      const current = await repository.findExport(transaction, due.workspaceId, due.id);
      if (current === null) return;
      const time = now();
      const isHeld = await repository.endRun(transaction, due, {
        failures: 0,
        lastAt: time,
        lastResult: result,
        lastRows: rows,
        lastDetail: detail,
        nextAt: isEnded ? null : nextDigestAt(current, time),
      });
      if (!isHeld) return;
      if (file !== undefined) {
        await repository.completeFile(transaction, file.id, file);
        await queueFile(transaction, due, file.id, time);
        await recordWebhookEvents(transaction, due.workspaceId, [finishedEvent(due, file, rows ?? 0)], time);
        await repository.keepNewest(transaction, due.id, MAX_FILES);
      }
      if (mail !== undefined) await mailQueue.enqueue(transaction, mail, bulkFor(due.workspaceId));
    });
    if (mail !== undefined) mailQueue.kick();
  }

  /** Sends the file to each destination that the export names now and that can take it. */
  async function queueFile(transaction: Connection, due: TakenExport, fileId: number, at: Date): Promise<void> {
    const { id: exportId, workspaceId } = due;
    const destinations = (await listDestinations(transaction, [exportId])).get(exportId) ?? [];
    const deliveries = destinations.map(({ destinationId, mode }) => ({
      ...{ workspaceId, destinationId, event: 'export.finished' as const },
      task: { kind: 'file' as const, exportId, fileId, mode },
    }));
    await queueDeliveries(transaction, deliveries, at);
  }

  function finishedEvent(due: StoredExport, { id, table }: NonNullable<Outcome['file']>, rows: number) {
    const url = fileUrl(config, due.id, id);
    return { type: 'export.finished', data: { export_id: due.id, kind: 'scheduled', table, rows, url } } as const;
  }

  async function fail(due: TakenExport, error: unknown, isStopping: boolean): Promise<void> {
    const isPassing = isBusy(error) || isStopping;
    if (!isPassing) onFailure(error, due.id);
    const failures = due.failures + (isPassing ? 0 : 1);
    const seconds = isStopping ? 0 : isPassing ? BUSY_SECONDS : FAILED_SECONDS;
    await repository.putOff(database, due, { failures, seconds });
  }

  return {
    /** Starts those that are due, as far as there is room for them. */
    async startDue(): Promise<void> {
      await repository.correctTimes(database, now());
      await work.startDue();
    },
    /** Ends those that are written here; they are due again at once. */
    close: () => work.close({ reason: new Error('a scheduled export was stopped') }),
  };
}

function isNotFound(error: unknown): error is AppError {
  return error instanceof AppError && ['VIEW.NOT_FOUND', 'ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE'].includes(error.code);
}

function isOverLimit(error: unknown): error is AppError {
  return error instanceof AppError && ['EXPORT.OVER_LIMIT', 'WORKSPACE.MEMBER_EXPORT_LIMIT'].includes(error.code);
}

/** Whether other exports of the workspace are being written, or the server has too much to do. */
function isBusy(error: unknown): boolean {
  return error instanceof AppError && ['EXPORT.BUSY', 'SERVER.BUSY', 'SERVER.UNAVAILABLE'].includes(error.code);
}
