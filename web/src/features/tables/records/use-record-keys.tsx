/** The keys of a record. They mean the one that was opened last, also while the screen does not show it yet. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { giveUp, goTo, type Target } from '../../../lib/type-ahead.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { AddToListDialog } from './lazy-add-to-list-dialog.ts';
import { failureId, noteFieldId, tagsFieldId } from './mark-field-ids.ts';

/**
 * @param latestRecord null: none is open. Always the same function
 * @returns the dialog that a key has opened
 */
export function useRecordKeys(name: TableName, latestRecord: () => number | null): { readonly dialog: ReactNode } {
  const [listed, setListed] = useState<number | null>(null);
  /** What a key led to last. */
  const target = useRef<Target | null>(null);
  const isOpen = () => latestRecord() !== null;

  /** Goes to a field, or to what stands in its place if it could not be loaded. */
  function goToField(fieldId: (name: TableName, id: number) => string): void {
    const id = latestRecord();
    if (id === null) return;
    target.current = () => document.getElementById(fieldId(name, id)) ?? document.getElementById(failureId(name, id));
    goTo(target.current);
  }

  useScreenActions([
    {
      label: 'Add the record to a list',
      shortcut: shortcuts.addToList,
      canRun: isOpen,
      needs: changing,
      run: () => setListed(latestRecord()),
    },
    { label: 'Tag the record', shortcut: shortcuts.addTag, canRun: isOpen, needs: changing, run: () => goToField(tagsFieldId) },
    {
      label: 'Write a note on the record',
      shortcut: shortcuts.writeNote,
      isInstead: true,
      canRun: isOpen,
      needs: changing,
      run: () => goToField(noteFieldId),
    },
  ]);
  useEffect(
    () => () => {
      if (target.current !== null) giveUp(target.current);
    },
    [],
  );

  return {
    dialog: listed !== null && (
      <AddToListDialog table={name} chosen={{ ids: [listed] }} count={1} onClose={() => setListed(null)} />
    ),
  };
}
