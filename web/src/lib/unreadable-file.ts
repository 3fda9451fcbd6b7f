/** Says before a file is read or sent that it is no table, by its first bytes. */
import { isOldOffice, isZip, LOOKED_AT_BYTES, unreadableFileOf } from '@leadloom/shared/domain/unreadable-file';

/**
 * @param expected what to choose instead, such as `a CSV file`
 * @returns a sentence for the person; null: the file may be read
 */
export async function describeUnreadable(file: File, expected: string): Promise<string | null> {
  const beginning = await file
    .slice(0, LOOKED_AT_BYTES)
    .arrayBuffer()
    .catch(() => null);
  // A folder, or a file that was moved since it was chosen.
  if (beginning === null) return `${file.name} could not be read. Choose ${expected}.`;
  const head = new Uint8Array(beginning);
  if (isZip(head)) return null;
  if (isOldOffice(head))
    return `${file.name} is an old Office document, or has a password. Save it as .xlsx without one, then choose that file.`;
  const found = unreadableFileOf(head);
  if (found === null) return null;
  const { name, advice } = found;
  const what =
    advice === null ? `Choose ${expected}.` : `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}, then choose that file.`;
  return `${file.name} is ${name}. ${what}`;
}
