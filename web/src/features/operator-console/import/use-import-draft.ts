/** The draft of one uploaded file, as state that is kept in the tab. */
import { useCallback, useState } from 'react';
import { type ImportDraft, keepDraft, readDraft } from './import-draft.ts';

export type ChangeDraft = (change: (draft: ImportDraft) => ImportDraft) => void;

export function useImportDraft(uploadId: string): readonly [ImportDraft, ChangeDraft] {
  const [draft, setDraft] = useState(() => readDraft(uploadId));
  const changeDraft: ChangeDraft = useCallback(
    (change) =>
      setDraft((before) => {
        const after = change(before);
        keepDraft(uploadId, after);
        return after;
      }),
    [uploadId],
  );
  return [draft, changeDraft];
}
