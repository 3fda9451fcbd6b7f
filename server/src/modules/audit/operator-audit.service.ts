/**
 * The operators' audit: who did what, when and from where. A line is written in the transaction of its action, so
 * there is no action without a line and no line without an action. Nobody changes a line: the database refuses it.
 */
import type { AuditAction, AuditLine } from '@leadloom/shared/contract/operator-audit';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import type { Connection } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import * as repository from './operator-audit.repository.ts';

/** Characters of target and detail that are stored; the rest of a longer text is cut off. */
const MAX_LENGTH = 500;

/** Who acts, and from where. */
export interface Actor {
  readonly by: string;
  /** IP address. */
  readonly from: string | null;
}

/** A person who can run commands on the server. */
export const COMMAND_LINE: Actor = { by: 'command line', from: null };

/** The person who has the operator's token. */
export function tokenHolderOf(request: { readonly ip: string }): Actor {
  return { by: 'operator token', from: request.ip };
}

/** The operator of a request. */
export function operatorOf(caller: { readonly email: string }, request: { readonly ip: string }): Actor {
  return { by: caller.email, from: request.ip };
}

interface Action {
  readonly action: AuditAction;
  /** The object of the action, such as an email. */
  readonly target: string | null;
  /** The details of the action, in words. Never a secret. */
  readonly detail?: string;
}

/** @param transaction that of the action */
export async function recordAction(
  { now }: Pick<Platform, 'now'>,
  transaction: Connection,
  { by, from }: Actor,
  { action, target, detail }: Action,
): Promise<void> {
  const cut = (text: string | null | undefined) => text?.slice(0, MAX_LENGTH) ?? null;
  await repository.addLine(transaction, { at: now(), by, action, target: cut(target), address: from, detail: cut(detail) });
}

/** Newest first. */
export async function listActions(
  { database }: Pick<Platform, 'database'>,
  query: PageQuery,
): Promise<{ data: AuditLine[]; total: number }> {
  const { rows, total } = await repository.listLines(database, rowsOfPage(query));
  return {
    data: rows.map(({ at, by, action, target, address, detail }) => ({
      at: at.toISOString(),
      by,
      action,
      target,
      from: address,
      detail,
    })),
    total,
  };
}
