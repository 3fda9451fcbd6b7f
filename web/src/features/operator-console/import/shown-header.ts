/** What a column of a file is called: by its header, and by its position where it has none. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';

type Named = Pick<ImportPreview['columns'][number], 'header' | 'position'>;

export function shownHeader({ header, position }: Named): string {
  if (header !== '') return header;
  return position === undefined ? 'No name' : `No name (column ${position})`;
}

/** The same inside a sentence. */
export function spokenHeader({ header, position }: Named): string {
  if (header !== '') return header;
  return position === undefined ? 'the header without a name' : `column ${position}, which has no name`;
}
