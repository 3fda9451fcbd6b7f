/**
 * Questions that members ask a CRM themselves, while they wait: its properties, what a run would do, and the undoing of a run.
 * What the CRM does not answer is one error with its sentence.
 */
import {
  type dryRunCrm,
  type listCrmProperties,
  MAX_DRY_RUN_ROWS,
  MAX_PUSHED_ROWS,
  type undoCrmRun,
} from '@leadloom/shared/contract/crm';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { CrmConnector } from '../../connectors/crm-connector.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createSharedSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { requireActive } from '../destinations/destinations.service.ts';
import { failureText } from '../destinations/failure-text.ts';
import { openDestination } from '../destinations/open-destination.ts';
import type { Performance } from '../destinations/performer.ts';
import { previewRows } from '../exports/charge-rows.service.ts';
import type { ReadMaker } from './crm-performers.ts';
import { type CrmSettings, crmSettingsOf } from './crm-settings.ts';
import { matchRecords } from './match-records.ts';
import { type Plan, planRow } from './plan-row.ts';
import { propertiesOf, readMapping } from './read-mapping.ts';
import * as runs from './runs.repository.ts';
import { nameOfRow, openSourceRows, type SourceRow } from './source-rows.ts';
import { undoChanges, undoSlot } from './undo-run.ts';

const CALL_MILLISECONDS = 90_000;
const LATE = `It did not answer within ${CALL_MILLISECONDS / 1_000} seconds. Try again later.`;
/** The first rows, among which a row with a record is looked for. */
const SAMPLED_ROWS = 100;

export interface CrmCalls {
  readonly platform: Platform;
  readonly readRecipient: ReadMaker;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

interface OpenCrm {
  readonly destination: Performance['destination'];
  readonly settings: CrmSettings;
  readonly connector: CrmConnector;
  readonly member: { readonly accountId: number; readonly workspaceId: WorkspaceId };
  readonly signal: AbortSignal;
}

/** @throws {AppError} CRM.UNREACHABLE with what the CRM said; DESTINATION.NOT_FOUND, DESTINATION.DISABLED, DESTINATION.NO_CRM */
async function withCrm<Result>(
  { platform, readRecipient, closing }: CrmCalls,
  workspaceId: WorkspaceId,
  id: string,
  work: (crm: OpenCrm) => Promise<Result>,
): Promise<Result> {
  const destination = await requireActive(platform, workspaceId, id);
  const settings = crmSettingsOf(destination);
  const recipient = await readRecipient(workspaceId, destination.createdBy);
  if (recipient === null) throw new AppError('DESTINATION.NOT_FOUND');
  const member = { accountId: recipient.accountId, workspaceId };
  const limit = AbortSignal.timeout(CALL_MILLISECONDS);
  const signal = AbortSignal.any([closing, limit]);
  let secrets = {};
  try {
    const opened = openDestination(platform, destination);
    secrets = opened.secrets;
    const connector = await opened.connect();
    try {
      if (connector.takes !== 'records') throw new AppError('DESTINATION.NO_CRM');
      return await work({ destination, settings, connector, member, signal });
    } finally {
      await connector.close().catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const message = limit.aborted ? LATE : failureText(error, secrets);
    throw new AppError('CRM.UNREACHABLE', { message, cause: error });
  }
}

const nothingSeen = () => ({ firstRows: new Map<string, number>(), claimed: new Set<string>() });

export function readCrmProperties(
  calls: CrmCalls,
  workspaceId: WorkspaceId,
  id: string,
): Promise<EndpointResult<typeof listCrmProperties>> {
  return withCrm(calls, workspaceId, id, async ({ destination, settings, connector, member, signal }) => {
    const { platform } = calls;
    const source = await openSourceRows(platform, member, settings);
    const properties = await connector.listProperties(settings.object, signal);
    const rows = await source.readAfter(0, SAMPLED_ROWS);
    const place = { workspaceId, destinationId: destination.id };
    const { tableName } = source;
    const matching = { connection: platform.database, connector, place, settings, tableName, ...nothingSeen(), signal };
    const matches = await matchRecords({ ...matching, properties: properties.map(({ name }) => name) }, rows);
    const sampled = rows.find(({ id: row }) => matches.get(row)?.kind === 'record') ?? rows[0];
    const match = sampled === undefined ? undefined : matches.get(sampled.id);
    const values = match?.kind === 'record' ? match.record.values : {};
    return {
      data: properties.map(({ name, label, type, choices, isReadOnly }) => ({
        ...{ name, label, type, choices: choices === null ? null : [...choices] },
        is_read_only: isReadOnly,
        sample: values[name] ?? null,
      })),
      row: sampled === undefined ? null : { ...sampled.cells },
    };
  });
}

type DryRun = EndpointResult<typeof dryRunCrm>;

/** What a run would do with the first rows at this moment. */
export function dryRun(calls: CrmCalls, workspaceId: WorkspaceId, id: string): Promise<DryRun> {
  return withCrm(calls, workspaceId, id, async ({ destination, settings, connector, member, signal }) => {
    const { platform } = calls;
    const source = await openSourceRows(platform, member, settings);
    const mapping = readMapping(settings, source, await connector.listProperties(settings.object, signal), connector);
    const rows = await source.readAfter(0, MAX_DRY_RUN_ROWS);
    const place = { workspaceId, destinationId: destination.id };
    const { tableName, filters } = source;
    const properties = propertiesOf(mapping);
    const matching = {
      connection: platform.database,
      connector,
      place,
      settings,
      tableName,
      properties,
      ...nothingSeen(),
      signal,
    };
    const matches = await matchRecords(matching, rows);
    const answer: DryRun = { created: [], updated: [], skipped: [], rows: await source.count(MAX_PUSHED_ROWS) };
    for (const row of rows) {
      const match = matches.get(row.id);
      if (match !== undefined) describePlan(answer, row, planRow(row, match, mapping, connector));
    }
    const ids = [...answer.created, ...answer.updated].map(({ row }) => row);
    const charged = source.isCharged ? (await previewRows(platform, { member, tableName, filters, ids })).charged : 0;
    return { ...answer, charged };
  });
}

function describePlan({ created, updated, skipped }: DryRun, row: SourceRow, plan: Plan): void {
  const name = nameOfRow(row);
  switch (plan.kind) {
    case 'create': {
      const changes = Object.entries(plan.creation.values).map(([property, to]) => ({ property, from: null, to }));
      created.push({ row: row.id, name, changes });
      break;
    }
    case 'update': {
      const { record, before, values } = plan.update;
      const changes = Object.entries(values).map(([property, to]) => ({ property, from: before[property] ?? null, to }));
      updated.push({ row: row.id, id: record.id, name, changes });
      break;
    }
    case 'equal':
    case 'skip':
      skipped.push({ row: row.id, reason: plan.reason });
      break;
  }
}

/** @throws {AppError} CRM.RUN_NOT_FOUND, CRM.RUNNING, and those of `withCrm` */
export function undoRun(
  calls: CrmCalls,
  workspaceId: WorkspaceId,
  id: string,
  runId: string,
): Promise<EndpointResult<typeof undoCrmRun>> {
  return withCrm(calls, workspaceId, id, async ({ settings, connector, signal }) => {
    const { platform } = calls;
    const { database } = platform;
    const place = { workspaceId, destinationId: id };
    if ((await runs.findRun(database, place, runId)) === null) throw new AppError('CRM.RUN_NOT_FOUND');
    // A run that finds the slot taken waits, so it is not taken in vain.
    if (await runs.isRunning(database, place)) throw new AppError('CRM.RUNNING');
    const held = await createSharedSlots(database).take([[undoSlot(id)]]);
    if (held === null) throw new AppError('CRM.RUNNING');
    try {
      if (await runs.isRunning(database, place)) throw new AppError('CRM.RUNNING');
      const properties = await connector.listProperties(settings.object, signal);
      const writable = properties.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);
      const run = { workspaceId, runId };
      const { undone, kept, isWhole } = await undoChanges({ platform, connector, place, run, writable, signal });
      if (isWhole) await runs.markUndone(database, runId, platform.now());
      return { undone, kept: [...kept] };
    } finally {
      await held.release();
    }
  });
}
