/**
 * Slots of exports across all servers of a database, each held until its reader is done. They are advisory locks of one
 * connection of this server, so a slow reader does not hold a connection of its own.
 */
import type pg from 'pg';
import { z } from 'zod';
import { connectDirectly } from '../../../database/connect-directly.ts';
import type { Database } from '../../../database/database.ts';

export interface HeldSlots {
  /** The connection was lost: another export may hold the same slots by now. */
  isLost(): boolean;
  release(): Promise<void>;
}

export interface ExportSlots {
  /** Takes one slot from each list of names; null if one of the lists has none free. */
  take(slots: readonly (readonly string[])[]): Promise<HeldSlots | null>;
}

interface LockConnection {
  readonly client: pg.PoolClient;
  isBroken: boolean;
  /** Returns the connection to the pool. */
  readonly release: () => void;
}

const lockSchema = z.object({ has_slot: z.boolean() });

/** @param database past a pooler */
export function createExportSlots(database: Database): ExportSlots {
  /** Slots of this server. Its connection would get its own locks a second time. */
  const held = new Set<string>();
  let connection: LockConnection | null = null;
  let users = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: a connection runs one query at a time. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  async function connect(): Promise<LockConnection> {
    if (connection !== null && !connection.isBroken) return connection;
    const client = await connectDirectly(database);
    const markBroken = () => {
      if (made.isBroken) return;
      made.isBroken = true;
      made.release();
    };
    const made: LockConnection = {
      client,
      isBroken: false,
      release: () => {
        client.off('error', markBroken).off('end', markBroken);
        client.release(made.isBroken);
      },
    };
    client.on('error', markBroken).on('end', markBroken);
    connection = made;
    users = 0;
    return made;
  }

  /** Returns the connection to the pool once no slot is held. */
  function releaseIfIdle(used: LockConnection): void {
    if (connection !== used || users > 0) return;
    connection = null;
    if (!used.isBroken) used.release();
  }

  async function tryName({ client }: LockConnection, name: string): Promise<boolean> {
    if (held.has(name)) return false;
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as has_slot', [name]);
    if (!lockSchema.parse(rows[0]).has_slot) return false;
    held.add(name);
    return true;
  }

  async function unlock(used: LockConnection, names: readonly string[]): Promise<void> {
    try {
      if (!used.isBroken && names.length > 0)
        await used.client.query('select pg_advisory_unlock(hashtextextended(name, 0)) from unnest($1::text[]) name', [names]);
    } finally {
      for (const name of names) held.delete(name);
    }
  }

  return {
    take: (slots) =>
      inTurn(async () => {
        const used = await connect();
        const taken: string[] = [];
        try {
          for (const names of slots) {
            const before = taken.length;
            for (const name of names) {
              if (!(await tryName(used, name))) continue;
              taken.push(name);
              break;
            }
            if (taken.length > before) continue;
            await unlock(used, taken);
            releaseIfIdle(used);
            return null;
          }
        } catch (error) {
          await unlock(used, taken).catch(() => undefined);
          releaseIfIdle(used);
          throw error;
        }
        users += 1;
        let isHeld = true;
        return {
          isLost: () => used.isBroken,
          release: () =>
            inTurn(async () => {
              if (!isHeld) return;
              isHeld = false;
              if (connection === used) users -= 1;
              await unlock(used, taken).catch(() => undefined);
              releaseIfIdle(used);
            }),
        };
      }),
  };
}
