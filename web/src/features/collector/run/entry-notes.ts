/** Why an entry is not downloaded, kept in this browser: the server knows outcomes, not reasons. */
import type { EntryOutcome } from '../download/entry-outcome.ts';
import type { EntryNote } from '../storage/collector-storage.ts';
import type { KeptValues } from '../storage/kept-values.ts';

export interface EntryNotes {
  readonly load: () => Promise<void>;
  readonly note: (outcome: EntryOutcome) => Promise<void>;
  /** Only from memory; storage forgets entries by itself. */
  readonly drop: (entryIds: readonly string[]) => void;
}

/** The code of an entry whose session was in doubt. */
export const RETURNED_CODE = 'session_doubtful';

export function createEntryNotes(
  kept: KeptValues<EntryNote>,
  onChange: (notes: ReadonlyMap<string, EntryNote>) => void,
): EntryNotes {
  let notes: ReadonlyMap<string, EntryNote> = new Map();

  function change(edit: (all: Map<string, EntryNote>) => void): void {
    const next = new Map(notes);
    edit(next);
    notes = next;
    onChange(notes);
  }

  return {
    load: async () => {
      const loaded = await kept.list();
      change((all) => {
        for (const note of loaded) if (!all.has(note.entryId)) all.set(note.entryId, note);
      });
    },
    note: async (outcome) => {
      const entryId = outcome.entry.id;
      if (outcome.kind === 'ok') {
        if (!notes.has(entryId)) return;
        change((all) => all.delete(entryId));
        await kept.remove([entryId]);
        return;
      }
      const note = { entryId, code: outcome.kind === 'returned' ? RETURNED_CODE : outcome.code };
      change((all) => all.set(entryId, note));
      await kept.put(entryId, note);
    },
    drop: (entryIds) =>
      change((all) => {
        for (const entryId of entryIds) all.delete(entryId);
      }),
  };
}
