/** The part of an account's data that concerns its API keys, without their hashes, and their use. */
import { sql } from 'drizzle-orm';
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { apiKeys, apiKeyUsage } from '../../schema/keys.table.ts';

const useKey = sql`concat_ws(' ', own.day, own.prefix, own.endpoint, own.status_class)`;

export function myDataOfKeys(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: apiKeys, key: 'id', omit: ['secret_hash'] }),
    tableSection(platform, accountId, { table: apiKeyUsage, key: useKey }),
  ];
}
