import { FILTER_TEXT_LIMIT } from '@leadloom/shared/tables/filter-limits';

// biome-ignore lint/suspicious/noControlCharactersInRegex: nobody searches for them, and the server refuses them
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/** The searchable part of a typed text. */
export function cleanValue(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, FILTER_TEXT_LIMIT).toWellFormed().trim();
}
