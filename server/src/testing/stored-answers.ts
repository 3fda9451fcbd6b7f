/** The raw answers a test's database keeps, unpacked. */
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

export interface StoredAnswer {
  readonly slot: string;
  readonly identity: string;
  readonly text: string;
  readonly receivedAt: string;
}

/** All stored responses, in the order they were first received. */
export async function storedAnswers(database: Database): Promise<StoredAnswer[]> {
  const { rows } = await database.execute<{ slot: string; identity: string; content: Buffer; received_at: string }>(
    sql`select slot, identity, content, received_at from linkedin_raw_answers order by id`,
  );
  return rows.map(({ slot, identity, content, received_at: receivedAt }) => ({
    slot,
    identity,
    text: gunzipSync(content).toString('utf8'),
    receivedAt: new Date(receivedAt).toISOString(),
  }));
}
