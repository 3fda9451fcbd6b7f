/**
 * Reads all records that a CRM has of the object, page by page, for the filters `in_crm`, `crm_owner` and `crm_stage`. Who was
 * erased is not stored again.
 */
import { z } from 'zod';
import type { CrmConnector, CrmRecord } from '../../connectors/crm-connector.ts';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { Performance } from '../destinations/performer.ts';
import { createSuppressionCheck } from '../suppression/suppressions.service.ts';
import type { CrmSettings } from './crm-settings.ts';
import { endReading, type SeenRecord, storeSeen } from './records.repository.ts';
import { normalKey } from './source-rows.ts';

/** Records that are kept of one CRM. */
const MAX_RECORDS = 200_000;
/** Pages between two times that the position is saved. */
const SAVED_PAGES = 10;
const TEXT_LIMIT = 300;

export const readProgressSchema = z.object({
  startedAt: z.iso.datetime(),
  /** null: at the first page. */
  cursor: z.string().nullable(),
  records: z.int(),
});
export type ReadProgress = z.infer<typeof readProgressSchema>;

interface ReadParts {
  readonly platform: Platform;
  readonly settings: CrmSettings;
  readonly performance: Performance;
  readonly connector: CrmConnector;
}

/** @param begun where the reading goes on; null: at its beginning @param save stores where it is */
export async function readRecords(
  { platform, settings, performance, connector }: ReadParts,
  begun: ReadProgress | null,
  save: (progress: ReadProgress) => Promise<void>,
): Promise<void> {
  const { destination, signal, whileHeld } = performance;
  const place = { workspaceId: destination.workspaceId, destinationId: destination.id };
  const { object } = settings;
  let state: ReadProgress = begun ?? { startedAt: platform.now().toISOString(), cursor: null, records: 0 };
  if (begun === null) await save(state);
  let isWhole = true;
  for (let pages = 1; ; pages += 1) {
    signal.throwIfAborted();
    const { records, next } = await connector.listRecords(state.cursor, signal);
    await whileHeld(async (transaction) => {
      const seen = await withoutErased(
        platform,
        transaction,
        destination.workspaceId,
        records.map((one) => seenRecord(one, object)),
      );
      await storeSeen(transaction, place, seen, platform.now());
    });
    state = { ...state, cursor: next, records: state.records + records.length };
    if (next === null) break;
    if (state.records >= MAX_RECORDS) {
      isWhole = false;
      break;
    }
    if (pages % SAVED_PAGES === 0) await save(state);
  }
  const startedAt = new Date(state.startedAt);
  await whileHeld((transaction) => endReading(transaction, place, { object, startedAt, at: platform.now(), isWhole }));
}

function seenRecord({ id, key, owner, stage }: CrmRecord, object: CrmSettings['object']): SeenRecord {
  const cut = (text: string | null) => text?.replaceAll('\0', '').slice(0, TEXT_LIMIT) ?? null;
  return {
    recordId: id,
    object,
    key: cut(normalKey(object === 'companies' ? 'domain' : 'email', key)),
    owner: cut(owner),
    stage: cut(stage),
  };
}

async function withoutErased(
  platform: Platform,
  transaction: Connection,
  workspaceId: WorkspaceId,
  records: readonly SeenRecord[],
): Promise<readonly SeenRecord[]> {
  const facts = records.map(({ object, key }) => ({ emails: object === 'contacts' && key !== null ? [key] : [] }));
  const answers = await createSuppressionCheck(platform).ask(transaction, [workspaceId], facts);
  return records.filter((_, at) => answers[at] !== true);
}
