/**
 * The suppression list as a file, to be kept apart from the backups: a restored backup holds a list that is older than the
 * latest erasures. The file holds hashes and the sealed key, so it is of use to this installation alone.
 */
import { z } from 'zod';
import type { SecretRing } from '../../crypto/secret-ring.ts';
import type { Connection, Database } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import { COMMAND_LINE, recordAction } from '../audit/operator-audit.service.ts';
import { adoptKey, openSealedKey, openSuppressionKey, sealKey } from './suppression-key.service.ts';
import { addSuppressions, countKinds, countSuppressions, lockList, readSuppressions } from './suppressions.repository.ts';

const MARK = 'leadloom suppressions';
const headSchema = z.object({ format: z.literal(MARK), version: z.literal(1), key: z.base64() });
const lineSchema = z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.string().min(1).max(40), z.uuid(), z.iso.datetime()]);

export function countByKind(database: Connection): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  return countKinds(database);
}

export async function saveList(
  database: Database,
  secrets: SecretRing,
): Promise<{ readonly text: string; readonly count: number }> {
  const key = await openSuppressionKey(database, secrets);
  const head = { format: MARK, version: 1, key: sealKey(secrets, key).toString('base64') };
  const lines = [JSON.stringify(head)];
  for await (const { hash, kind, erasureId, addedAt } of readSuppressions(database))
    lines.push(JSON.stringify([hash.toString('hex'), kind, erasureId, addedAt.toISOString()]));
  return { text: `${lines.join('\n')}\n`, count: lines.length - 1 };
}

/** @returns how many hashes were new @throws {Error} with what is wrong with the file; nothing is added then */
export async function loadSaved(platform: Pick<Platform, 'database' | 'secrets' | 'now'>, text: string): Promise<number> {
  const { database, secrets } = platform;
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const head = headSchema.safeParse(parsed(first)).data;
  if (head === undefined) throw new Error('this is not a saved suppression list');
  const added = rest.map((line, index) => {
    const { data } = lineSchema.safeParse(parsed(line));
    if (data === undefined) throw new Error(`line ${index + 2} is damaged; nothing was loaded`);
    const [hash, kind, erasureId, addedAt] = data;
    return { hash: Buffer.from(hash, 'hex'), kind, erasureId, addedAt: new Date(addedAt) };
  });
  const key = openSealedKey(secrets, Buffer.from(head.key, 'base64'));
  if (key === null) throw new Error('the list is of another installation, or its secrets are not here');
  return database.transaction(async (transaction) => {
    await lockList(transaction);
    if ((await countSuppressions(transaction)) === 0) await adoptKey(transaction, secrets, key);
    else if (!(await openSuppressionKey(transaction, secrets)).equals(key))
      throw new Error('the list is of another installation');
    const count = await addSuppressions(transaction, added);
    await recordAction(platform, transaction, COMMAND_LINE, {
      action: 'suppressions.loaded',
      target: null,
      detail: `${count} hashes`,
    });
    return count;
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
