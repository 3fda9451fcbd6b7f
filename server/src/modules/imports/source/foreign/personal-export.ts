/** TikTok's export of a person's own data, which has lists of what they watched and liked, and no videos with their authors. */

/** Sections of the export, by their names in English. */
const SECTION =
  /^\s*\{\s*"(?:Your Activity|Activity|Ads and data|Comment|Direct Messages?|Likes and Favorites|Profile(?: And Settings)?|App Settings|Post|Video|Tik ?Tok (?:Live|Shop(?:ping)?))"\s*:\s*\{\s*"[A-Z][\w &'-]*"\s*:/i;

export const PERSONAL_EXPORT_REASON =
  'it is TikTok’s export of a person’s own data, which holds no videos with their authors and counts';

/** @param begin of the file */
export function isPersonalExport(begin: string): boolean {
  return SECTION.test(begin.slice(0, 1_000));
}
