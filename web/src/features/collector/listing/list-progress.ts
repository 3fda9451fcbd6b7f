/**
 * How far a list was read, kept in this browser. A page counts as read only together with its profiles: they are saved
 * on the server, or kept in the same value until they are.
 */
import { foundBySchema } from '@leadloom/shared/contract/linkedin';
import * as z from 'zod/mini';
import { type StoredValues, storeValues } from '../storage/stored-values.ts';
import { listStopSchema } from './list-stop.ts';

export const listProgressSchema = z.object({
  /** The id of the list: `connections`, or a search's job. */
  id: z.string(),
  /** 1-based: the page to ask for next. */
  nextPage: z.int().check(z.minimum(1)),
  added: z.int().check(z.minimum(0)),
  /** Were in the list of entries before. */
  existing: z.int().check(z.minimum(0)),
  /** Members whose address LinkedIn does not give. */
  hidden: z.int().check(z.minimum(0)),
  /**
   * The members that were read from LinkedIn and are not on the server yet. Ids are the entries' own, so that saving twice
   * adds nothing.
   */
  unsaved: z.array(
    z.object({ id: z.uuid(), url: z.string(), name: z.optional(z.nullable(z.string())), found_by: z.optional(foundBySchema) }),
  ),
  stop: z.nullable(listStopSchema),
});
export type ListProgress = z.output<typeof listProgressSchema>;

export type ListStorage = StoredValues<ListProgress>;

export function openListStorage(accountKey: string): ListStorage {
  return storeValues(accountKey, 'list', listProgressSchema);
}

export function freshProgress(id: string, firstPage: number): ListProgress {
  return { id, nextPage: firstPage, added: 0, existing: 0, hidden: 0, unsaved: [], stop: null };
}
