/** What every step of an uploaded file is given. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { ImportDraft } from './import-draft.ts';
import type { ChangeDraft } from './use-import-draft.ts';

export interface StepProps {
  readonly uploadId: string;
  readonly draft: ImportDraft;
  readonly changeDraft: ChangeDraft;
  /** The preview of the draft, or of the one before it while it is read. */
  readonly preview: ImportPreview;
  readonly isReading: boolean;
  /** Why the file cannot be read as the draft says; null: it can. */
  readonly failure: string | null;
}
