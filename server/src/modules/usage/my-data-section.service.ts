/** The usage of an account by month. */

import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { usageMonths } from '../../schema/usage.table.ts';

export function myDataOfUsage(platform: Platform, accountId: number): DataSection[] {
  return [tableSection(platform, accountId, { table: usageMonths, key: 'month' })];
}
