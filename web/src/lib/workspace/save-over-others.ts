/**
 * Saves of what several members of a workspace may change at the same time. A save names the version it is based on. If
 * somebody else changed the thing meanwhile, the server refuses with what it keeps now, a dialog shows both versions, and the
 * person chooses one. Until then nothing is overwritten, and what was typed stays where it is.
 */
import type * as z from 'zod/mini';
import { create } from 'zustand';
import { ApiError } from '../api-client/api-error.ts';
import { tabWorkspace } from './tab-workspace.ts';

/** One part of what is kept, in words: `{ label: 'Name', text: 'Q1 outreach' }`. An empty text: there is none. */
export interface KeptPart {
  readonly label: string;
  readonly text: string;
}

interface Stored {
  readonly updated_at?: string | undefined;
}

/** Sent beside the change; empty in a personal workspace, where nobody else changes anything. */
type BasedOn = { readonly based_on?: string };

interface SharedSave<Kept extends Stored> {
  /** What is saved, such as `list`. */
  readonly what: string;
  /** As it was when the person began to change it. */
  readonly base: Kept;
  readonly change: Partial<NoInfer<Kept>>;
  readonly schema: z.ZodMiniType<NoInfer<Kept>>;
  /** Its parts in words, always the same ones in the same order. */
  readonly describe: (kept: NoInfer<Kept>) => readonly KeptPart[];
  /** Rejects with an ApiError. */
  readonly send: (basedOn: BasedOn) => Promise<NoInfer<Kept>>;
}

type Choice = 'mine' | 'theirs' | 'neither';

export interface ComparedPart {
  readonly label: string;
  /** As it would be once this save is made. */
  readonly mine: string;
  readonly theirs: string;
  /** Somebody else changed it. */
  readonly isChanged: boolean;
}

export interface SaveConflict {
  readonly what: string;
  readonly parts: readonly ComparedPart[];
  readonly choose: (choice: Choice) => void;
}

/** What waits for a choice; null: nothing. */
export const useSaveConflict = create<SaveConflict | null>(() => null);

interface Saved<Kept> {
  readonly kept: Kept;
  /** false: the person kept what somebody else saved. */
  readonly isMine: boolean;
}

/** @throws {ApiError} also where the person chose neither */
export async function saveOverOthers<Kept extends Stored>(save: SharedSave<Kept>): Promise<Saved<Kept>> {
  const { what, base, change, schema, describe, send } = save;
  if (tabWorkspace() === null) return { kept: await send({}), isMine: true };
  let known = base;
  for (;;) {
    try {
      const kept = await send(known.updated_at === undefined ? {} : { based_on: known.updated_at });
      return { kept, isMine: true };
    } catch (error) {
      const current = currentOf(error, schema);
      if (current === null || current.updated_at === known.updated_at) throw error;
      const parts = compare(describe(base), describe({ ...current, ...change }), describe(current));
      // Where a list only got another row, there is nothing to compare.
      const choice = parts.some(({ isChanged }) => isChanged) ? await ask(what, parts) : 'mine';
      if (choice === 'theirs') return { kept: current, isMine: false };
      if (choice === 'neither') throw error;
      known = current;
    }
  }
}

/** @returns what the server keeps now; null: it refused for another reason */
function currentOf<Kept>(error: unknown, schema: z.ZodMiniType<Kept>): Kept | null {
  if (!(error instanceof ApiError) || error.code !== 'WORKSPACE.CHANGED_MEANWHILE') return null;
  return schema.safeParse(error.current).data ?? null;
}

function compare(before: readonly KeptPart[], mine: readonly KeptPart[], theirs: readonly KeptPart[]): readonly ComparedPart[] {
  return theirs.map(({ label, text }, at) => ({
    label,
    mine: mine[at]?.text ?? '',
    theirs: text,
    isChanged: text !== before[at]?.text,
  }));
}

/** Shows both versions. One conflict is shown at a time: a save is begun by a press, and the dialog covers the screen. */
function ask(what: string, parts: readonly ComparedPart[]): Promise<Choice> {
  return new Promise((resolve) => {
    useSaveConflict.getState()?.choose('neither');
    const choose = (choice: Choice): void => {
      useSaveConflict.setState(null, true);
      resolve(choice);
    };
    useSaveConflict.setState({ what, parts, choose }, true);
  });
}
