import { lazyDialog } from '../../../components/lazy-part.tsx';

export const AddToListDialog = lazyDialog(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);
