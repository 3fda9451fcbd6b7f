/** What operators do with shared workspaces: find and limit them. A change and its line in the audit are one transaction. */
import type { OperatorWorkspace } from '@leadloom/shared/contract/operator-workspaces';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { type Actor, recordAction } from '../audit/operator-audit.service.ts';
import * as repository from './managed-workspaces.repository.ts';

interface WorkspaceLimits {
  /** null: the limit of the plan; undefined: as it is. */
  readonly request_limit?: number | null | undefined;
  readonly export_limit?: number | null | undefined;
}

/** Newest first. @param search a part of the name, or the id; null: all */
export async function listManagedWorkspaces(
  { database, now }: Platform,
  search: string | null,
  page: PageQuery,
): Promise<{ data: OperatorWorkspace[]; total: number }> {
  const question = { search, month: firstDayOfMonth(now()) };
  const { rows, total } = await repository.listWorkspaces(database, question, rowsOfPage(page));
  return { data: rows.map(describe), total };
}

/** @throws {AppError} WORKSPACE.NOT_FOUND, for personal ones too: their limits are those of the account */
export async function limitWorkspace(
  platform: Platform,
  operator: Actor,
  id: number,
  changes: WorkspaceLimits,
): Promise<OperatorWorkspace> {
  const changed = await platform.database.transaction(async (transaction) => {
    const known = await repository.lockWorkspace(transaction, id);
    if (known === null) return null;
    const { request_limit: requestLimit = known.requestLimit, export_limit: exportLimit = known.exportLimit } = changes;
    if (requestLimit !== known.requestLimit || exportLimit !== known.exportLimit) {
      await repository.setLimits(transaction, id, { requestLimit, exportLimit });
      const detail = [
        `workspace ${id}`,
        describeLimit('requests', known.requestLimit, requestLimit),
        describeLimit('exported rows', known.exportLimit, exportLimit),
      ].filter((part) => part !== '');
      const action = { action: 'workspace.limits_changed', target: known.name, detail: detail.join('; ') } as const;
      await recordAction(platform, transaction, operator, action);
    }
    return repository.findWorkspace(transaction, id, firstDayOfMonth(platform.now()));
  });
  if (changed === null) throw new AppError('WORKSPACE.NOT_FOUND', { message: 'This workspace does not exist.' });
  return describe(changed);
}

function describe({
  requestLimit,
  exportLimit,
  requestCount,
  exportCount,
  ...row
}: repository.ManagedWorkspace): OperatorWorkspace {
  return {
    id: row.id,
    name: row.name,
    members: row.members,
    request_limit: requestLimit,
    export_limit: exportLimit,
    requests: requestCount ?? 0,
    exports: exportCount ?? 0,
  };
}

function describeLimit(of: string, before: number | null, after: number | null): string {
  const text = (limit: number | null) => limit?.toString() ?? 'as in the plan';
  return before === after ? '' : `${of} per month: ${text(after)} (was ${text(before)})`;
}
