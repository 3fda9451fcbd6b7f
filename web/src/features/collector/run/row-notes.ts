/** Why a row is not downloaded, kept in this browser: the server knows outcomes, not reasons. */
import type { RowOutcome } from '../download/run-download.ts';
import type { RowNote } from '../storage/collector-storage.ts';
import type { KeptValues } from '../storage/kept-values.ts';

export interface RowNotes {
  readonly load: () => Promise<void>;
  readonly note: (outcome: RowOutcome) => Promise<void>;
  /** From memory; storage forgets rows by itself. */
  readonly drop: (rowIds: readonly string[]) => void;
}

/** The code of a row that a doubtful session could not read. */
export const RETURNED_CODE = 'session_doubtful';

export function createRowNotes(kept: KeptValues<RowNote>, onChange: (notes: ReadonlyMap<string, RowNote>) => void): RowNotes {
  let notes: ReadonlyMap<string, RowNote> = new Map();

  function change(edit: (all: Map<string, RowNote>) => void): void {
    const next = new Map(notes);
    edit(next);
    notes = next;
    onChange(notes);
  }

  return {
    load: async () => {
      const loaded = await kept.list();
      change((all) => {
        for (const note of loaded) if (!all.has(note.rowId)) all.set(note.rowId, note);
      });
    },
    note: async (outcome) => {
      const rowId = outcome.row.id;
      if (outcome.kind === 'ok') {
        if (!notes.has(rowId)) return;
        change((all) => all.delete(rowId));
        await kept.remove([rowId]);
        return;
      }
      const note = { rowId, code: outcome.kind === 'returned' ? RETURNED_CODE : outcome.code };
      change((all) => all.set(rowId, note));
      await kept.put(rowId, note);
    },
    drop: (rowIds) =>
      change((all) => {
        for (const rowId of rowIds) all.delete(rowId);
      }),
  };
}
