/** Says before a file is read or sent that it is no table of text, by its first bytes. */
import { isGzip, isOldOffice, isZip, LOOKED_AT_BYTES, unreadableFileOf } from '@leadloom/shared/domain/unreadable-file';

interface UnreadableOptions {
  /** What to choose instead, such as `a CSV file`. */
  readonly expected: string;
  /** Besides plain text: nothing, or gzip, ZIP and Excel workbooks. */
  readonly takes: 'text' | 'archives';
}

/** @returns a sentence for the person; null: the file may be read */
export async function describeUnreadable(file: File, { expected, takes }: UnreadableOptions): Promise<string | null> {
  const beginning = await file
    .slice(0, LOOKED_AT_BYTES)
    .arrayBuffer()
    .catch(() => null);
  // A folder, or a file that was moved since it was chosen.
  if (beginning === null) return `${file.name} could not be read. Choose ${expected}.`;
  const head = new Uint8Array(beginning);
  if (isGzip(head) && takes === 'text') return `${file.name} is compressed with gzip. Decompress it, then choose that file.`;
  if (takes === 'archives' && isZip(head)) return null;
  if (takes === 'archives' && isOldOffice(head))
    return `${file.name} is an old Office document, or has a password. Save it as .xlsx without one, then choose that file.`;
  const found = unreadableFileOf(head);
  if (found === null) return null;
  const { name, advice } = found;
  const what =
    advice === null ? `Choose ${expected}.` : `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}, then choose that file.`;
  return `${file.name} is ${name}. ${what}`;
}
