/** Shared workspaces as operators manage them. Never reads what they stored, only how much was used. */
import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { workspaceMembers, workspaces } from '../../schema/workspaces.table.ts';

const members = sql<string>`(select count(*) from ${workspaceMembers}
  where ${workspaceMembers.workspaceId} = ${workspaces.id})`.mapWith(Number);

function selectWorkspaces(connection: Connection, month: string, which: SQL | undefined) {
  return connection
    .select({
      id: workspaces.id,
      name: workspaces.name,
      members,
      requestLimit: workspaces.requestLimit,
      exportLimit: workspaces.exportLimit,
      requestCount: usageMonths.requestCount,
      exportCount: usageMonths.exportCount,
    })
    .from(workspaces)
    .leftJoin(usageMonths, and(eq(usageMonths.workspaceId, workspaces.id), eq(usageMonths.month, month)))
    .where(and(isNull(workspaces.personalAccountId), which))
    .orderBy(desc(workspaces.id))
    .$dynamic();
}

export type ManagedWorkspace = Awaited<ReturnType<typeof selectWorkspaces>>[number];

/** Newest first. The total counts all that match. @param search a part of the name, or the id; null: all */
export async function listWorkspaces(
  connection: Connection,
  { search, month }: { readonly search: string | null; readonly month: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ManagedWorkspace[]; readonly total: number }> {
  const which = matching(search);
  const rows = await selectWorkspaces(connection, month, which).limit(limit).offset(offset);
  const [counted] = await connection
    .select({ total: count() })
    .from(workspaces)
    .where(and(isNull(workspaces.personalAccountId), which));
  return { rows, total: counted?.total ?? 0 };
}

export async function findWorkspace(connection: Connection, id: number, month: string): Promise<ManagedWorkspace | null> {
  const [row] = await selectWorkspaces(connection, month, sql`${workspaces.id} = ${id}`);
  return row ?? null;
}

/** Locks a shared workspace for the transaction; null: there is none with this id. */
export async function lockWorkspace(transaction: Connection, id: number) {
  const [row] = await transaction
    .select({ name: workspaces.name, requestLimit: workspaces.requestLimit, exportLimit: workspaces.exportLimit })
    .from(workspaces)
    .where(and(isNull(workspaces.personalAccountId), sql`${workspaces.id} = ${id}`))
    .for('no key update');
  return row ?? null;
}

interface Limits {
  /** null: the limit of the plan. */
  readonly requestLimit: number | null;
  readonly exportLimit: number | null;
}

export async function setLimits(transaction: Connection, id: number, limits: Limits): Promise<void> {
  await transaction.update(workspaces).set(limits).where(sql`${workspaces.id} = ${id}`);
}

function matching(search: string | null): SQL | undefined {
  if (search === null) return undefined;
  const inName = sql`strpos(lower(${workspaces.name}), ${search.toLowerCase()}) > 0`;
  return /^[1-9]\d{0,15}$/.test(search) ? or(sql`${workspaces.id} = ${Number(search)}`, inName) : inName;
}
