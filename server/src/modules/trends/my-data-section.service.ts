/** The part of an account's data that concerns its trends and analyses. */

import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { analysisTasks, trendSettings, trends, trendVideos } from '../../schema/trends.table.ts';

export function myDataOfTrends(platform: Platform, accountId: number): DataSection[] {
  return [
    tableSection(platform, accountId, { table: trends, key: 'id' }),
    tableSection(platform, accountId, { table: trendVideos, key: 'video_id' }),
    tableSection(platform, accountId, { table: analysisTasks, key: 'id', omit: ['lease_until', 'lease_token'] }),
    tableSection(platform, accountId, { table: trendSettings, key: 'account_id' }),
  ];
}
