import { lateDialog } from '../../../components/late-part.tsx';

export const AddToListDialog = lateDialog(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);
