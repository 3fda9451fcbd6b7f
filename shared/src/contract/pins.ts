/** Lists of rows and saved views that an account pinned to the top of the sidebar. They are pinned where they are changed. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { myTable } from './my-rows.ts';
import { sharedFields } from './visibility.ts';

/** Lists and views together. */
export const MAX_PINS = 20;

export const pinSchema = z.object({
  kind: z.enum(['list', 'view']),
  /** The id of the list or the view. */
  id: z.string(),
  table: myTable,
  name: z.string(),
  /** In a shared workspace: who sees it. */
  visibility: sharedFields.visibility,
});
export type Pin = z.infer<typeof pinSchema>;

export const listPins = endpoint({
  method: 'GET',
  path: '/pins',
  access: 'session',
  summary: 'List the lists and views that you pinned, by name',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(pinSchema), total: z.int() }) },
  errors: [],
});
