/** Workspaces as their members see them: listing, creating, renaming and deleting them. */
import { rightsOf } from '@leadloom/shared/contract/workspace-roles';
import { MAX_WORKSPACES, type Workspace, type WorkspaceChangeKind } from '@leadloom/shared/contract/workspaces';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import { createAttempts } from '../../limits/attempts.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { addMember } from './members.repository.ts';
import * as repository from './workspaces.repository.ts';

/** A trial runs for less than this, so nobody takes over one twice. */
const ONE_TRIAL = { max: 1, windowSeconds: 366 * 24 * 3600 };

/** The account's own first, then by name. */
export async function listWorkspaces({ database }: Pick<Platform, 'database'>, accountId: number) {
  const joined = await repository.listJoined(database, accountId);
  return { data: joined.map(toWorkspace), total: joined.length };
}

/** @throws {AppError} WORKSPACE.NOT_FOUND */
export async function readWorkspace(connection: Connection, { workspaceId, accountId }: Member): Promise<Workspace> {
  const joined = await repository.findJoined(connection, workspaceId, accountId);
  if (joined === null) throw new AppError('WORKSPACE.NOT_FOUND');
  return toWorkspace(joined);
}

/**
 * Creates a workspace with the account as its owner. The first one has the trial of the account; later ones have none, so
 * that a trial cannot be multiplied (record 0123).
 * @throws {AppError} WORKSPACE.LIMIT_REACHED, AUTH.SESSION_EXPIRED
 */
export async function createWorkspace(platform: Platform, accountId: number, name: string): Promise<Workspace> {
  const { database, now } = platform;
  const attempts = createAttempts(platform);
  return database.transaction(async (transaction) => {
    const account = await repository.lockAccount(transaction, accountId);
    if (account === null) throw new AppError('AUTH.SESSION_EXPIRED');
    await requirePlace(transaction, accountId);
    const time = now();
    const isTrialRunning = account.trialEndsAt !== null && account.trialEndsAt > time;
    const trial = { key: `workspace trial ${accountId}`, limit: ONE_TRIAL };
    const hasTrial = isTrialRunning && (await attempts.take([trial], transaction)) === null;
    const workspaceId = await repository.addWorkspace(transaction, {
      name,
      createdBy: accountId,
      createdAt: time,
      trialEndsAt: hasTrial ? account.trialEndsAt : null,
      // Nobody gets round the limits that an operator set by creating a workspace.
      requestLimit: account.requestLimit,
      exportLimit: account.exportLimit,
    });
    await addMember(transaction, { workspaceId, accountId, role: 'owner', joinedAt: time });
    const acting = { workspaceId, accountId };
    await noteActivity(transaction, acting, { action: 'workspace.created', target: name }, time);
    return readWorkspace(transaction, acting);
  });
}

/** @param connection with the account locked @throws {AppError} WORKSPACE.LIMIT_REACHED */
export async function requirePlace(connection: Connection, accountId: number): Promise<void> {
  if ((await repository.countShared(connection, accountId)) >= MAX_WORKSPACES) throw new AppError('WORKSPACE.LIMIT_REACHED');
}

/** @throws {AppError} WORKSPACE.NOT_FOUND */
export async function renameWorkspace({ database, now }: Platform, acting: Member, name: string): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const workspace = await requireWorkspace(transaction, acting.workspaceId);
    if (workspace.name !== name) {
      await repository.renameWorkspace(transaction, workspace.id, name);
      await noteActivity(transaction, acting, { action: 'workspace.renamed', target: name }, now());
    }
    return readWorkspace(transaction, acting);
  });
}

/** What goes when the workspace is deleted. @throws {AppError} WORKSPACE.NOT_FOUND */
export async function readContent({ database }: Platform, workspaceId: WorkspaceId) {
  const content = await repository.countContent(database, workspaceId);
  if (content === null) throw new AppError('WORKSPACE.NOT_FOUND');
  return content;
}

/** Ends at once what the provider charges a workspace for. @throws {AppError} BILLING.PROVIDER_FAILED */
export type EndSubscription = (workspaceId: WorkspaceId) => Promise<void>;

/**
 * Deletes a workspace with everything that belongs to it. Its subscription ends first, at the provider too, so that nobody is
 * charged afterwards.
 * @param confirm the name of the workspace
 * @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL, WORKSPACE.CONFIRM_WRONG, BILLING.PROVIDER_FAILED
 */
export async function deleteWorkspace(
  { database }: Platform,
  endSubscription: EndSubscription,
  workspaceId: WorkspaceId,
  confirm: string,
): Promise<void> {
  const check = async (connection: Connection) => {
    const { name, personalAccountId } = await requireWorkspace(connection, workspaceId);
    if (personalAccountId !== null) throw new AppError('WORKSPACE.PERSONAL');
    if (confirm.trim() !== name) throw new AppError('WORKSPACE.CONFIRM_WRONG');
  };
  await database.transaction(check);
  await endSubscription(workspaceId);
  await database.transaction(async (transaction) => {
    // It may have been renamed meanwhile.
    await check(transaction);
    await repository.deleteWorkspace(transaction, workspaceId);
  });
}

/** How often each kind of thing changed; 0: never. */
export async function readVersions(
  { database }: Platform,
  workspaceId: WorkspaceId,
): Promise<Record<WorkspaceChangeKind, number>> {
  const known = new Map((await repository.readVersions(database, workspaceId)).map(({ kind, version }) => [kind, version]));
  const version = (kind: WorkspaceChangeKind) => known.get(kind) ?? 0;
  return {
    views: version('views'),
    lists: version('lists'),
    marks: version('marks'),
    notes: version('notes'),
    alerts: version('alerts'),
    people: version('people'),
    members: version('members'),
  };
}

/** Locks a workspace. @throws {AppError} WORKSPACE.NOT_FOUND */
export async function requireWorkspace(connection: Connection, workspaceId: WorkspaceId) {
  const workspace = await repository.lockWorkspace(connection, workspaceId);
  if (workspace === null) throw new AppError('WORKSPACE.NOT_FOUND');
  return workspace;
}

/** The same of one that members share. @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL */
export async function requireShared(connection: Connection, workspaceId: WorkspaceId) {
  const workspace = await requireWorkspace(connection, workspaceId);
  if (workspace.personalAccountId !== null) throw new AppError('WORKSPACE.PERSONAL');
  return workspace;
}

function toWorkspace({ id, name, personalAccountId, role, rights, members }: repository.JoinedWorkspace): Workspace {
  return { id, name, role, rights: [...rightsOf(role, rights)], members, is_personal: personalAccountId !== null };
}
