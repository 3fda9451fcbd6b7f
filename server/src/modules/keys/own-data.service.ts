/** What is kept of an account's API keys, without their hashes. */
import type { Platform } from '../../platform.ts';
import { type DataSection, tableSection } from '../my-data/data-section.ts';
import { apiKeys } from './keys.table.ts';

export function ownKeyData(platform: Platform, accountId: number): DataSection[] {
  return [tableSection(platform, accountId, { table: apiKeys, key: 'id', omit: ['secret_hash'] })];
}
