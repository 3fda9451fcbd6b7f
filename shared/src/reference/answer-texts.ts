/**
 * What the fields of answers mean, where their rows do not say it themselves. By the operation's name (the part of the
 * row's name behind the table) and the field's path.
 */
export const answerTexts: Readonly<Record<string, string>> = {
  'list.data': 'The rows of this page',
  'list.total': 'Rows that match, on all pages; null with `include_total=false`',
  'list.page': 'The page; null on a walk by cursor',
  'list.per_page': 'Rows of one page',
  'list.next_cursor': 'The `cursor` of the next page; null: this is the last; absent where a long text orders the rows',
  'get.data': 'The row',
  'previewExport.rows': 'Rows the file would hold',
  'previewExport.already_exported': 'Of these, exported earlier this month and therefore free',
  'previewExport.charged': 'Of these, counted against the month’s export limit',
  'previewExport.used': 'Rows counted this month so far',
  'previewExport.limit': 'How many there may be; null: no limit',
  'previewExport.remaining': 'What is left; null: no limit',
  'previewExport.is_allowed': 'Whether the export would be made',
  'suggest.[].id': 'The value, as the filter takes it',
  'suggest.[].name': 'The same, to be read',
  ...lookupTexts('searchTopics', 'searchSubreddits', 'searchTikTokUsers', 'searchHashtags'),
  'listDeletedRows.data': 'Deletions, the oldest first',
  'listDeletedRows.data[].table': 'The table the row was in',
  'listDeletedRows.data[].id': 'The id it had',
  'listDeletedRows.data[].deleted_at': 'When it went',
  'listDeletedRows.data[].reason':
    '`removed` by the operator, `deleted_at_source` where its network says that it is gone there, `expired` when it was kept as long as the operator keeps such rows, `sample` for an invented row that was cleared away; others may come',
  'listDeletedRows.next_cursor': 'Where to go on at once; null: there is nothing more now',
  'listDeletedRows.cursor': 'Where this answer ends. Keep it: whatever goes from now on comes behind it',
  'listProfiles.data': 'The profiles of this page',
  'listProfiles.total': 'Profiles that match, on all pages',
  'listProfiles.page': 'The page; null on a walk by cursor',
  'listProfiles.per_page': 'Profiles of one page',
  'listProfiles.next_cursor': 'The `cursor` of the next page; null: this is the last',
  'listProfiles.countries': 'Every country met in the account’s profiles',
  'listProfiles.tags': 'Every tag met, and how many profiles have it',
  'getProfile.profile': 'The profile, with experiences and educations',
  'listTrends.[].trend_name': 'null: unnamed',
  'listTrends.[].last_seen_at': 'When its latest video was posted',
  'listTrends.[].videos': 'Its newest videos, ten at most',
  'listTrends.[].daily': 'Videos posted each day in UTC, from `first_day` on without a gap',
  'listTrends.[].velocity': 'Videos a day, over the last three days and over the seven before',
  'listTrends.[].reasons': 'What makes its videos alike, the greatest share first',
};

function lookupTexts(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.[].id`, 'The value, as the filter takes it'],
      [`${name}.[].name`, 'Its label'],
    ]),
  );
}

/** Of answers that are no object with fields of their own. */
export const wholeAnswerTexts: Readonly<Record<string, string>> = {
  options: 'By the name of each open filter: values met in the data beyond those listed there.',
  suggest: 'Values, the most frequent first where that is known.',
  searchTopics: 'Values with their labels.',
  searchSubreddits: 'Values with their labels.',
  searchTikTokUsers: 'Values with their labels.',
  searchHashtags: 'Values with their labels.',
};
