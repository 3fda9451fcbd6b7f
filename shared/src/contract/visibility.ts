/**
 * What views, lists and alerts have in common in a workspace: who sees them, who made them, and how a save says which state
 * it was made from (record 0124).
 */
import * as z from 'zod/mini';
import { momentSchema } from './list-parameters.ts';

/** `private`: their author alone sees them. `workspace`: all members do, and those who are more than viewers change them. */
export const visibilities = ['private', 'workspace'] as const;
export type Visibility = (typeof visibilities)[number];

/** By default `private`. In a personal workspace, nobody else sees either kind. */
export const visibilityInput = z.optional(z.enum(visibilities));

/**
 * The `updated_at` of the state that a change was made from. If the stored one is newer, nothing is saved, and the answer is
 * WORKSPACE.CHANGED_MEANWHILE with the stored object as `current`. Absent: the change is saved in any case.
 */
export const basedOnInput = z.optional(momentSchema);

/** Both are absent where a server of an earlier version answers. */
export const sharedFields = {
  visibility: z.optional(z.enum(visibilities)),
  /**
   * The email of whoever made it, or `a former member`; null: its account itself in the personal workspace, or somebody of another
   * workspace.
   */
  created_by: z.optional(z.nullable(z.string())),
};
