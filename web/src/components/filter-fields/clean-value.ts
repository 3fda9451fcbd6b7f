import { FILTER_TEXT_LIMIT } from '@leadloom/shared/tables/filter-query';

// biome-ignore lint/suspicious/noControlCharactersInRegex: nobody looks for them, and the server refuses them
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/** What may be looked for of what was typed. */
export function cleanValue(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, FILTER_TEXT_LIMIT).toWellFormed().trim();
}
