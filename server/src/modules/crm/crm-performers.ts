/**
 * What deliveries to CRMs do: `push` a run and read back what the CRM has then, or only `read`; `withdraw` people who were erased.
 * Rows are those that whoever made the destination sees, and count for them.
 */
import { z } from 'zod';
import { BusyDestination, RefusedByDestination } from '../../connectors/connector.ts';
import type { CrmConnector } from '../../connectors/crm-connector.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createSharedSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { type Performance, type Performers, Undeliverable } from '../destinations/performer.ts';
import { crmSettingsOf } from './crm-settings.ts';
import { pushProgressSchema, pushRows } from './push-run.ts';
import { readProgressSchema, readRecords } from './read-records.ts';
import { storeCounts } from './runs.repository.ts';
import { undoSlot } from './undo-run.ts';
import { withdrawRecords } from './withdraw-records.ts';

/** When a run looks again whether another one is still being undone. */
const UNDO_MILLISECONDS = 20_000;

const progressSchema = z.object({
  push: pushProgressSchema.nullish(),
  /** Whether all rows were pushed. */
  isPushed: z.boolean().optional(),
  read: readProgressSchema.nullish(),
});

export type ReadMaker = (
  workspaceId: WorkspaceId,
  createdBy: number | null,
) => Promise<{ readonly accountId: number; readonly mayBeNotified: boolean } | null>;

interface PerformerParts {
  readonly platform: Platform;
  /** Whoever made a destination, or the workspace's first owner in their place; null: the workspace is gone. */
  readonly readRecipient: ReadMaker;
}

export function createCrmPerformers({ platform, readRecipient }: PerformerParts): Performers {
  async function push(performance: Performance) {
    const { destination, delivery, progress } = performance;
    const settings = crmSettingsOf(destination);
    const connector = crmConnectorOf(performance);
    const saved = progressSchema.parse(progress.saved ?? {});
    const parts = { platform, settings, performance, connector };
    let pushed = saved.push ?? null;
    if (saved.isPushed !== true) {
      await requireNoUndoing(destination.id);
      const member = await memberFor(destination);
      pushed = await pushRows({ ...parts, member }, pushed);
      await progress.save({ push: pushed, isPushed: true });
    }
    await readRecords(parts, saved.read ?? null, (read) => progress.save({ push: pushed, isPushed: true, read }));
    const { counts } = pushed ?? { counts: null };
    if (counts === null) return undefined;
    return { complete: (transaction: Parameters<typeof storeCounts>[0]) => storeCounts(transaction, delivery.id, counts) };
  }

  async function read(performance: Performance) {
    const { progress, destination } = performance;
    const saved = progressSchema.parse(progress.saved ?? {});
    const parts = { platform, settings: crmSettingsOf(destination), performance, connector: crmConnectorOf(performance) };
    await readRecords(parts, saved.read ?? null, (state) => progress.save({ read: state }));
    return undefined;
  }

  async function withdraw(performance: Performance) {
    await withdrawRecords(performance, crmConnectorOf(performance));
    return undefined;
  }

  /** Records that are being taken back would be missed by a run, or written to while they are deleted. */
  async function requireNoUndoing(id: string): Promise<void> {
    const held = await createSharedSlots(platform.database).take([[undoSlot(id)]]);
    if (held === null)
      throw new BusyDestination('A run is being undone.', new Date(platform.now().getTime() + UNDO_MILLISECONDS));
    await held.release();
  }

  async function memberFor({ workspaceId, createdBy }: Performance['destination']) {
    const recipient = await readRecipient(workspaceId, createdBy);
    if (recipient === null) throw new Undeliverable('The workspace is gone.');
    return { accountId: recipient.accountId, workspaceId };
  }

  return { push, read, withdraw };
}

function crmConnectorOf({ connector }: Performance): CrmConnector {
  if (connector.takes !== 'records') throw new RefusedByDestination('This destination is not a CRM.');
  return connector;
}
