import type { TableView, ViewState } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useQueryClient } from '@tanstack/react-query';
import { viewChanges } from '../views/view-changes.ts';
import { ViewNameDialog } from '../views/view-name-dialog.tsx';

interface SaveQuestionProps {
  readonly table: TableName;
  readonly state: ViewState;
  /** Opens the view that was made. */
  readonly onView: (view: TableView) => void;
  readonly onClose: () => void;
}

/** Makes one of the last questions a view. */
export function SaveQuestion({ table, state, onView, onClose }: SaveQuestionProps) {
  const { create } = viewChanges(useQueryClient(), table);
  return (
    <ViewNameDialog
      title="Save as a view"
      firstName=""
      isChart={false}
      isNew
      onSave={async (name, visibility) => onView(await create(name, state, null, visibility))}
      onClose={onClose}
    />
  );
}
