/**
 * Whether other servers answer requests on the same database. A server that is alone counts in memory; otherwise servers
 * count together. A server that starts knows of the others before it answers anybody, and they of it a moment later.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { presentServers } from '../schema/limits.table.ts';

/** How often a server says that it is there. */
export const PRESENCE_MILLISECONDS = 1_000;
/** A server counts as gone after this many seconds of silence. */
const SILENCE_SECONDS = 10;

export interface Presence {
  isAlone(): boolean;
  /** Says that this server is there, and looks for others. */
  look(): Promise<void>;
  leave(): Promise<void>;
}

const othersSchema = z.tuple([z.object({ others: z.int() })]);

export function createPresence(database: Database): Presence {
  const id = randomUUID();
  let isAlone = false;
  return {
    isAlone: () => isAlone,
    look: async () => {
      const { rows } = await database.execute(sql`
        with quick as materialized (select set_config('synchronous_commit', 'off', true)),
        said as (
          insert into present_servers (id, seen_at) select ${id}, clock_timestamp() from quick
          on conflict (id) do update set seen_at = excluded.seen_at
        )
        select count(*)::int as others from present_servers
        where id <> ${id} and seen_at > clock_timestamp() - make_interval(secs => ${SILENCE_SECONDS})`);
      isAlone = othersSchema.parse(rows)[0].others === 0;
    },
    leave: async () => {
      await database.delete(presentServers).where(eq(presentServers.id, id));
    },
  };
}

/** The presence of a server whose database nobody else uses. */
export const alwaysAlone: Presence = { isAlone: () => true, look: async () => undefined, leave: async () => undefined };
