/** Texts of answers. Pure. */

const TEXT_LIMIT = 300;

/** What a vendor says of a failure, on one line. */
export function shortText(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length <= TEXT_LIMIT ? line : `${line.slice(0, TEXT_LIMIT)}…`;
}

/** @returns null: it is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
