import type { Page } from '@playwright/test';
import { z } from 'zod';
import { callApi } from './account-shortcuts.ts';

const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.union([z.number(), z.string()]) })).min(1) });

/** @returns the id of the first row that the path answers */
export async function firstId(page: Page, path: string): Promise<string> {
  const { data } = rowsSchema.parse(await callApi(page, { method: 'GET', path }));
  return String(data[0]?.id);
}
