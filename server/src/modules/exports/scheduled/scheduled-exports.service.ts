/** Scheduled exports of a workspace, and their files. */
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import {
  type createScheduledExport,
  EXPORT_FILES_RETENTION_DAYS,
  type ExportFile,
  type ExportFormat,
  isCompressedFormat,
  MAX_SCHEDULED_EXPORTS,
  MAX_WORKSPACE_SCHEDULED_EXPORTS,
  type ScheduledExport,
  scheduledExportSchema,
  type updateScheduledExport,
} from '@leadloom/shared/contract/scheduled-exports';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { nextDigestAt } from '../../../time/next-digest.ts';
import { noteActivity } from '../../activity/activity.service.ts';
import { type ExportDestination, listDestinations, replaceDestinations } from './export-destinations.repository.ts';
import { requireDestinations } from './export-destinations.service.ts';
import { readFile } from './export-files.ts';
import { findExportRows, slugOf, tableOf } from './export-rows.ts';
import { fileUrl } from './file-url.ts';
import type { ListedExport, StoredFile } from './scheduled-exports.repository.ts';
import * as repository from './scheduled-exports.repository.ts';
import { formatOf, storedFormat } from './stored-format.ts';

const RETENTION_MILLISECONDS = EXPORT_FILES_RETENTION_DAYS * 24 * 3600 * 1000;
const DEFAULT_TIME = '08:00';
const DEFAULT_ZONE = 'UTC';
const WORKSPACE_IS_FULL = `This workspace has reached the limit of ${MAX_WORKSPACE_SCHEDULED_EXPORTS} scheduled exports.`;

/** The member who acts. */
interface Scheduler {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  readonly email: string;
  readonly isPersonal: boolean;
}

export async function listAccountExports(
  platform: Platform,
  workspaceId: WorkspaceId,
): Promise<{ data: ScheduledExport[]; total: number }> {
  const found = await repository.listExports(platform.database, workspaceId);
  const ids = found.map(({ id }) => id);
  const destinations = await listDestinations(platform.database, ids);
  const data = found.map((each) => describeExport(platform, each, destinations.get(each.id)));
  return { data, total: data.length };
}

/**
 * @throws {AppError} SCHEDULED_EXPORT.LIMIT_REACHED, VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND, REQUEST.INVALID,
 *   DESTINATION.NOT_FOUND, DESTINATION.WRONG_KIND, DESTINATION.FORMAT
 */
export async function createAccountExport(
  platform: Platform,
  scheduler: Scheduler,
  body: EndpointRequest<typeof createScheduledExport>['body'],
): Promise<ScheduledExport> {
  const { workspaceId, accountId: createdBy, email: maker, isPersonal } = scheduler;
  const { name, watch, every: frequency, at = DEFAULT_TIME, zone = DEFAULT_ZONE, format = 'csv', gzip = false } = body;
  const chosen = chosenOf(body.destinations);
  refuseCompressed(format, gzip);
  const tableName = tableOf(await findExportRows(platform, scheduler, watch, format));
  const createdAt = platform.now();
  const time = { frequency, timeOfDay: at, zone };
  const added = {
    ...{ workspaceId, createdBy, name, watch, tableName, ...time, ...storedFormat(format), isGzip: gzip },
    ...{ nextAt: nextDigestAt(time, createdAt), createdAt },
  };
  const stored = await platform.database.transaction(async (transaction) => {
    const { own, total } = await repository.countExports(transaction, workspaceId, createdBy);
    if (own >= MAX_SCHEDULED_EXPORTS) throw new AppError('SCHEDULED_EXPORT.LIMIT_REACHED');
    if (total >= MAX_WORKSPACE_SCHEDULED_EXPORTS)
      throw new AppError('SCHEDULED_EXPORT.LIMIT_REACHED', { message: WORKSPACE_IS_FULL });
    const destinations = await requireDestinations(transaction, workspaceId, chosen, { format, isGzip: gzip });
    await noteActivity(transaction, scheduler, { action: 'connected', target: targetOf(name) }, createdAt);
    const created = await repository.addExport(transaction, added);
    await replaceDestinations(transaction, created.id, destinations);
    return created;
  });
  return describeExport(platform, { ...stored, maker, isShared: !isPersonal }, chosen);
}

type ChosenDestinations = EndpointRequest<typeof createScheduledExport>['body']['destinations'];

function chosenOf(named: ChosenDestinations = []): readonly Omit<ExportDestination, 'kind'>[] {
  return named.map(({ destination_id: destinationId, mode }) => ({ destinationId, mode }));
}

/** How the activity of a workspace names a scheduled export. */
function targetOf(name: string): string {
  return `scheduled export “${name}”`;
}

/**
 * @throws {AppError} SCHEDULED_EXPORT.NOT_FOUND, VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND, REQUEST.INVALID, DESTINATION.NOT_FOUND,
 *   DESTINATION.WRONG_KIND, DESTINATION.FORMAT
 */
export async function changeAccountExport(
  platform: Platform,
  member: Member,
  id: number,
  { name, watch, every, at, zone, format, gzip, destinations }: EndpointRequest<typeof updateScheduledExport>['body'],
): Promise<ScheduledExport> {
  const { workspaceId } = member;
  const known = await find(platform, workspaceId, id);
  const nextFormat = format ?? formatOf(known);
  refuseCompressed(nextFormat, gzip ?? false);
  const rows = watch === undefined ? null : await findExportRows(platform, member, watch, nextFormat);
  const time = { frequency: every ?? known.frequency, timeOfDay: at ?? known.timeOfDay, zone: zone ?? known.zone };
  const isEnded = known.nextAt === null && rows === null;
  const isGzip = isCompressedFormat(nextFormat) ? false : (gzip ?? known.isGzip);
  const changed = await platform.database.transaction(async (transaction) => {
    const stored = await repository.changeExport(transaction, workspaceId, id, {
      ...time,
      nextAt: isEnded ? null : nextDigestAt(time, platform.now()),
      isGzip,
      ...(name === undefined ? {} : { name }),
      ...(format === undefined ? {} : storedFormat(format)),
      ...(watch === undefined || rows === null ? {} : { watch, tableName: tableOf(rows) }),
    });
    if (stored === null) throw new AppError('SCHEDULED_EXPORT.NOT_FOUND');
    const before = (await listDestinations(transaction, [id])).get(id) ?? [];
    const chosen = destinations === undefined ? before : chosenOf(destinations);
    await requireDestinations(transaction, workspaceId, chosen, { format: nextFormat, isGzip });
    if (destinations !== undefined) await replaceDestinations(transaction, id, chosen);
    return { stored, chosen };
  });
  return describeExport(platform, { ...known, ...changed.stored }, changed.chosen);
}

/** @throws {AppError} SCHEDULED_EXPORT.NOT_FOUND */
export async function deleteAccountExport(
  { database, now }: Platform,
  actor: Pick<Scheduler, 'workspaceId' | 'accountId'>,
  id: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const name = await repository.deleteExport(transaction, actor.workspaceId, id);
    if (name === null) throw new AppError('SCHEDULED_EXPORT.NOT_FOUND');
    await noteActivity(transaction, actor, { action: 'disconnected', target: targetOf(name) }, now());
  });
}

/** Makes it due at once. @throws {AppError} SCHEDULED_EXPORT.NOT_FOUND, SCHEDULED_EXPORT.ENDED */
export async function runAccountExport(platform: Platform, workspaceId: WorkspaceId, id: number): Promise<ScheduledExport> {
  const known = await find(platform, workspaceId, id);
  if (known.nextAt === null) throw new AppError('SCHEDULED_EXPORT.ENDED');
  const changed = await repository.changeExport(platform.database, workspaceId, id, { nextAt: platform.now() });
  if (changed === null) throw new AppError('SCHEDULED_EXPORT.NOT_FOUND');
  const destinations = await listDestinations(platform.database, [id]);
  return describeExport(platform, { ...known, ...changed }, destinations.get(id));
}

/** @throws {AppError} SCHEDULED_EXPORT.NOT_FOUND */
export async function listAccountFiles(
  platform: Platform,
  workspaceId: WorkspaceId,
  id: number,
): Promise<{ data: ExportFile[]; total: number }> {
  await find(platform, workspaceId, id);
  const files = await repository.listFiles(platform.database, workspaceId, id);
  const data = files.filter((file) => isRetained(platform, file)).map((file) => describeFile(platform, file));
  return { data, total: data.length };
}

/** @throws {AppError} SCHEDULED_EXPORT.FILE_NOT_FOUND */
export async function openAccountFile(
  platform: Platform,
  workspaceId: WorkspaceId,
  name: { readonly exportId: number; readonly fileId: number },
): Promise<{ readonly fileName: string; readonly bytes: AsyncIterable<Buffer> }> {
  const file = await repository.findFile(platform.database, workspaceId, name);
  if (file === null || !isRetained(platform, file)) throw new AppError('SCHEDULED_EXPORT.FILE_NOT_FOUND');
  return { fileName: file.fileName, bytes: readFile(platform.database, file.id, file.isGzip) };
}

export async function forgetOldFiles({ database, now }: Platform): Promise<void> {
  await repository.deleteFilesBefore(database, new Date(now().getTime() - RETENTION_MILLISECONDS));
}

/** @throws {AppError} REQUEST.INVALID */
function refuseCompressed(format: ExportFormat, gzip: boolean): void {
  if (!gzip || !isCompressedFormat(format)) return;
  const what = format === 'xlsx' ? 'an Excel workbook' : 'a Parquet file';
  throw new AppError('REQUEST.INVALID', { message: `gzip: ${what} is compressed already` });
}

async function find({ database }: Platform, workspaceId: WorkspaceId, id: number): Promise<ListedExport> {
  const found = await repository.findExport(database, workspaceId, id);
  if (found === null) throw new AppError('SCHEDULED_EXPORT.NOT_FOUND');
  return found;
}

function isRetained({ now }: Platform, { createdAt }: StoredFile): boolean {
  return createdAt.getTime() + RETENTION_MILLISECONDS > now().getTime();
}

function describeExport(
  { now }: Platform,
  stored: ListedExport,
  destinations: readonly Omit<ExportDestination, 'kind'>[] = [],
): ScheduledExport {
  const { nextAt, lastAt, lastResult, lastRows, lastDetail } = stored;
  return scheduledExportSchema.parse({
    id: stored.id,
    name: stored.name,
    watch: stored.watch,
    table: slugOf(stored.tableName),
    every: stored.frequency,
    at: stored.timeOfDay,
    zone: stored.zone,
    format: formatOf(stored),
    gzip: stored.isGzip,
    destinations: destinations.map(({ destinationId, mode }) => ({ destination_id: destinationId, mode })),
    state: nextAt === null ? 'ended' : 'active',
    is_running: stored.leaseToken !== null || (nextAt !== null && nextAt <= now()),
    next_at: nextAt?.toISOString() ?? null,
    last:
      lastAt === null || lastResult === null
        ? null
        : { at: lastAt.toISOString(), result: lastResult, rows: lastRows, detail: lastDetail },
    created_at: stored.createdAt.toISOString(),
    ...(stored.isShared ? { created_by: stored.maker ?? FORMER_MEMBER } : {}),
  });
}

function describeFile({ config }: Platform, { id, exportId, createdAt, rowCount, size }: StoredFile): ExportFile {
  return {
    id,
    at: createdAt.toISOString(),
    rows: rowCount,
    bytes: size,
    url: fileUrl(config, exportId, id),
    expires_at: new Date(createdAt.getTime() + RETENTION_MILLISECONDS).toISOString(),
  };
}
