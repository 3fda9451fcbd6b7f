/** Starts runs, and says what became of them. */
import { type CrmRun, crmRunSchema, DEFAULT_RUNS, type listCrmRuns } from '@leadloom/shared/contract/crm';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { AppError } from '../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { nameOf } from '../destinations/destination-mails.ts';
import { requireActive, requireDestination } from '../destinations/destinations.service.ts';
import { queueDeliveries } from '../destinations/queue-deliveries.service.ts';
import { countSent } from './changes.repository.ts';
import { crmSettingsOf } from './crm-settings.ts';
import { NO_COUNTS, pushProgressSchema } from './push-run.ts';
import * as repository from './runs.repository.ts';

const READ_HOURS = 24;
/** CRMs whose reading one look queues. */
const READINGS_AT_ONCE = 100;

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.DISABLED, DESTINATION.NO_CRM, CRM.NO_MAPPING, CRM.RUNNING, STORAGE.FULL */
export async function startRun(platform: Platform, member: Member, id: string): Promise<CrmRun> {
  const { workspaceId } = member;
  const destination = await requireActive(platform, workspaceId, id);
  const { mapping } = crmSettingsOf(destination);
  if (mapping.length === 0) throw new AppError('CRM.NO_MAPPING');
  const place = { workspaceId, destinationId: id };
  return platform.database.transaction(async (transaction) => {
    await repository.lockRuns(transaction, place);
    if (await repository.isRunning(transaction, place)) throw new AppError('CRM.RUNNING');
    const delivery = { ...place, event: 'crm.push' as const, task: { kind: 'push' as const }, counts: NO_COUNTS };
    const [runId] = await queueDeliveries(transaction, [delivery], platform.now());
    if (runId === undefined) throw new AppError('STORAGE.FULL');
    await noteActivity(transaction, member, { action: 'exported', target: nameOf(destination) }, platform.now());
    const run = await repository.findRun(transaction, place, runId);
    if (run === null) throw new AppError('CRM.RUN_NOT_FOUND');
    return describeRun(run, 0);
  });
}

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.NO_CRM */
export async function listRunsOf(
  platform: Platform,
  workspaceId: WorkspaceId,
  id: string,
  { page = 1, per_page: perPage = DEFAULT_RUNS }: EndpointRequest<typeof listCrmRuns>['query'],
): Promise<EndpointResult<typeof listCrmRuns>> {
  crmSettingsOf(await requireDestination(platform, workspaceId, id));
  const { database } = platform;
  const place = { workspaceId, destinationId: id };
  const { runs, total } = await repository.listRuns(database, place, { skip: (page - 1) * perPage, take: perPage });
  const sent = await countSent(
    database,
    workspaceId,
    runs.map((run) => run.id),
  );
  return { data: runs.map((run) => describeRun(run, sent.get(run.id) ?? 0)), total, page, per_page: perPage };
}

/** @param sent changes that were made and not undone */
function describeRun({ id, createdAt, state, counts, progress, tries, undoneAt }: repository.StoredRun, sent: number): CrmRun {
  const known = pushProgressSchema.safeParse(progress?.push).data?.counts ?? counts ?? NO_COUNTS;
  const isEnded = state !== 'waiting';
  return crmRunSchema.parse({
    id,
    at: createdAt.toISOString(),
    state: state === 'waiting' ? 'running' : state === 'delivered' ? 'done' : 'failed',
    ...known,
    error: state === 'delivered' ? null : (tries.at(-1)?.error ?? null),
    can_undo: isEnded && undoneAt === null && sent > 0,
    undone_at: undoneAt?.toISOString(),
  });
}

/** Queues the daily reading of CRMs that were not read for a day. @returns whether something was queued */
export async function queueReadings({ database, now }: Platform): Promise<boolean> {
  const time = now();
  const before = new Date(time.getTime() - READ_HOURS * 3_600_000);
  return database.transaction(async (transaction) => {
    const places = await repository.findUnread(transaction, before, READINGS_AT_ONCE);
    const readings = places.map((place) => ({ ...place, event: 'crm.read' as const, task: { kind: 'read' as const } }));
    return (await queueDeliveries(transaction, readings, time)).length > 0;
  });
}
